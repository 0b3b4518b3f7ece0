"""The pages of a group on a phone that has WebKit: each fits on the screen."""

from tests.webkit.phone import WIDTH, WebKitPhone

WIDTH_OF_PAGE = "return document.documentElement.scrollWidth"
PATHS_OF_LINKS = """return [...document.links]
  .filter(link => link.origin === location.origin && !link.download)
  .map(link => link.pathname)"""


def linked_pages(phone: WebKitPhone, path: str) -> set[str]:
    phone.open(path)
    return {path, *phone.driver.execute_script(PATHS_OF_LINKS)}


def test_no_page_is_wider_than_the_screen(table: WebKitPhone) -> None:
    table.tick("first", "A1")
    table.tap("button.double[value='A2']")
    table.expect_totals(200, 0)
    paths = linked_pages(table, table.path) | linked_pages(table, "/")
    group = next(path for path in paths if path.startswith("/g/"))
    widths = {}
    for path in sorted(paths | linked_pages(table, group)):
        table.open(path)
        widths[path] = table.driver.execute_script(WIDTH_OF_PAGE)
    assert widths == dict.fromkeys(widths, WIDTH)

"""Somebody who plays with the keyboard alone."""

from playwright.sync_api import Locator, Page

from tests.e2e.table import TablePage

MOST_TABS = 80

AFTER_A_FRAME = """() => new Promise(
  done => requestAnimationFrame(() => requestAnimationFrame(done)))"""

IS_FOCUSED = "goal => goal === document.activeElement"

# Whether it comes after what has the focus, in one group.
IS_AHEAD = """goal => {
  const group = document.activeElement.closest(".seats, .pad");
  const place = document.activeElement.compareDocumentPosition(goal);
  return Boolean(group?.contains(goal) && place & Node.DOCUMENT_POSITION_FOLLOWING);
}"""

IS_IN_SAME_GROUP = """goal => Boolean(
  document.activeElement.closest(".seats, .pad")?.contains(goal))"""


def wait_for_keys(page: Page) -> None:
    """Wait until a page takes keys: a browser drops those before its first frame."""
    page.wait_for_load_state()
    page.evaluate(AFTER_A_FRAME)


def with_keyboard(table: TablePage) -> TablePage:
    """Let the page know that somebody has a keyboard."""
    wait_for_keys(table.page)
    with table.page.expect_request_finished(lambda each: "/arrow-keys." in each.url) as module:
        table.page.keyboard.press("Shift")
    table.page.evaluate("module => import(module).then(() => {})", module.value.url)
    return table


def tab_to(page: Page, goal: Locator) -> int:
    """Press Tab until the focus is there, or in the group of the seats or of the pad that it is
    in, and arrow keys from there on. Returns how often Tab was pressed."""
    for tabs in range(1, MOST_TABS):
        page.keyboard.press("Tab")
        for _ in range(MOST_TABS):
            if ask(goal, IS_FOCUSED):
                return tabs
            if not ask(goal, IS_AHEAD):
                break
            page.keyboard.press("ArrowRight")
    raise AssertionError(f"No key comes to {goal}.")


def go_to(page: Page, goal: Locator) -> int:
    """By arrow keys within a group, else by Tab. Returns how often Tab was pressed."""
    if not ask(goal, IS_IN_SAME_GROUP):
        return tab_to(page, goal)
    page.keyboard.press("Home")
    for _ in range(MOST_TABS):
        if ask(goal, IS_FOCUSED):
            return 0
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"No arrow key comes to {goal}.")


def press(page: Page, goal: Locator, key: str) -> None:
    tab_to(page, goal)
    page.keyboard.press(key)


def ask(goal: Locator, question: str) -> bool:
    """Ask anew where the table was shown anew before the question came to what is there now."""
    answer = None
    while answer is None:
        answer = goal.evaluate(f"goal => goal.isConnected ? ({question})(goal) : null")
    return bool(answer)

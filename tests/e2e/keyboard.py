"""Uses the table page with the keyboard alone."""

from playwright.sync_api import Locator, Page

from tests.e2e.table import TablePage

MOST_TABS = 80

AFTER_A_FRAME = """() => new Promise(
  done => requestAnimationFrame(() => requestAnimationFrame(done)))"""

IS_FOCUSED = "goal => goal === document.activeElement"

# Whether the goal follows the focused element in the same group.
IS_AHEAD = """goal => {
  const group = document.activeElement.closest(".seats, .pad");
  const place = document.activeElement.compareDocumentPosition(goal);
  return Boolean(group?.contains(goal) && place & Node.DOCUMENT_POSITION_FOLLOWING);
}"""

IS_IN_SAME_GROUP = """goal => Boolean(
  document.activeElement.closest(".seats, .pad")?.contains(goal))"""


def wait_for_keys(page: Page) -> None:
    """Wait until a page accepts keys: a browser drops keys that are pressed before its first
    frame."""
    page.wait_for_load_state()
    page.evaluate(AFTER_A_FRAME)


def with_keyboard(table: TablePage) -> TablePage:
    """Press a key, and wait until the page has loaded the module for arrow keys."""
    wait_for_keys(table.page)
    with table.page.expect_request_finished(lambda each: "/arrow-keys." in each.url) as module:
        table.page.keyboard.press("Shift")
    table.page.evaluate("module => import(module).then(() => {})", module.value.url)
    return table


def tab_to(page: Page, goal: Locator) -> int:
    """Press Tab until the goal is focused. If the focus is in the same group of seats or keys
    as the goal, arrow keys move it to the goal. Returns how often Tab was pressed."""
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
    """Move the focus to the goal, by arrow keys within a group and otherwise by Tab. Returns
    how often Tab was pressed."""
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
    """Evaluate a question about an element. If the table was replaced before the script ran,
    the question is repeated for the new element."""
    answer = None
    while answer is None:
        answer = goal.evaluate(f"goal => goal.isConnected ? ({question})(goal) : null")
    return bool(answer)

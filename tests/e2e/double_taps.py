"""Second taps at the same point, and the control at that point."""

from playwright.sync_api import Locator, Page

from tests.e2e.table import TablePage, box_of

# Click at a point as soon as a selector matches, as a finger does that taps a second time.
TAP_AGAIN = """([x, y, sign]) => {
  const look = () => {
    if (!document.querySelector(sign)) return;
    observer.disconnect();
    removeEventListener("click", lookLater);
    setTimeout(() => {
      document.elementFromPoint(x, y)
        .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      document.body.dataset.tappedAgain = "";
    });
  };
  const lookLater = () => setTimeout(look);
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener("click", lookLater);
}"""
# The same, as soon as a page is loaded. Timers are delayed until then, so that no tap guard
# ends earlier, however late its script is loaded.
TAP_WHEN_LOADED = """const timeouts = [];
const { setTimeout } = window;
window.setTimeout = (...timeout) => timeouts.push(timeout);
addEventListener("DOMContentLoaded", () => setTimeout(() => {
  document.elementFromPoint(%s, %s)
    .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  document.body.dataset.tappedAgain = "";
  window.setTimeout = setTimeout;
  timeouts.forEach(timeout => setTimeout(...timeout));
}))"""
# The control at a point.
CONTROL_AT = (
    "([x, y]) => document.elementFromPoint(x, y).closest('a, button, label')?.textContent"
)

ROUND = "#rows tr"


def place(target: Locator) -> tuple[float, float]:
    """Return the point at which a finger taps this target."""
    target.evaluate("each => each.scrollIntoView({ block: 'nearest' })")
    box = box_of(target)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def double_tap(page: Page, target: Locator, sign: str) -> None:
    """Tap twice at one point. The second tap follows as soon as `sign` matches, which shows the
    effect of the first tap."""
    target.tap(trial=True)
    x, y = place(target)
    page.evaluate(TAP_AGAIN, [x, y, sign])
    page.touchscreen.tap(x, y)
    page.locator("body[data-tapped-again]").wait_for(state="attached")
    page.evaluate("delete document.body.dataset.tappedAgain")


def double_tap_away(page: Page, target: Locator) -> None:
    """Tap twice at one point. The second tap hits the page that the first tap has opened."""
    target.tap(trial=True)
    x, y = place(target)
    page.add_init_script(TAP_WHEN_LOADED % (x, y))
    page.touchscreen.tap(x, y)
    page.locator("body[data-tapped-again]").wait_for(state="attached")


def undo(table: TablePage, number: int) -> Locator:
    """Return the button that undoes the last change, which must be of this round."""
    return table.page.get_by_role("button", name=f"Undo round {number}")

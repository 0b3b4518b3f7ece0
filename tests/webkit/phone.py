"""A phone with WebKitGTK, tapped and read through WebDriver. Run as a program, it checks that
WebKit is installed.

WebDriver in WebKit cannot return accessible names, so controls are found by CSS selectors.
"""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium.common.exceptions import (
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
)
from selenium.webdriver import WebKitGTK, WebKitGTKOptions, WebKitGTKService
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.server import PATIENCE

# The programs of Debian's package webkit2gtk-driver.
DRIVER = Path("/usr/bin/WebKitWebDriver")
BROWSERS = "usr/lib/*/webkit2gtk-4.*/MiniBrowser"
MISSING = "WebKit is missing: install it (Debian: apt install webkit2gtk-driver xvfb xauth)."
WIDTH, HEIGHT = 390, 844

IS_CACHED = """const [path, answer] = arguments;
caches.match(path, { ignoreVary: true }).then(found => answer(Boolean(found)))"""


def find_browser() -> Path | None:
    """Return the path of WebKit's MiniBrowser; None if it is not installed."""
    return next(Path("/").glob(BROWSERS), None) if DRIVER.exists() else None


class WebKitPhone:
    """One phone with cookies, storage and a service worker of its own, on the home page."""

    def __init__(self, site: str, browser: Path) -> None:
        self.site = site
        options = WebKitGTKOptions()
        options.binary_location = str(browser)
        options.add_argument("--automation")
        # Without this, the window is at least as wide as its toolbar.
        options.add_argument("--full-screen")
        self.driver = WebKitGTK(options, WebKitGTKService(str(DRIVER)))
        self.driver.set_window_rect(0, 0, WIDTH, HEIGHT)
        self.open("/")

    def close(self) -> None:
        self.driver.quit()

    def open(self, path: str) -> None:
        self.driver.get(self.site + path)

    def reload(self) -> None:
        self.driver.refresh()

    @property
    def path(self) -> str:
        return self.driver.current_url.removeprefix(self.site)

    def copy_cookies(self, other: "WebKitPhone") -> None:
        """Take over the access of another phone."""
        for cookie in other.driver.get_cookies():
            self.driver.add_cookie(cookie)

    def tap(self, selector: str) -> None:
        """Tap the first element of this selector that is on the screen, as soon as there is
        one."""

        def try_to_tap() -> bool:
            shown = [each for each in self.find(selector) if each.is_displayed()]
            if shown:
                shown[0].click()
            return bool(shown)

        self.wait_until(try_to_tap, f"{selector} is on the screen")

    def tick(self, name: str, seat: str) -> None:
        """Tick a place or a call of a seat on the table page."""
        self.tap(f"label:has(input[name='{name}'][value='{seat}'])")

    def type(self, selector: str, text: str) -> None:
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(text)

    def texts(self, selector: str) -> list[str]:
        """Return the texts of these elements, without those that are hidden."""
        return [each.text for each in self.find(selector) if each.is_displayed()]

    def expect_texts(self, selector: str, texts: list[str]) -> None:
        """Wait until these elements have these texts."""
        self.wait_until(
            lambda: self.texts(selector) == texts, f"{selector} has the texts {texts}"
        )

    def wait_until_cached(self, path: str) -> None:
        """Wait until the service worker has cached the page of this path."""
        self.wait_until(lambda: self.ask(IS_CACHED, path), f"{path} is cached")

    def wait_until_queue_is_loaded(self) -> None:
        """Wait until the table page can store changes. Its link to them has a number then, also
        if it is 0 and the link is hidden."""
        script = "arguments[0](document.getElementById('unsent-count').textContent)"
        self.wait_until(lambda: bool(self.ask(script)), "the queue is loaded")

    def wait_until_sent(self) -> None:
        """Wait until no change on this phone is unsent."""
        self.wait_until(lambda: self.texts("#unsent-count") == [], "all changes are sent")

    def ask(self, script: str, *arguments: str) -> Any:
        """Return what this script passes to its last argument, a function."""
        return self.driver.execute_async_script(script, *arguments)

    def expect_totals(self, *totals: int) -> None:
        """Wait until the table page shows these totals, the left team first."""
        self.expect_texts(".team .total", [str(total) for total in totals])

    def find(self, selector: str) -> list[Any]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait_until(self, condition: Callable[[], bool], expected: str) -> None:
        ignored = (
            ElementNotInteractableException,
            NoSuchElementException,
            StaleElementReferenceException,
        )
        WebDriverWait(self.driver, PATIENCE, 0.1, ignored).until(
            lambda _: condition(), f"On {self.path}, expected: {expected}"
        )


def main() -> None:
    if not find_browser() or not shutil.which("xvfb-run"):
        sys.exit(MISSING)


if __name__ == "__main__":
    main()

"""Screens of the home page, of a new game, and of errors."""

from playwright.sync_api import expect

from tests.e2e.joining import INVITATION, post_group, post_join
from tests.e2e.new_game_form import choose, choose_own_rules
from tests.e2e.posting import find_in, post_game
from tests.e2e.screens.registry import LONG_NAMES, Visit, expect_heading, screen


@screen()
def home_empty(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.page.goto("/")


@screen()
def home(visit: Visit) -> None:
    visit.page.goto("/")


@screen()
def home_nothing_running(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    post_join(visit.page.request, visit.demo.year)
    visit.page.goto("/")
    expect(visit.page.get_by_role("heading", name="Older games")).to_be_visible()


@screen()
def home_two_groups(visit: Visit) -> None:
    page = visit.page
    page.context.clear_cookies()
    for _ in range(2):
        post_game(page.request, LONG_NAMES)
    post_join(page.request, visit.demo.year)
    page.goto("/")
    expect(page.get_by_role("heading", name="Our group")).to_be_visible()


@screen()
def home_groups_of_one_name(visit: Visit) -> None:
    join_group_of_one_name(visit)
    visit.page.goto("/")
    expect(visit.page.get_by_role("heading", name="Our group: Ada")).to_be_visible()


def join_group_of_one_name(visit: Visit) -> None:
    """Let a new phone join two groups without a name."""
    request = visit.page.request
    visit.page.context.clear_cookies()
    invited = find_in(request, f"{post_group(request)}invite/", INVITATION)
    visit.page.context.clear_cookies()
    post_game(request, LONG_NAMES)
    post_join(request, invited)


# The event of a browser that can install the site, and the property that only Safari on a phone
# has.
INSTALLABLE = "dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))"
IN_A_TAB = "Object.defineProperty(navigator, 'standalone', { value: false })"


# Let the store fail, as in a browser that is forbidden to store anything.
NOTHING_STORED = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("Denied", "SecurityError"); },
})"""


@screen()
def home_installable(visit: Visit) -> None:
    visit.page.goto("/")
    visit.page.evaluate(INSTALLABLE)
    expect(visit.page.get_by_role("button", name="Install")).to_be_visible()


@screen()
def home_in_safari(visit: Visit) -> None:
    visit.page.add_init_script(IN_A_TAB)
    visit.page.goto("/")
    expect(visit.page.get_by_text("Add to Home Screen")).to_be_visible()


@screen()
def home_second_page(visit: Visit) -> None:
    page = visit.page
    # On a device of its own, so that the demo group has no further games.
    page.context.clear_cookies()
    for _ in range(21):
        post_game(page.request)
    page.goto("/?page=2")


@screen()
def new_game(visit: Visit) -> None:
    visit.page.goto("/new/")


@screen()
def new_game_in_one_of_two_groups(visit: Visit) -> None:
    join_group_of_one_name(visit)
    visit.page.goto("/new/")
    expect_heading(visit.page, "New game · Our group: Ada")


@screen()
def new_game_seats(visit: Visit) -> None:
    page = visit.page
    page.context.clear_cookies()
    post_game(page.request, LONG_NAMES)
    page.goto("/new/")
    page.get_by_role("group", name="Who plays").get_by_role("button", name="Wil").tap()
    page.get_by_role("button", name="Left team, first player").tap()
    expect(page.get_by_role("status")).to_contain_text("tap who sits there instead")


@screen("status of 422")
def new_game_refused(visit: Visit) -> None:
    page = visit.page
    page.goto("/new/")
    page.get_by_role("button", name="Right team, partner").tap()
    page.get_by_role("button", name="Somebody new").tap()
    page.get_by_label("Right team, partner", exact=True).fill(
        page.locator("[name=a1]").input_value()
    )
    choose_own_rules(page)
    choose(page, "Other")
    page.get_by_label("Another target in points").fill("0")
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_role("alert")).to_contain_text("cannot start yet")


@screen()
def device_settings(visit: Visit) -> None:
    visit.page.goto("/device/")
    expect(visit.page.get_by_role("group", name="Colours")).to_be_visible()


@screen()
def device_settings_not_stored(visit: Visit) -> None:
    visit.page.add_init_script(NOTHING_STORED)
    visit.page.goto("/device/")
    expect(visit.page.get_by_role("alert")).to_contain_text("stores nothing")


@screen()
def privacy(visit: Visit) -> None:
    visit.page.goto("/privacy/")


@screen()
def accessibility(visit: Visit) -> None:
    visit.page.goto("/accessibility/")


@screen()
def your_scores(visit: Visit) -> None:
    visit.page.goto("/your-scores/")


@screen("status of 404")
def not_found(visit: Visit) -> None:
    visit.page.goto("/t/00000000-0000-4000-8000-000000000000/")


@screen("status of 403")
def out_of_date(visit: Visit) -> None:
    visit.page.goto("/join/")
    visit.page.get_by_label("The eight letters and digits").fill("ABCD 1234")
    visit.page.context.clear_cookies(name="csrftoken")
    visit.page.get_by_role("button", name="Go on").tap()
    expect_heading(visit.page, "out of date")


@screen("status of 400")
def damaged_request(visit: Visit) -> None:
    """Send a form without a boundary between its parts, as a broken proxy does."""
    damaged = {"content-type": "multipart/form-data"}
    visit.page.goto("/join/")
    visit.page.route(
        "**/join/",
        lambda route: route.continue_(headers=route.request.headers | damaged),
        times=1,
    )
    visit.page.get_by_label("The eight letters and digits").fill("ABCD 1234")
    visit.page.get_by_role("button", name="Go on").tap()
    expect_heading(visit.page, "damaged")

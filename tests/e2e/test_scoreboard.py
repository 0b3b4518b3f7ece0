"""Table mode: the score for all four."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.layout import CUT, resize
from tests.e2e.round_facts import NAMES, double, plain
from tests.e2e.screens import Demo, Visit
from tests.e2e.screens.registry import LONG_NAMES
from tests.e2e.screens.rotation import start
from tests.e2e.table import TablePage
from tests.e2e.translated import choose_language

pytestmark = pytest.mark.one_database


def test_scoreboard_shows_a_round_recorded_on_another_phone(table: TablePage) -> None:
    board = table.page.context.new_page()
    board.goto(f"{table.page.url}scoreboard/")
    table.play(plain(60))
    expect(board.get_by_role("status").locator(".points")).to_have_text(["60", "40"])


def test_scoreboard_turns_a_face_to_each_side(table: TablePage) -> None:
    page = table.page
    page.get_by_role("link", name="Table mode").tap()
    expect(page.locator(".across")).to_be_hidden()
    page.get_by_text("Both sides").tap()
    expect(page.locator(".across")).to_be_visible()


def test_both_sides_show_the_names_of_both_teams_in_full(page: Page) -> None:
    names = {"A1": "Anna", "B1": "Maximilian", "A2": "Jo", "B2": "Wilhelmina"}
    TablePage.set_up(page, names, recorded=[plain(60)])
    page.goto(f"{page.url}scoreboard/")
    page.get_by_text("Both sides").tap()
    for width, height in ((390, 844), (360, 640)):
        resize(page, width, height)
        assert page.evaluate(CUT) == [], width
        assert page.evaluate("document.documentElement.scrollHeight === innerHeight")


def test_television_shows_the_last_round_and_who_took_the_lead(table: TablePage) -> None:
    television = table.page.context.new_page()
    television.goto(f"{table.page.url}scoreboard/")
    resize(television, 1920, 1080)
    table.play(plain(60))
    expect(television.locator(".race .last")).to_contain_text("Ada ① · 60 : 40")
    top = television.locator(".race").bounding_box()

    table.play(double("B1"))
    expect(television.locator(".race .ahead")).to_have_text("Ben + Dora lead by 180")
    code = television.get_by_role("link", name="Invite to this table").locator("img")
    expect(code).to_be_visible()
    television.wait_for_function("image => image.naturalWidth > 0", arg=code.element_handle())
    expect(television.locator(".leading .whose:visible")).to_contain_text("Ben + Dora")
    assert television.locator(".race").bounding_box() == top
    assert television.evaluate("document.documentElement.scrollHeight === innerHeight")


@pytest.mark.parametrize("language", ["fr", "el"])
@pytest.mark.parametrize(
    "names",
    [{"A1": "Carla", "B1": "Anna", "A2": "Dominik", "B2": "Bert"}, LONG_NAMES],
    ids=["usual", "long"],
)
def test_page_of_who_has_come_fits_one_screen(
    page: Page, names: dict[str, str], language: str
) -> None:
    TablePage.set_up(page, names, recorded=[plain(40), plain(90)])
    choose_language(page.context, language, page.url)
    page.goto(f"{page.url}scoreboard/")
    for width, height in ((390, 844), (360, 640), (844, 390), (1280, 800), (1920, 1080)):
        resize(page, width, height)
        news = page.locator(".news:visible")
        expect(news).to_be_in_viewport(ratio=1)
        assert news.evaluate("each => each.scrollWidth <= each.clientWidth")
        assert page.evaluate("document.documentElement.scrollHeight === innerHeight")
        if names is not LONG_NAMES:
            assert page.evaluate(CUT) == []


def tops(texts: Locator) -> list[float]:
    found: list[float] = texts.evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().top)"
    )
    return found


def bottoms(texts: Locator) -> list[float]:
    found: list[float] = texts.evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().bottom)"
    )
    return found


@pytest.mark.parametrize("text", ["100%", "200%"])
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1024, 768)])
def test_television_shows_all_of_an_evening_of_changing_partners(
    page: Page, demo: Demo, width: int, height: int, text: str
) -> None:
    table = start(Visit(page, demo))
    table.play(plain(60))
    page.goto(f"{page.url}scoreboard/")
    resize(page, width, height)
    page.evaluate("size => document.documentElement.style.fontSize = size", text)
    face = page.get_by_role("status")
    expect(face.locator(".out")).to_contain_text(["sits out. Next: ", "Round 1"])
    code = page.get_by_role("link", name="Invite to this table").locator("img").bounding_box()
    assert code
    assert max(bottoms(face.locator(".seating p"))) <= code["y"]
    assert max(bottoms(face.locator("li"))) <= height
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_television_shows_both_totals_at_one_height(page: Page) -> None:
    TablePage.set_up(
        page, NAMES | {"B1": "Jean-Philippe", "B2": "Annemarie"}, recorded=[plain(60)]
    )
    page.goto(f"{page.url}scoreboard/")
    resize(page, 1920, 1080)
    names = page.locator(".whose:visible").evaluate_all(
        "all => all.map(each => each.clientHeight)"
    )
    assert names[0] < names[1]
    assert len(set(bottoms(page.locator(".points:visible span")))) == 1


@pytest.mark.parametrize("language", ["en", "fr", "el"])
def test_television_shows_calls_of_long_names_over_the_race(page: Page, language: str) -> None:
    table = TablePage.set_up(page, LONG_NAMES, recorded=[plain(60)])
    table.call("A1", "tichu")
    table.call("B1", "grand")
    choose_language(page.context, language, page.url)
    page.goto(f"{page.url}scoreboard/")
    lines = page.locator(".face:visible .calls, .race .ahead, .race .last, .board > .next")
    expect(lines.first).to_contain_text(LONG_NAMES["B1"])
    for width, height in ((1024, 768), (1366, 768), (1920, 1080)):
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollHeight === innerHeight")
        expect(lines).to_have_count(4)
        assert all(
            low <= top + 1
            for low, top in zip(bottoms(lines)[:-1], tops(lines)[1:], strict=True)
        )


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (844, 390), (1024, 768)])
def test_both_sides_fit_the_screen_with_long_names(page: Page, width: int, height: int) -> None:
    TablePage.set_up(page, LONG_NAMES, recorded=[plain(60)])
    page.goto(f"{page.url}scoreboard/")
    resize(page, width, height)
    page.get_by_text("Both sides").tap()
    expect(page.locator(".across")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


IN_ITS_SIDE = """side => {
  const sign = side.querySelector(".sign").getBoundingClientRect();
  const box = side.getBoundingClientRect();
  return sign.left >= box.left && sign.right <= box.right;
}"""


def test_sign_of_a_team_with_long_names_is_whole_on_a_low_screen(page: Page) -> None:
    TablePage.set_up(page, LONG_NAMES)
    page.goto(f"{page.url}scoreboard/")
    resize(page, 844, 390)
    page.get_by_text("Both sides").tap()
    sides = page.locator(".side:visible")
    expect(sides).to_have_count(4)

    assert [side.evaluate(IN_ITS_SIDE) for side in sides.all()] == [True] * 4


@pytest.mark.parametrize("screen", ["scoreboard-ended-long-names"], indirect=True)
@pytest.mark.parametrize(
    ("width", "height"), [(1920, 1080), (390, 844), (320, 568), (844, 390)]
)
def test_end_fits_the_screen_with_the_total_of_the_winner_over_that_of_the_others(
    screen: Page, width: int, height: int
) -> None:
    resize(screen, width, height)
    face = screen.get_by_role("status")
    winner, other = (face.locator(f".side{each} .points") for each in (".won", ":not(.won)"))
    drawing = face.locator("img").bounding_box()
    large, small = winner.bounding_box(), other.bounding_box()
    assert drawing
    assert large
    assert small
    assert large["height"] > 1.5 * small["height"]
    assert large["y"] + large["height"] <= small["y"]
    assert min(drawing["width"], drawing["height"]) > height / 8
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")


IN_FULL_SCREEN = "Boolean(document.fullscreenElement)"


def test_full_screen_is_a_switch_that_shows_its_state(table: TablePage) -> None:
    page = table.page
    page.get_by_role("link", name="Table mode").tap()
    switch = page.get_by_role("button", name="Full screen")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(IN_FULL_SCREEN)
    page.evaluate("document.exitFullscreen()")  # as Esc does, which no page is notified of
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert not page.evaluate(IN_FULL_SCREEN)


def test_full_screen_is_not_offered_where_the_browser_has_none(table: TablePage) -> None:
    page = table.page
    page.add_init_script("delete Document.prototype.fullscreenEnabled")  # as on an iPhone
    page.goto(f"{page.url}scoreboard/")
    # its script has run
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"\d\d:\d\d"))
    expect(page.get_by_role("button", name="Full screen")).to_be_hidden()

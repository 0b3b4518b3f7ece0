"""What the look of the table promises: nothing jumps, every name fits, and forced colours and
reduced motion are heeded."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.layout import NARROWEST, STICKING_OUT, resize
from tests.e2e.table import TablePage, double, plain

pytestmark = pytest.mark.one_database

# What Core Web Vitals count: shifts that no tap explains.
COUNT_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver(list => {
    for (const { hadRecentInput, value } of list.getEntries())
      if (!hadRecentInput) window.shifted += value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
MOST_SHIFT = 0.02
# 24 characters each, as many as a name may have.
NAMES = {
    "A1": "Παπαδοπούλου-Χριστοδούλο",
    "B1": "김수한무거북이와두루미삼천갑자동방삭치치카포사람",
    "A2": "🐉🐦🐕🦊🐱🦉🐢🦁🍀🌙🎲🐸🐼🐨🐯🐻🐷🐮🐵🐔🐧🐤🦆🦅",
    "B2": "Παπαδοπούλου Χριστοδούλα",
}
FORMS_OF_TWO_COLUMNS = [
    "group-settings",
    "game-agreement",
    "add-result-form",
    "game-imports",
    "game-import-preview",
]
COLUMNS = """() => new Set(
  [...document.querySelectorAll(".columns > section, .new-game > .seating")]
    .map(each => each.getBoundingClientRect().left)).size"""
# A face takes no taps, so that it is what lies at a point only once it does.
FACE_IS_BEHIND_THE_REFUSAL = """() => {
  const refusal = document.querySelector(".refusal");
  const face = document.querySelector(".seat > .avatar");
  face.style.pointerEvents = "auto";
  scrollBy(0, face.getBoundingClientRect().top - refusal.getBoundingClientRect().top - 8);
  const { left, top, width, height } = face.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return refusal.contains(there);
}"""
MOVING = """() => document.getAnimations({ subtree: true })
  .filter(each => each.effect.getComputedTiming().duration).length"""


def test_layout_hardly_shifts_in_a_whole_game(page: Page) -> None:
    table = TablePage.set_up(page, target=500)
    page.evaluate(COUNT_SHIFTS)
    for points in (60, 35, 100, 80, 45):
        table.play(plain(points))
    table.call("B1", "tichu")
    table.play(double("A1", B1="tichu"))
    expect(page.locator(".ending")).to_be_visible()

    shifted = page.evaluate("window.shifted")
    print(f"\nShifted by {shifted:.4f}")
    assert shifted < MOST_SHIFT


@pytest.mark.parametrize("width", [NARROWEST, 390, 1280])
def test_names_of_24_letters_of_other_scripts_fit(page: Page, width: int) -> None:
    table = TablePage.set_up(page, NAMES)
    table.play(plain(60))
    table.first_out("A1")
    for address in ("", page.url, f"{page.url}scoreboard/"):
        if address:
            page.goto(address)
        resize(page, width, 800)
        assert page.evaluate(STICKING_OUT, [width, ".numbers"]) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("screen", FORMS_OF_TWO_COLUMNS, indirect=True)
def test_form_stands_in_two_columns_on_a_desktop(screen: Page) -> None:
    resize(screen, 1440, 900)
    assert screen.evaluate(COLUMNS) == 2
    resize(screen, 390, 844)
    assert screen.evaluate(COLUMNS) == 1


@pytest.mark.parametrize("screen", ["conflict"], indirect=True)
def test_conflict_in_the_place_of_the_table_has_each_round_in_a_box(screen: Page) -> None:
    rounds = screen.locator(".conflict .facts")
    expect(rounds).to_have_count(2)
    for each in rounds.all():
        expect(each).to_have_css("border-top-width", "1px")


@pytest.mark.parametrize("screen", ["round-refused"], indirect=True)
def test_refusal_lies_over_the_faces_of_the_seats(screen: Page) -> None:
    resize(screen, 390, 664)
    assert screen.evaluate(FACE_IS_BEHIND_THE_REFUSAL)


def test_forced_colours_leave_boxes_that_are_ticked_apart(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    table = TablePage.set_up(page)
    table.first_out("A1")

    ticked, other = (
        page.locator(f".seat:has([name=first][value={seat}]) .call span").first
        for seat in ("A1", "B1")
    )
    table.call("A1", "tichu")
    colours = [
        each.evaluate("each => getComputedStyle(each).backgroundColor")
        for each in (ticked, other)
    ]
    assert colours[0] != colours[1]


def test_nothing_moves_where_reduced_motion_is_asked_for(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    table = TablePage.set_up(page)

    table.play(plain(60))

    assert page.evaluate(MOVING) == 0

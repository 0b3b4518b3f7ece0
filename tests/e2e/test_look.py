"""The look of the table and of its rules.

Nothing moves unexpectedly, every name fits, links are in their places, and the page follows the
settings for forced colours and reduced motion.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.joining import invitation, post_join
from tests.e2e.layout import NARROWEST, STICKING_OUT, resize, wait_until_styled
from tests.e2e.new_game_form import choose_own_rules
from tests.e2e.posting import GROUP, find_in
from tests.e2e.round_facts import double, plain
from tests.e2e.routes import HeldRequests
from tests.e2e.table import TablePage, box_of
from tests.e2e.translated import BROKEN_WORDS, choose_language

pytestmark = pytest.mark.one_database

# The layout shifts of Core Web Vitals: those that no tap explains.
COUNT_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver(list => {
    for (const { hadRecentInput, value } of list.getEntries())
      if (!hadRecentInput) window.shifted += value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
MOST_SHIFT = 0.02
# 24 characters each, the maximum of a name.
NAMES = {
    "A1": "Παπαδοπούλου-Χριστοδούλο",
    "B1": "김수한무거북이와두루미삼천갑자동방삭치치카포사람",
    "A2": "🐉🐦🐕🦊🐱🦉🐢🦁🍀🌙🎲🐸🐼🐨🐯🐻🐷🐮🐵🐔🐧🐤🦆🦅",
    "B2": "Παπαδοπούλου Χριστοδούλα",
}
# An avatar ignores pointer events. They are enabled here, because otherwise it would never be
# found at its point.
FACE_IS_BEHIND_THE_REFUSAL = """() => {
  const refusal = document.querySelector(".refusal");
  const face = document.querySelector(".seat > .avatar");
  face.style.pointerEvents = "auto";
  scrollBy(0, face.getBoundingClientRect().top - refusal.getBoundingClientRect().top - 8);
  const { left, top, width, height } = face.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return refusal.contains(there);
}"""
# Tick the first of the places, or none.
TICK_FIRST = """ticked => {
  const [first, ...others] = document.querySelectorAll("#entry .place input[type=checkbox]");
  for (const each of others) each.checked = false;
  first.checked = ticked;
}"""
UNDER_THE_REFUSAL = """part => {
  const refusal = document.querySelector("#status .refusal").getBoundingClientRect();
  const apart = box => box.right <= refusal.left || refusal.right <= box.left
    || box.bottom <= refusal.top || refusal.bottom <= box.top;
  return [...document.querySelectorAll("a, button, label, input:not([type=hidden])")]
    .filter(each => !part || each.closest(part))
    .filter(each => each.checkVisibility() && !each.closest(".refusal"))
    .filter(each => !apart(each.getBoundingClientRect()))
    .map(each => each.outerHTML.slice(0, 120));
}"""
# The digits of totals of which the refusal covers a part.
CUT_BY_THE_REFUSAL = """() => {
  const refusal = document.querySelector("#status .refusal").getBoundingClientRect();
  return [...document.querySelectorAll("#score .total")].filter(total => {
    const range = document.createRange();
    range.selectNodeContents(total);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const isCovered = refusal.left <= left && right <= refusal.right
      && refusal.top <= top && bottom <= refusal.bottom;
    return !isCovered && top < refusal.bottom && refusal.top < bottom;
  }).map(total => total.textContent);
}"""
ROOM_BESIDE_THE_SEATS = """seats => {
  const right = element => element.getBoundingClientRect().right;
  const last = [...document.querySelectorAll(`${seats} > .side`)].at(-1);
  return Math.round(right(document.querySelector(seats)) - right(last));
}"""
RIGHT_AND_LEFT_OF_DIGITS = """totals => totals.map(total => {
  const range = document.createRange();
  range.selectNodeContents(total);
  const { left, right } = range.getBoundingClientRect();
  return { left, right };
})"""
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


@pytest.mark.parametrize(
    ("path", "script"), [("/new/", "seating"), ("/device/", "device-settings")]
)
def test_nothing_moves_when_the_script_of_a_form_comes(
    table: TablePage, path: str, script: str
) -> None:
    page = table.page
    file = re.compile(rf"/{script}[^/]*\.js")
    request = HeldRequests(page, file)
    with page.expect_request(file):
        page.goto(path, wait_until="commit")
    wait_until_styled(page)
    foot = page.get_by_role("link", name="English / Deutsch")
    before = foot.bounding_box()
    request.release()
    page.wait_for_load_state()
    assert foot.bounding_box() == before


def test_names_of_24_letters_of_other_scripts_fit(page: Page) -> None:
    table = TablePage.set_up(page, NAMES, recorded=[plain(60)])
    table.first_out("A1")
    for address in ("", page.url, f"{page.url}scoreboard/"):
        if address:
            page.goto(address)
        for width in (NARROWEST, 390, 1280):
            resize(page, width, 800)
            assert page.evaluate(STICKING_OUT, [width, ".numbers"]) == [], (address, width)
            assert page.evaluate("document.documentElement.scrollWidth") == width, address


@pytest.mark.parametrize("screen", ["play-rules"], indirect=True)
def test_text_of_twice_the_size_breaks_no_word_of_a_house_rule(large_text: Page) -> None:
    assert large_text.evaluate(BROKEN_WORDS) == []


def test_round_is_amended_on_the_narrowest_phone_in_text_of_twice_the_size(page: Page) -> None:
    resize(page, NARROWEST, 640)
    table = TablePage.set_up(page, recorded=[plain(60)])
    table.open_round(1)
    enlarge_text(page)
    assert page.evaluate(STICKING_OUT, [NARROWEST, ".numbers"]) == []


def test_totals_stay_apart_while_a_round_is_entered_in_large_text(page: Page) -> None:
    resize(page, NARROWEST, 640)
    table = TablePage.set_up(page, recorded=[double("A1"), double("B1")] * 2)
    enlarge_text(page)
    table.first_out("A1")
    left, right = page.locator("#score .total").evaluate_all(RIGHT_AND_LEFT_OF_DIGITS)
    assert left["right"] < right["left"]


def enlarge_text(page: Page) -> None:
    page.evaluate("document.documentElement.style.fontSize = '200%'")


@pytest.mark.parametrize("language", ["en", "de", "fr", "el"])
def test_text_of_twice_the_size_breaks_no_word_of_undo(page: Page, language: str) -> None:
    TablePage.set_up(page, recorded=[plain(60)] * 14)
    choose_language(page.context, language, page.url)
    page.reload()
    enlarge_text(page)
    happened, undo = (box_of(page.locator(each)) for each in (".happened", "#status .undo"))
    assert undo["y"] >= happened["y"] + happened["height"]
    assert page.evaluate(BROKEN_WORDS) == []


POINTS_BESIDE_THEIR_COLUMN = """() => [...document.querySelectorAll("#rows td:is(.a, .b)")]
  .filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.innerText)"""


def test_text_of_twice_the_size_keeps_the_points_of_a_round_in_their_column(page: Page) -> None:
    TablePage.set_up(page, recorded=[plain(60, "A2", A1="grand", B1="grand")] * 3)
    resize(page, NARROWEST, 640)
    enlarge_text(page)
    expect(page.locator("#rows td.a").first).to_have_text("−140 −420")
    assert page.evaluate(POINTS_BESIDE_THEIR_COLUMN) == []


def test_undo_is_beside_what_happened_and_redo_under_it(page: Page) -> None:
    table = TablePage.set_up(page, recorded=[plain(60)] * 2)
    happened, undo, redo = (
        page.locator(f"#status {each}") for each in (".happened", ".undo", ".redo")
    )
    table.undo()
    expect(redo).to_be_visible()
    assert box_of(undo)["y"] == box_of(happened)["y"]
    assert box_of(undo)["x"] >= box_of(happened)["x"] + box_of(happened)["width"]
    assert box_of(redo)["y"] >= box_of(undo)["y"] + box_of(undo)["height"]
    table.undo()
    expect(undo).to_have_count(0)
    assert box_of(redo)["y"] >= box_of(happened)["y"] + box_of(happened)["height"]


def test_text_of_twice_the_size_breaks_no_name(page: Page) -> None:
    names = {"A1": "Greta", "B1": "Bert", "A2": "Christina", "B2": "Dominik"}
    TablePage.set_up(page, names, recorded=[double("B1")] * 3, target=600)
    table = page.url
    page.goto("/")
    statistics = page.locator("a[href*='/stats/']").first.get_attribute("href") or ""
    league = statistics.partition("/stats/")[0] + "/stats/"
    for address in (table, f"{table}rounds/1/", league, f"{league}evening/", "/"):
        page.goto(address)
        enlarge_text(page)
        assert page.evaluate(BROKEN_WORDS) == [], address


@pytest.mark.parametrize("path", ["progress/notes/", "progress/last/", "substitute/"])
def test_names_to_choose_from_are_in_two_columns_and_whole(page: Page, path: str) -> None:
    names = {"A1": "Christina", "B1": "Alexander", "A2": "Sebastian", "B2": "Friederike"}
    TablePage.set_up(page, names)
    page.goto(f"{page.url}{path}")
    assert page.evaluate(BROKEN_WORDS) == []
    places = [box_of(each) for each in page.locator(".who label:visible").all()[:4]]
    assert len({box["x"] for box in places}) == len({box["y"] for box in places}) == 2
    enlarge_text(page)
    assert page.evaluate(BROKEN_WORDS) == []


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


@pytest.mark.parametrize("screen", ["table-refused"], indirect=True)
@pytest.mark.parametrize("ticked", [True, False], ids=["pad", "seats"])
@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), (1366, 768), (1280, 800), (1920, 1080)]
)
def test_refusal_covers_nothing_that_can_be_tapped(
    screen: Page, width: int, height: int, *, ticked: bool
) -> None:
    resize(screen, width, height)
    screen.evaluate(TICK_FIRST, ticked)
    screen.evaluate("scrollTo(0, 0)")
    refusal = screen.locator("#status .refusal:visible")
    expect(refusal).to_have_count(1)
    expect(refusal).to_be_in_viewport(ratio=1)
    assert screen.evaluate(UNDER_THE_REFUSAL) == []


@pytest.mark.parametrize("screen", ["table-refused"], indirect=True)
@pytest.mark.parametrize(("width", "height"), [(320, 844), (390, 724), (390, 844), (768, 1024)])
def test_refusal_over_the_pad_cuts_no_total(screen: Page, width: int, height: int) -> None:
    resize(screen, width, height)
    expect(screen.locator("#status .refusal:visible")).to_be_in_viewport(ratio=1)
    assert screen.evaluate(CUT_BY_THE_REFUSAL) == []


@pytest.mark.parametrize("screen", ["table-refused"], indirect=True)
@pytest.mark.parametrize("ticked", [True, False], ids=["pad", "seats"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 650), (1024, 560)])
def test_refusal_on_a_low_desktop_covers_no_key(
    screen: Page, width: int, height: int, *, ticked: bool
) -> None:
    resize(screen, width, height)
    screen.evaluate(TICK_FIRST, ticked)
    screen.evaluate("scrollTo(0, 0)")
    expect(screen.locator("#status .refusal:visible")).to_be_in_viewport(ratio=1)
    assert screen.evaluate(UNDER_THE_REFUSAL, "#entry") == []


@pytest.mark.parametrize("width", [390, 768, 1280])
@pytest.mark.parametrize(
    ("screen", "seats"),
    [("new-game", ".seating"), ("add-result-form", ".totals"), ("round-page", ".seats")],
    indirect=["screen"],
)
def test_seats_take_the_whole_width(screen: Page, seats: str, width: int) -> None:
    resize(screen, width, 800)
    assert screen.evaluate(ROOM_BESIDE_THE_SEATS, seats) <= 0


@pytest.mark.parametrize("screen", ["new-game", "new-game-refused"], indirect=True)
def test_seats_of_a_new_game_begin_beside_what_is_agreed(screen: Page) -> None:
    resize(screen, 1280, 800)
    seats, agreed = (
        box["y"]
        for selector in (".seating", ".agreement")
        if (box := screen.locator(selector).first.bounding_box())
    )
    assert seats == agreed


def test_forced_colours_leave_boxes_that_are_ticked_apart(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    table = TablePage.set_up(page)
    table.first_out("A1")

    ticked, other = (
        page.locator(f".seat:has([name=first][value={seat}]) .call span").first
        for seat in ("A1", "B1")
    )
    table.call("A1", "tichu")
    expect(table.box("Tichu Ada")).to_be_checked()
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


def test_links_to_house_rules_are_at_the_end_of_their_lines(page: Page) -> None:
    page.goto("/new/")
    choose_own_rules(page)

    boxes = [box_of(each) for each in page.locator(".own .to-rule").all()]

    form = box_of(page.locator(".own"))
    ends = {round(box["x"] + box["width"]) for box in boxes}
    assert ends == {round(form["x"] + form["width"])}


@pytest.mark.parametrize("part", ["", "stats/"])
def test_unfolded_parts_fit_the_smallest_phone_in_text_of_twice_the_size(
    page: Page, new_context: Callable[..., BrowserContext], part: str
) -> None:
    table = TablePage.set_up(page, recorded=[plain(60)])
    post_join(new_context().request, invitation(table))
    choose_language(page.context, "de", page.url)
    page.goto(find_in(page.request, "/", GROUP) + part)
    resize(page, NARROWEST, 800)
    enlarge_text(page)
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") == NARROWEST


@pytest.mark.parametrize(("attribute", "sign"), [("", "▸"), ("open", "▾")])
def test_button_that_opens_a_part_of_its_page_shows_that(
    page: Page, attribute: str, sign: str
) -> None:
    page.goto("/new/")
    agreement = page.locator("details.agreement")
    agreement.evaluate("(details, open) => details.open = open", arg=bool(attribute))
    content = agreement.locator("summary").evaluate(
        "summary => getComputedStyle(summary, '::before').content"
    )
    assert content == f'"{sign}" / ""'


def test_league_without_places_has_no_column_of_places(page: Page) -> None:
    TablePage.set_up(page, recorded=[double("A1")], target=200)
    page.goto(f"{find_in(page.request, '/', GROUP)}stats/")
    row = page.locator(".places li a").first
    padding = row.evaluate(
        "row => parseFloat(getComputedStyle(row).paddingLeft) + row.clientLeft"
    )
    assert box_of(row.locator("b"))["x"] == box_of(row)["x"] + padding

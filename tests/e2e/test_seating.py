"""Names are tapped into the seats of a new game."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.loading import load_offline_scripts
from tests.e2e.new_game_form import FIELDS
from tests.e2e.posting import post_game
from tests.e2e.round_facts import NAMES

pytestmark = pytest.mark.one_database

EVA = NAMES | {"B2": "Eva"}


@pytest.fixture
def form(page: Page) -> Page:
    """The form of a new game in a group of five players: Dora played in the last game, Eva
    before."""
    page.goto("/")
    post_game(page.request, EVA)
    post_game(page.request)
    page.goto("/new/")
    return page


def name_button(form: Page, name: str) -> Locator:
    return form.get_by_role("group", name="Who plays").get_by_role(
        "button", name=name, exact=True
    )


def seat(form: Page, place: str) -> Locator:
    label = next(label for label, each in FIELDS.items() if each == place)
    return form.get_by_role("button", name=f"{label}: ")


def tap(form: Page, name: str) -> None:
    form.get_by_role("button", name=name, exact=True).tap()


def expect_seats(form: Page, *names: str) -> None:
    for place, name in zip(NAMES, names, strict=True):
        expect(form.locator(f"[name={place.lower()}]")).to_have_value(name)


def started(form: Page) -> str:
    tap(form, "Start")
    form.wait_for_url("**/t/**")
    return form.title()


def test_same_four_start_with_one_tap(form: Page) -> None:
    assert started(form).startswith("Ada + Cleo : Ben + Dora")


def test_name_is_tapped_into_a_seat_that_was_tapped(form: Page) -> None:
    seat(form, "B2").tap()
    name_button(form, "Eva").tap()

    expect_seats(form, "Ada", "Ben", "Cleo", "Eva")
    expect(name_button(form, "Eva")).to_have_attribute("aria-pressed", "true")
    expect(name_button(form, "Dora")).to_have_attribute("aria-pressed", "false")
    assert started(form).startswith("Ada + Cleo : Ben + Eva")


def test_seat_is_tapped_for_a_name_that_was_tapped(form: Page) -> None:
    name_button(form, "Eva").tap()
    expect(form.get_by_role("status")).to_have_text("Tap the seat for Eva.")
    seat(form, "A1").tap()

    expect_seats(form, "Eva", "Ben", "Cleo", "Dora")


def test_two_seats_are_swapped(form: Page) -> None:
    seat(form, "A1").tap()
    expect(seat(form, "A1")).to_have_attribute("aria-pressed", "true")
    seat(form, "B2").tap()

    expect_seats(form, "Dora", "Ben", "Cleo", "Ada")
    expect(form.get_by_role("status")).to_have_text("Ada and Dora have swapped seats.")
    expect(seat(form, "A1")).to_have_attribute("aria-pressed", "false")


def test_partners_are_swapped_with_one_tap_until_all_sit_as_before(form: Page) -> None:
    tap(form, "Swap partners")
    expect_seats(form, "Ada", "Dora", "Ben", "Cleo")
    expect(form.get_by_role("status")).to_have_text("Partners: Ada and Ben, Dora and Cleo.")
    tap(form, "Swap partners")
    expect_seats(form, "Ada", "Cleo", "Dora", "Ben")
    tap(form, "Swap partners")
    expect_seats(form, "Ada", "Ben", "Cleo", "Dora")


def test_seat_is_left_for_somebody_new(form: Page) -> None:
    name_button(form, "Dora").tap()
    expect(form.get_by_role("status")).to_have_text("The seat of Dora is free.")
    field = form.get_by_label("Right team, partner", exact=True)
    field.fill("Finn")

    assert started(form).startswith("Ada + Cleo : Ben + Finn")


def test_somebody_new_takes_the_seat_that_was_tapped(form: Page) -> None:
    seat(form, "A2").tap()
    tap(form, "Somebody new")
    expect(form.get_by_label("Left team, partner", exact=True)).to_be_focused()
    form.keyboard.type("Finn")

    expect(name_button(form, "Cleo")).to_have_attribute("aria-pressed", "false")
    assert started(form).startswith("Ada + Finn : Ben + Dora")


def test_free_seats_are_filled_in_their_order(form: Page) -> None:
    for name in NAMES.values():
        name_button(form, name).tap()
    for name in ("Eva", "Dora", "Cleo", "Ada"):
        name_button(form, name).tap()

    expect_seats(form, "Eva", "Dora", "Cleo", "Ada")


def test_name_moves_to_a_free_seat_that_is_tapped(form: Page) -> None:
    name_button(form, "Dora").tap()
    seat(form, "A1").tap()
    form.get_by_label("Right team, partner", exact=True).tap()

    expect_seats(form, "", "Ben", "Cleo", "Ada")


def test_keyboard_seats_a_name(form: Page) -> None:
    seat(form, "A2").press("Enter")
    name_button(form, "Eva").press(" ")

    expect_seats(form, "Ada", "Ben", "Eva", "Dora")
    expect(name_button(form, "Eva")).to_be_focused()


def test_refused_seat_is_a_field_again(form: Page) -> None:
    load_offline_scripts(form)
    name_button(form, "Dora").tap()
    form.get_by_label("Right team, partner", exact=True).fill("ADA")
    tap(form, "Start")

    expect(form.get_by_role("alert")).to_contain_text("Two seats have the same name")
    expect(form.get_by_label("Left team, first player", exact=True)).to_be_visible()


def test_refusal_is_removed_when_the_name_is_corrected(form: Page) -> None:
    load_offline_scripts(form)
    name_button(form, "Dora").tap()
    field = form.get_by_label("Right team, partner", exact=True)
    field.fill("ADA")
    tap(form, "Start")
    refusal = form.get_by_text("Two seats have the same name")
    expect(refusal).to_be_visible()

    field.fill("BEN")
    expect(refusal).to_be_visible()
    field.fill("Finn")

    expect(refusal).to_be_hidden()
    expect(form.locator(".refusal")).to_be_hidden()
    expect(form.locator("[aria-invalid]")).to_have_count(0)


def test_refusal_is_removed_by_a_tap_that_corrects_the_seat(form: Page) -> None:
    load_offline_scripts(form)
    name_button(form, "Dora").tap()
    form.get_by_label("Right team, partner", exact=True).fill("ADA")
    tap(form, "Start")
    expect(form.locator(".refusal")).to_be_visible()

    name_button(form, "Dora").tap()
    form.get_by_label("Right team, partner", exact=True).tap()

    expect_seats(form, "Ada", "Ben", "Cleo", "Dora")
    expect(form.locator(".refusal")).to_be_hidden()


def test_names_are_tapped_without_a_network(form: Page) -> None:
    load_offline_scripts(form)
    form.context.set_offline(True)
    seat(form, "B2").tap()
    name_button(form, "Eva").tap()
    tap(form, "Start")

    expect(form.get_by_role("alert")).to_contain_text("the game is stored on this phone")


def test_without_javascript_names_are_fields(
    plain_page: Page,
) -> None:
    plain_page.goto(post_game(plain_page.request))
    plain_page.goto("/new/")

    expect(plain_page.get_by_role("button", name="Swap partners")).to_be_hidden()
    plain_page.get_by_label("Right team, partner", exact=True).fill("Eva")
    tap(plain_page, "Start")
    expect(plain_page.get_by_role("heading", level=2).last).to_have_text("Ben + Eva")


LINES = """name => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}"""


def test_name_of_ten_letters_is_not_broken_in_its_seat(page: Page) -> None:
    page.goto("/")
    post_game(page.request, NAMES | {"B1": "Maximilian"})
    page.goto("/new/")
    assert seat(page, "B1").locator("b").evaluate(LINES) == 1

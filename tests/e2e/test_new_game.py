"""The form of a new game refuses names that the server would refuse, before anything is
queued."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.loading import load_offline_scripts
from tests.e2e.new_game_form import FIELDS, choose, choose_own_rules, fill_seats
from tests.e2e.round_facts import NAMES

pytestmark = pytest.mark.one_database

SAME = "Two seats have the same name: write it so that they differ."
LABELS = {seat: label for label, seat in FIELDS.items()}


@pytest.fixture
def form(page: Page) -> Page:
    """The completed form, on a phone that has just lost its network."""
    page.goto("/new/")
    load_offline_scripts(page)
    fill_seats(page, NAMES)
    page.context.set_offline(True)
    return page


def start(form: Page, **names: str) -> None:
    for seat, name in names.items():
        form.get_by_label(LABELS[seat], exact=True).fill(name)
    form.get_by_role("button", name="Start").tap()


def refused(form: Page) -> list[str]:
    fields = form.locator("[aria-invalid]")
    return [str(field.get_attribute("name")) for field in fields.all()]


@pytest.mark.parametrize("name", ["ADA", "A\u200bda", "Ａｄａ"])
def test_names_that_are_alike_start_no_game(form: Page, name: str) -> None:
    start(form, B1=name)

    expect(form.get_by_role("alert")).to_contain_text(SAME)
    assert refused(form) == ["a1", "b1"]
    expect(form.locator("[name=b1]")).to_have_accessible_description(SAME)
    expect(form.locator("[name=b1]")).to_have_value(name)


def test_names_alike_but_for_a_dot_start_no_game(form: Page) -> None:
    start(form, A2="Ida", B2="İda")

    expect(form.get_by_role("alert")).to_contain_text(SAME)


def test_name_of_which_nothing_is_seen_starts_no_game(form: Page) -> None:
    start(form, B2="\u202e")

    expect(form.get_by_role("alert")).to_contain_text("Every seat needs a name.")
    assert refused(form) == ["b2"]


def test_invalid_target_starts_no_game(form: Page) -> None:
    choose_own_rules(form)
    choose(form, "Other")
    form.get_by_label("Another target in points").fill("many")
    start(form)

    expect(form.get_by_role("alert")).to_contain_text("A target is a whole number of points")
    assert refused(form) == ["other_target"]


def test_corrected_form_starts_the_game(form: Page) -> None:
    start(form, B1="ada")
    expect(form.get_by_role("alert")).to_contain_text(SAME)
    form.context.set_offline(False)
    start(form, B1="Ben")

    form.wait_for_url("**/t/**")


def test_without_javascript_the_server_says_the_same(
    plain_page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 422")
    plain_page.goto("/new/")
    fill_seats(plain_page, NAMES)
    start(plain_page, A2="Ida", B2="İda")

    expect(plain_page.get_by_role("alert")).to_contain_text(SAME)
    plain_page.wait_for_load_state()
    assert refused(plain_page) == ["a2", "b2"]

"""The table page in browsers without :has(), such as Firefox 115. In the style sheets, a name
that no browser knows takes its place."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database


def take_away(route: Route) -> None:
    answer = route.fetch()
    text = answer.text().replace(":has(", ":unknown(")
    route.fulfill(response=answer, body=text)


@pytest.fixture
def older(page: Page) -> Iterator[Page]:
    page.route("**/*.css", take_away)
    yield page
    page.unroute_all(behavior="ignoreErrors")


@pytest.fixture
def table(older: Page) -> TablePage:
    return TablePage.set_up(older)


def test_round_is_recorded(table: TablePage) -> None:
    table.play(plain(60, A1="tichu"))
    table.expect_stored([(160, 40)])


def test_double_win_is_recorded(table: TablePage) -> None:
    table.play(double("B1"))
    table.expect_stored([(0, 200)])


def test_ticked_place_has_a_sign(table: TablePage) -> None:
    table.first_out("A1")
    sign = "each => getComputedStyle(each, '::before').content"
    assert table.page.locator(".first :checked + b").evaluate(sign) == '"✓"'


def test_title_is_white_on_the_dark_bar(table: TablePage) -> None:
    bar = table.page.locator(".bar")
    expect(bar).to_have_css("color", "rgb(255, 255, 255)")
    expect(bar).to_have_css("background-color", "rgb(16, 20, 23)")


def test_ticked_call_is_white_on_green(table: TablePage) -> None:
    table.call("A1", "tichu")
    call = table.page.locator(".call :checked + span")
    expect(call).to_have_css("color", "rgb(255, 255, 255)")
    expect(call).to_have_css("background-color", "rgb(10, 107, 78)")

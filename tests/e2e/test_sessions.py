"""An evening of eight players at two tables, on the screens of phones. All standings are
counted independently."""

from collections.abc import Callable
from itertools import combinations, cycle

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.player_counts import Count, listed, number, standings
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, restore_network, unsent_rows

pytestmark = pytest.mark.one_database

EIGHT = ("Ada", "Ben", "Cleo", "Dora", "Eva", "Finn", "Gil", "Hana")
FACTS = cycle(
    [
        plain(60),
        double("B1"),
        plain(35, "A2", A2="tichu"),
        plain(105, "B2", A1="tichu"),
        plain(-20, "B1"),
    ]
)


def start(page: Page) -> None:
    """Start a session of eight players from the page of a new game."""
    page.goto("/new/")
    page.get_by_role("link", name="Several tables").tap()
    page.get_by_label("Who is here?").fill("\n".join(EIGHT))
    page.get_by_role("button", name="Seat everybody").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Seating 1 of 7")


def table_of(page: Page, number: int) -> TablePage:
    """Open a table from the page of the session."""
    page.locator(".session .records").first.locator("a").nth(number - 1).tap()
    page.wait_for_url("**/t/**")
    return seated(TablePage(page))


def seated(table: TablePage) -> TablePage:
    """Return the table, with the names of its players."""
    table.page.wait_for_load_state()
    names = table.page.locator(".seat .first b").all_inner_texts()
    table.names = dict(zip(("A1", "A2", "B1", "B2"), names, strict=True))
    return table


def test_evening_of_eight_is_played_at_two_tables(
    page: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    """Each table has a phone that shows all standings, and a third phone shows who plays where.
    One table has no network for a round."""
    page_errors.expect(*NOISE)
    start(page)
    state = page.context.storage_state()
    phones = [new_context(storage_state=state).new_page() for _ in range(2)]
    count, partners = Count(), set()
    for phone in phones:
        phone.goto(page.url)
    played = [table_of(phone, number) for number, phone in enumerate(phones, 1)]
    for seating in range(1, 8):
        for table in played:
            partners |= {
                frozenset((table.names["A1"], table.names["A2"])),
                frozenset((table.names["B1"], table.names["B2"])),
            }
            facts, without_network = next(FACTS), seating == 3 and table is played[0]
            if without_network:
                table.lose_network()
            table.play(facts)
            count.add(facts, table.names)
            if without_network:
                expect(unsent_rows(table)).to_have_count(1)
                assert {*listed(table.page, ".ending")} == {*table.names.values()}
                restore_network(table)
        expected = {name: (count.points[name], seating) for name in EIGHT}
        for each in (page, *phones):
            expect(each.locator(".standings tbody tr td:last-child")).to_have_text(
                [str(seating)] * 8
            )
            assert {
                name: (number(points), int(rounds))
                for _, name, points, rounds in standings(each)
            } == expected
        if seating < 7:
            page.get_by_role("button", name=f"On to seating {seating + 1}").tap()
            for table in played:
                table.tap(table.page.get_by_role("link", name="Next game"))
                expect(table.page.locator("#score .next")).to_contain_text(
                    f"Seating {seating + 1} of 7, table"
                )
                seated(table)

    assert partners == {frozenset(pair) for pair in combinations(EIGHT, 2)}
    best = max(count.points.values())
    winners = [name for name, points in count.points.items() if points == best]
    said = page.locator(".headline").inner_text()
    assert sorted(said.removeprefix("First place: ").split(", ")) == sorted(winners)


def test_page_of_all_tables_shows_a_seating_that_another_phone_began(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    start(page)
    other = new_context(storage_state=page.context.storage_state()).new_page()
    other.goto(page.url)
    session = page.url
    for table in (1, 2):
        table_of(page, table).play(plain(60))
        page.goto(session)

    page.get_by_role("link", name="Somebody comes or leaves").tap()
    page.get_by_label("Hana").uncheck()
    page.get_by_label("And somebody new").fill("Ida")
    page.get_by_role("button", name="Seat everybody").tap()

    expect(other.get_by_role("heading", level=1)).to_have_text("Seating 2 of 7")
    expect(other.locator(".session .records").first).to_contain_text("Ida")
    expect(other.locator(".session .records").first).not_to_contain_text("Hana")


def test_seats_are_given_out_with_a_network_only(page: Page, page_errors: PageErrors) -> None:
    page_errors.expect(*NOISE)
    page.goto("/new/tables/")
    page.get_by_label("Who is here?").fill("\n".join(EIGHT))
    page.wait_for_load_state()
    page.context.set_offline(True)

    page.get_by_role("button", name="Seat everybody").tap()

    expect(page.get_by_role("alert")).to_contain_text("giving out seats needs a network")
    page.context.set_offline(False)
    page.get_by_role("button", name="Seat everybody").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Seating 1 of 7")

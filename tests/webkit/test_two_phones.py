"""Two phones with WebKit at one table."""

from collections.abc import Callable

import pytest

from tests.server import Server
from tests.webkit.phone import WebKitPhone


@pytest.fixture
def friend(table: WebKitPhone, new_phone: Callable[[], WebKitPhone]) -> WebKitPhone:
    """A second phone at the same table."""
    friend = new_phone()
    friend.copy_cookies(table)
    friend.open(table.path)
    friend.expect_totals(0, 0)
    return friend


def test_round_of_another_phone_appears(table: WebKitPhone, friend: WebKitPhone) -> None:
    table.tick("first", "B2")
    table.tap("button.double[value='B1']")
    friend.expect_totals(0, 200)


def test_conflict_is_decided(table: WebKitPhone, friend: WebKitPhone, server: Server) -> None:
    """Both phones record a round without a server. The one that sends later has to decide."""
    for phone in (table, friend):
        phone.wait_until_queue_is_loaded()
    server.stop()
    for phone, points in ((table, 60), (friend, 35)):
        phone.tick("first", "A1")
        phone.tap(f"button[name='card_points'][value='{points}']")
        phone.expect_totals(points, 100 - points)
    server.start()

    def is_asked(phone: WebKitPhone) -> bool:
        return bool(phone.find("main.conflict"))

    table.wait_until(lambda: is_asked(table) or is_asked(friend), "one phone is asked")
    asked = table if is_asked(table) else friend
    asked.tap("main.conflict form[action$='/rounds/'] button")

    for phone in (table, friend):
        phone.expect_totals(95, 105)


def test_rematch_is_offered_to_the_other_phone(table: WebKitPhone, friend: WebKitPhone) -> None:
    for total in (400, 800, 1200):
        table.tick("grand", "A1")
        table.tick("first", "A1")
        table.tap("button.double[value='A2']")
        if total < 1000:
            table.expect_totals(total, 0)
    friend.wait_until(lambda: bool(friend.find("form.rematch")), "the end of the game")
    ended = table.path
    table.tap("form.rematch button[value='A2']")
    table.wait_until(lambda: table.path not in (ended, "/"), "the table of the rematch")
    table.expect_totals(0, 0)
    friend.tap(".followed a")
    friend.wait_until(lambda: friend.path == table.path, "the table of the rematch")


def test_counted_cards_are_recorded(table: WebKitPhone, friend: WebKitPhone) -> None:
    table.tick("first", "A1")
    table.tap("button[name='next'][value='count']")
    table.wait_until(lambda: table.path.endswith("/count/"), "the page that counts cards")
    table.tap("label:has(input[name='pile'])")
    for card in ("dragon", "K", "K"):
        table.tap(f"fieldset.cards button[value='{card}']")
    table.expect_texts("#result button", ["Record 45 : 55"])
    table.tap("#result button")
    for phone in (table, friend):
        phone.expect_totals(45, 55)

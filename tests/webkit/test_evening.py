"""An evening at the table with a phone that has WebKit."""

from tests.server import Server
from tests.webkit.phone import WebKitPhone


def test_round_with_a_call_is_recorded_and_undone(table: WebKitPhone) -> None:
    table.tick("tichu", "A1")
    table.tick("first", "A1")
    table.tap("button[name='card_points'][value='60']")
    table.expect_totals(160, 40)
    table.tap("button.undo")
    table.expect_totals(0, 0)


def test_rounds_without_a_server_are_sent_once(table: WebKitPhone, server: Server) -> None:
    """The page is reloaded without a server as well, so a service worker answers."""
    table.wait_until_cached(table.path)
    table.wait_until_cached("/unsent/")
    server.stop()
    table.tick("first", "A1")
    table.tap("button[name='card_points'][value='60']")
    table.expect_totals(60, 40)
    table.reload()
    table.expect_totals(60, 40)
    table.tick("grand", "B1")
    table.tick("first", "B1")
    table.tap("button.double[value='B2']")
    table.expect_totals(60, 440)
    server.start()
    table.wait_until_sent()
    table.reload()
    table.expect_totals(60, 440)

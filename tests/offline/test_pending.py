"""The items that a page takes for unsent between the answer and the removal from the store."""

from tests.javascript import JavaScript, read_module

PENDING = "scoring/js/offline/pending.js"
GAME = "6f1c7f5e-0000-4000-8000-000000000000"
STUBS = {
    "scoring/js/live/status.js": "export const isOffline = () => false;",
    "scoring/js/offline/games.js": f"""export const isBlank = () => false;
export const ofPage = () => ({{ key: "{GAME}" }});""",
    "scoring/js/offline/store.js": "export const read = async () => ({ items });",
}
ROUND = {"id": 1, "key": "a-round", "game": GAME, "verb": "record", "fields": [], "after": 1}
CHANGE_NUMBER = 5
STATE_OF_ROUND = f"""async ({{ "{PENDING}": pending }}, round, number, version) => {{
  items = [round];
  shown = version;
  await pending.read();
  if (number) pending.acknowledge(round, number);
  return [pending.isQueued(round.id), pending.notShown().map(({{ status }}) => status)];
}}"""


def queued_and_not_shown(*, number: int, version: int) -> list[object]:
    """Whether the round is queued, and the status of what the board does not show, once the
    server has answered with the number of the change (0: it has not), and the board shows a
    version."""
    scripts = JavaScript(
        PENDING,
        setup="""var items = [], shown = 0;
        var document = { querySelector: () => ({ dataset: { version: shown } }) };""",
        read=lambda name: STUBS.get(name) or read_module(name),
    )
    found: list[object] = scripts.run(STATE_OF_ROUND, ROUND | {"status": ""}, number, version)
    return found


def test_round_is_queued_until_it_is_acknowledged() -> None:
    assert queued_and_not_shown(number=0, version=CHANGE_NUMBER) == [True, [""]]


def test_acknowledged_round_that_is_still_stored_is_not_queued() -> None:
    found = queued_and_not_shown(number=CHANGE_NUMBER, version=CHANGE_NUMBER - 1)
    assert found == [False, ["acknowledged"]]


def test_acknowledged_round_that_the_board_shows_before_its_removal_is_not_queued() -> None:
    """Amending it ends here: what is drawn has no such row."""
    assert queued_and_not_shown(number=CHANGE_NUMBER, version=CHANGE_NUMBER) == [False, []]

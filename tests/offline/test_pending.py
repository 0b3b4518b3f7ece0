"""The items that a page treats as unsent between the answer and their removal from the
store."""

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
STATE_OF_ROUND = f"""async ({{ "{PENDING}": pending }}, round, number, version, answers) => {{
  items = [round];
  shown = version;
  await pending.read();
  for (let each = 0; each < answers; each += 1) pending.acknowledge(round, number);
  return [pending.isQueued(round.id), pending.notShown().map(({{ status }}) => status)];
}}"""


def queued_and_not_shown(*, version: int, answers: int = 1) -> list[object]:
    """Return whether the round is queued, and the status of the items that the board does not
    show, after this number of pages has published the answer with CHANGE_NUMBER and the board
    shows a version."""
    scripts = JavaScript(
        PENDING,
        setup="""var items = [], shown = 0;
        var document = { querySelector: () => ({ dataset: { version: shown } }) };""",
        read=lambda name: STUBS.get(name) or read_module(name),
    )
    item = ROUND | {"status": ""}
    found: list[object] = scripts.run(STATE_OF_ROUND, item, CHANGE_NUMBER, version, answers)
    return found


def test_round_is_queued_until_it_is_acknowledged() -> None:
    assert queued_and_not_shown(version=CHANGE_NUMBER, answers=0) == [True, [""]]


def test_acknowledged_round_that_is_still_stored_is_not_queued() -> None:
    found = queued_and_not_shown(version=CHANGE_NUMBER - 1)
    assert found == [False, ["acknowledged"]]


def test_round_that_two_pages_have_sent_is_shown_once() -> None:
    found = queued_and_not_shown(version=CHANGE_NUMBER - 1, answers=2)
    assert found == [False, ["acknowledged"]]


def test_acknowledged_round_that_the_board_shows_before_its_removal_is_not_queued() -> None:
    """Nobody can amend it here, because no such row is drawn."""
    assert queued_and_not_shown(version=CHANGE_NUMBER) == [False, []]

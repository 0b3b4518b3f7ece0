"""Logs, ways to damage them, and a check whether a file is refused."""

import json
import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any

from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_import import import_log
from scoring.models import (
    Agreement,
    Change,
    Device,
    Game,
    Group,
    Membership,
    Payment,
    Player,
    Round,
)
from scoring.rules.saved_ruling import CardQuestion, SavedRuling
from scoring.services.sessions import SessionStart, start_session
from tests.factories import DeviceFactory, GameFactory, GameWriter, GroupFactory, plain
from tests.scoring.log_groups import log_of
from tests.scoring.stored_rows import stored_rows

MODELS = (Change, Device, Game, Group, Membership, Payment, Player, Round)


def refused(log: bytes) -> bool:
    """Return whether the file is refused without storing anything. A group that is imported is
    discarded."""
    before = stored_rows(*MODELS)
    try:
        group = import_log(BytesIO(log), DeviceFactory.create)
    except DamagedFile:
        assert stored_rows(*MODELS) == before
        return True
    group.deleted = None
    return False


# Functions that damage a log, by a name.
Damages = dict[str, Callable[[dict[str, Any]], object]]


def small_log() -> dict[str, Any]:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    writer.record(plain(35))
    writer.adjust(-50, 0)
    writer.undo()
    told: dict[str, Any] = json.loads(log_of(writer.game.group))
    return told


SEASON = {
    "id": "00000000-0000-4000-8000-000000000000",
    "name": "Spring",
    "first_day": "2026-01-01",
    "last_day": "2026-06-30",
}

DAMAGES: Damages = {
    "another format": lambda log: log.update(format="tichu-counter"),
    "a newer version": lambda log: log.update(version=2),
    "no version": lambda log: log.pop("version"),
    "no players": lambda log: log.update(players=[]),
    "a player twice": lambda log: log["players"].append(log["players"][0]),
    "a name twice": lambda log: log["players"][0].update(name=log["players"][1]["name"]),
    "a colour that is none": lambda log: log["players"][0].update(colour="blue"),
    "a colour that is no text": lambda log: log["players"][0].update(colour=["teal"]),
    "a symbol of two": lambda log: log["players"][0].update(symbol="🦊🐢"),
    "a symbol that shows nothing": lambda log: log["players"][0].update(symbol="\u200b"),
    "a symbol that is not composed": lambda log: log["players"][0].update(symbol="e\u0301"),
    "a photo that is no text": lambda log: log["players"][0].update(photo=1),
    "a photo in no Base64": lambda log: log["players"][0].update(photo="*"),
    "a photo that is none": lambda log: log["players"][0].update(photo="R0lG"),
    "avatars neither shown nor not": lambda log: log["group"].update(shows_avatars=1),
    "house rules that are no ids": lambda log: log["group"].update(play_rules=["A b"]),
    "a house rule twice": lambda log: log["group"].update(play_rules=["dog", "dog"]),
    "house rules that are no list": lambda log: log["group"].update(play_rules="dog"),
    "a name with a control character": lambda log: log["players"][0].update(name="A\x07"),
    "a name that is too long": lambda log: log["players"][0].update(name="A" * 25),
    "a game twice": lambda log: log["games"].append(log["games"][0]),
    "no author": lambda log: log.update(authors=[]),
    "a player who is nobody": lambda log: log["games"][0]["seats"].__setitem__(
        0, "00000000-0000-4000-8000-000000000000"
    ),
    "a player on two seats": lambda log: log["games"][0]["seats"].__setitem__(
        0, log["games"][0]["seats"][1]
    ),
    "other points": lambda log: log["games"][0]["rounds"][0]["points"].update(A=65),
    "card points that no round has": lambda log: log["games"][0]["rounds"][0]["facts"].update(
        card_points={"A": 61, "B": 39}
    ),
    "a round that the log does not know": lambda log: log["games"][0]["rounds"].pop(),
    "a round before its game": lambda log: log["games"][0]["rounds"][0].update(
        recorded="0001-01-01T00:00:00+00:00"
    ),
    "a number with a fraction": lambda log: log["games"][0].update(version=4.5),
    "a number that is too large": lambda log: log["games"][0].update(version=2**31),
    "a version that no change can raise": lambda log: log["games"][0].update(version=2**31 - 1),
    "a place in a series that nothing follows": lambda log: log["games"][0].update(
        series={"id": log["games"][0]["id"], "best_of": 3, "number": 2**15 - 1}
    ),
    "true for a number": lambda log: log["games"][0].update(seating_number=True),
    "an undo of something else": lambda log: log["games"][0]["changes"][-1].update(target=1),
    "an undo of nothing": lambda log: log["games"][0]["changes"].pop(2),
    "a change of a field that is none": lambda log: log["games"][0]["changes"][2].update(
        before={"group_id": 1}, after={"group_id": 2}
    ),
    "a change that did not lead here": lambda log: (
        log["games"][0].update(
            ending="abandoned", ending_reason="", changes=log["games"][0]["changes"]
        )
        or log["games"][0]["changes"].append(
            log["games"][0]["changes"][0]
            | {
                "id": "00000000-0000-4000-8000-000000000000",
                "number": 4,
                "kind": "ending",
                "seq": 0,
                "before": {"ending": "", "ending_reason": ""},
                "after": {"ending": "forfeited_a", "ending_reason": ""},
            }
        )
    ),
    "a rest of the file": lambda log: log.update(games={}),
    "nothing that ends the game": lambda log: log["games"][0]["agreement"].update(target=None),
    "an extra call without a worth": lambda log: log["games"][0]["agreement"].update(
        extra_call="Blind Tichu"
    ),
    "an extra call without a name": lambda log: log["games"][0]["agreement"].update(
        extra_call_points=400
    ),
    "an end before the last round": lambda log: log["games"][0]["agreement"].update(target=50),
    "half of a character": lambda log: log["group"].update(name="\ud800"),
    "a zero character": lambda log: log["games"][0].update(ending_reason="\x00"),
    "a season that ends before it begins": lambda log: log.update(
        seasons=[SEASON | {"last_day": "2025-12-31"}]
    ),
    "a season twice": lambda log: log.update(seasons=[SEASON, SEASON]),
    "a season without a name": lambda log: log.update(seasons=[SEASON | {"name": ""}]),
    "a day that is none": lambda log: log.update(seasons=[SEASON | {"first_day": "20260101"}]),
    "a payment to oneself": lambda log: log["payments"].append(
        {
            "id": "00000000-0000-4000-8000-000000000000",
            "payer": log["players"][0]["id"],
            "payee": log["players"][0]["id"],
            "chips": 1,
            "at": "2026-01-01T00:00:00+00:00",
        }
    ),
}


def log_with_a_ruling() -> dict[str, Any]:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    question = CardQuestion(("7j",), ("2j", "2s", "2p", "2t"), turn="no")
    kept = SavedRuling(1, question, legal=True, reason="OK", rules=("bomb",), allowed=False)
    writer.save_ruling(kept)
    told: dict[str, Any] = json.loads(log_of(writer.game.group))
    return told


def ruling(log: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = log["games"][0]["rulings"][0]
    log["games"][0]["changes"][-1]["after"]["rulings"] = [found]
    return found


def asked(log: dict[str, Any]) -> dict[str, Any]:
    question: dict[str, Any] = ruling(log)["question"]
    return question


RULING_DAMAGES: Damages = {
    "a ruling on no card": lambda log: asked(log).update(table=["17j"]),
    "a ruling on a card twice": lambda log: asked(log).update(table=["2j"]),
    "a ruling on cards that are no list": lambda log: asked(log).update(table="7j"),
    "a ruling on a wish for a dog": lambda log: asked(log).update(wish="dog"),
    "a ruling on nobody's turn": lambda log: asked(log).update(turn="later"),
    "a ruling that is neither legal nor not": lambda log: ruling(log).update(legal=1),
    "a ruling with a long note": lambda log: ruling(log).update(note="x" * 201),
    "a ruling on a later round": lambda log: ruling(log).update(after=5),
    "no rulings, told": lambda log: log["games"][0].update(rulings=[]),
}


def log_of_a_session() -> dict[str, Any]:
    group = GroupFactory.create()
    names = tuple(f"P{number}" for number in range(9))
    start_session(group, SessionStart(names, Agreement()), key=uuid.uuid4())
    told: dict[str, Any] = json.loads(log_of(group))
    return told


def table_of(log: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = log["games"][0]["rotation"]["session"]
    return found


SESSION_DAMAGES: Damages = {
    "a session without a key": lambda log: table_of(log).pop("key"),
    "a session whose key is none": lambda log: table_of(log).update(key="12"),
    "a session whose key is written otherwise": lambda log: table_of(log).update(
        key=str(uuid.UUID(table_of(log)["key"]))
    ),
    "a seating before the first": lambda log: table_of(log).update(seating=0),
    "a table that is no number": lambda log: table_of(log).update(table="1"),
    "as many seatings as no evening has": lambda log: table_of(log).update(seatings=2**15),
    "somebody who sits out twice": lambda log: table_of(log).update(
        sitting_out=table_of(log)["sitting_out"] * 2
    ),
    "a stranger who sits out": lambda log: table_of(log).update(
        sitting_out=[str(uuid.uuid4())]
    ),
    "five at a table": lambda log: log["games"][0]["rotation"]["players"].extend(
        table_of(log)["sitting_out"]
    ),
}

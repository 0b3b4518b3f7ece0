"""Plays an evening at several tables, as a phone does."""

import uuid
from typing import Any

from scoring.models import Game, Player, Session
from tests.factories import Phone

EIGHT = ("Ada", "Ben", "Cleo", "Dora", "Eva", "Finn", "Gil", "Hana")


NEW = "/new/tables/"


def start(phone: Phone, *names: str, **fields: Any) -> Session:
    """Start a session of these players, whose names are all new."""
    sent = {"new_names": "\n".join(names or EIGHT), "rounds_each": "1"} | fields
    response = phone.client.post(NEW, sent | {"group": phone.group.key})
    assert response.status_code == 302, response.content.decode()
    return at(response["Location"])


def at(url: str) -> Session:
    """Return the present session at this address."""
    parts = url.strip("/").split("/")
    key = parts[parts.index("sessions") + 1]
    game = Game.objects.filter(rotation_facts__session__key=key.replace("-", "")).latest("pk")
    return now(game)


def now(game: Game) -> Session:
    """Return the present session of this game."""
    game = Game.objects.get(pk=game.pk)
    assert game.rotation is not None
    assert game.rotation.session is not None
    found = Session.find(game.group_id, uuid.UUID(game.rotation.session.key))
    assert found is not None
    return found


def url(session: Session) -> str:
    return f"/g/{session.first.group.key}/sessions/{session.key}/"


def record(phone: Phone, game: Game, **fields: Any) -> Any:
    """Record a round at this table, from a page that shows its present state."""
    phone.game = Game.objects.get(pk=game.pk)
    sent: dict[str, Any] = {
        "first": "A1",
        "card_points": "60",
        "seating": phone.game.seating_number,
    }
    return phone.record(**(sent | fields))


def seat(phone: Phone, session: Session, *names: str, number: int | None = None) -> Any:
    """Post the next seating with the players of these names, by default those who are
    present."""
    players = Player.objects.filter(group=session.first.group_id)
    here = [
        player.pk
        for player in players
        if (player.name in names if names else player.pk in session.present)
    ]
    new = [name for name in names if name not in {player.name for player in players}]
    sent = {
        "number": number or session.seating + 1,
        "player": here,
        "new_names": "\n".join(new),
    }
    return phone.client.post(f"{url(session)}next/", sent)


def tables(session: Session) -> list[str]:
    """Return who plays at each table, with the partners beside each other."""
    found = [game.names_in(game.players) for game in session.tables]
    return [f"{each.a1} {each.a2} : {each.b1} {each.b2}" for each in found]


def finish(phone: Phone, session: Session) -> None:
    """Record a round at every table."""
    for game in session.tables:
        record(phone, game)


def win_all_rounds_of(phone: Phone, name: str, session: Session) -> Session:
    """Record a round at every table. The team of this player wins it with all card points. At
    the other tables it is a tie."""
    for game in session.tables:
        names = game.names
        left = 50 if name not in names else 100 if name in (names.a1, names.a2) else 0
        record(phone, game, first="B1" if left == 0 else "A1", card_points=str(left))
    return now(session.first)


def play_to_the_end(phone: Phone, name: str) -> Session:
    """Play a session of EIGHT in which this player wins all rounds."""
    session = win_all_rounds_of(phone, name, start(phone))
    while not session.over:
        session = win_all_rounds_of(phone, name, at(seat(phone, session)["Location"]))
    return session

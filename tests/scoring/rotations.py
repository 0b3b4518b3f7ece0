"""Starts and reads games whose partners change, as a phone does."""

from typing import Any

from scoring.models import Game
from tests.factories import Phone


def seated(game: Game) -> str:
    """Return who plays at the table, with the partners beside each other."""
    names = Game.objects.get(pk=game.pk).names
    return f"{names.a1} {names.a2} : {names.b1} {names.b2}"


def played(game: Game) -> list[str]:
    """Return who played each round, with the partners beside each other."""
    game = Game.objects.get(pk=game.pk)
    names = [game.names_in(row.round.players) for row in game.sheet.rows]
    return [f"{each.a1} {each.a2} : {each.b1} {each.b2}" for each in names]


FIRST, SECOND, THIRD = (
    "Ada Cleo : Ben Dora",
    "Ada Ben : Cleo Dora",
    "Ada Dora : Cleo Ben",
)


FORM = {
    "a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora",
    "preset": "official", "tie": "play_on",
}  # fmt: skip


def start(phone: Phone, **fields: str) -> Game:
    phone.group  # noqa: B018 (the group of this phone)
    response = phone.client.post("/new/", FORM | fields)
    assert response.status_code == 302, response.content.decode()
    return Game.objects.get(key=response["Location"].split("/")[2])


def present(phone: Phone, *names: str, new: str = "", after: int | None = None) -> Any:
    """Post which players are present, from a page that shows the present sheet, or the sheet as
    of round `after`."""
    game = Game.objects.get(pk=phone.game.pk)
    seen = game.last_seq if after is None else after
    return phone.post(
        "substitute/", after=seen, seating=game.seating_number, player=names, new_name=new
    )

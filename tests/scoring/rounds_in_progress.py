"""Calls, counted cards and notes of a round in progress, and a game as it is stored."""

from scoring.models import Game
from scoring.rules import Bomb, Call, CallLevel, CardCount, PointCard, RoundNotes, Seat, Team

BEN = Call(Seat.B1, CallLevel.TICHU)
ADA = Call(Seat.A1, CallLevel.GRAND)
FOUR_NINES = RoundNotes((Bomb(Seat.B1, 4, 9),), "the mythical 14-card straight")
COUNTED = CardCount({Team.A: (PointCard.KING, PointCard.DRAGON)})


def stored(game: Game) -> Game:
    """Return the game from the database, as another phone reads it."""
    return Game.objects.get(pk=game.pk)

"""A finished game with fixed times of its start and end."""

from datetime import UTC, datetime, timedelta

from scoring.models import Game, Round
from scoring.rules import Seat
from tests.factories import GameFactory, GameWriter, double

BEGAN = datetime(2026, 11, 20, 20, 12, tzinfo=UTC)
ENDED = datetime(2026, 11, 20, 21, 14, 30, tzinfo=UTC)


def moved_to_the_day_before() -> Game:
    """Return the finished game after a correction of its date to a day earlier."""
    game = finished()
    GameWriter(game).correct_date(BEGAN - timedelta(days=3))
    GameWriter(game).correct_date(BEGAN - timedelta(days=1))
    return Game.objects.get(pk=game.pk)


def finished() -> Game:
    """Return a game that ended 1000 : 0."""
    game = GameFactory.create(
        player_a1__name="Zoë", player_b1__name="Ben", player_a2__name="Cleo 🐉",
        player_b2__name="Dora",
    )  # fmt: skip
    GameWriter(game).record_often(double(Seat.A1), 5)
    Round.objects.filter(game=game).update(recorded=ENDED)
    Game.objects.filter(pk=game.pk).update(created=BEGAN)
    return Game.objects.get(pk=game.pk)

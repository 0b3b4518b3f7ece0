"""The standings of games, read from the sums of their rounds."""

from typing import NamedTuple

from django.db.models import Count, Max, Sum
from django.db.models.functions import Coalesce

from scoring.models.game import Game
from scoring.models.round import Round
from scoring.rules import ByTeam, Ending, Standing, final_standing


class GameStanding(NamedTuple):
    """The standing of a game; `last_seq` is 0 before its first round."""

    game: Game
    standing: Standing
    last_seq: int


def standings_of_games(games: list[Game]) -> list[GameStanding]:
    """The standing of each game, by one query for all of them."""
    sums = {
        row["game"]: row
        for row in Round.objects.order_by()
        .filter(game__in=games)
        .values("game")
        .annotate(
            a=Coalesce(Sum("points_a"), 0),
            b=Coalesce(Sum("points_b"), 0),
            n=Count("*"),
            last_seq=Max("seq"),
        )
    }
    nothing = {"a": 0, "b": 0, "n": 0, "last_seq": 0}

    def stands(game: Game) -> GameStanding:
        if game.final_totals:
            return GameStanding(game, final_standing(game.race, game.final_totals), 0)
        row = sums.get(game.pk, nothing)
        totals = game.adjusted(ByTeam(row["a"], row["b"]))
        standing = game.race.standing(totals, row["n"])
        return GameStanding(game, standing.ended_by(Ending(game.ending)), row["last_seq"])

    return [stands(game) for game in games]

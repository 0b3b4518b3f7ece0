"""The first place in games whose partners changed."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from scoring.models.game import Game
from scoring.models.round import Round
from scoring.models.scoresheet import ScoreSheet
from scoring.rules import Ending, RaceState
from scoring.rules.player_standings import PlayerScore, PlayerStanding
from scoring.rules.rotation import RotationScoring


class FirstPlace(NamedTuple):
    """The players in the first place, by primary key, and the score of each. `scoring` says how
    they are ranked."""

    players: tuple[int, ...]
    scores: tuple[PlayerScore, ...]
    scoring: RotationScoring


def first_place(game: Game) -> FirstPlace | None:
    """The first place in a game whose partners changed, after all its rounds. Returns None for
    any other game, and for a table of a session, because a session ranks the players of all its
    tables.
    """
    rotation = game.rotation
    if rotation is None or rotation.session:
        return None
    if game.sheet.standing.state is not RaceState.COMPLETED:
        return None
    return first_place_of(game.player_standings, rotation.scoring)


def first_place_of(standings: Iterable[PlayerStanding], scoring: RotationScoring) -> FirstPlace:
    """The first place in these standings, which were computed by this scoring."""
    first = [each for each in standings if each.place == 1]
    players = tuple(each.player for each in first)
    return FirstPlace(players, tuple(each.score for each in first), scoring)


def read_sheets(games: Collection[Game]) -> None:
    """Set the score sheets of these games, whose partners change: one query for all of them,
    none if there are no games. Such games have no adjustments."""
    if not games:
        return
    rounds: dict[int, list[Round]] = defaultdict(list)
    for row in Round.objects.filter(game__in=games).order_by("game_id", "seq"):
        rounds[row.game_id].append(row)
    for game in games:
        game.set_sheet(ScoreSheet(game.race, rounds[game.pk], ending=Ending(game.ending)))

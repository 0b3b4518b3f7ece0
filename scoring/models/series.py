"""Series of games of the same two teams: the number of games that each team has won."""

import uuid
from collections import defaultdict
from collections.abc import Iterable

from scoring.models.game import Game
from scoring.models.game_standings import standings_of_games
from scoring.rules import Series, Team


def series_of(games: Iterable[Game]) -> dict[int, Series]:
    """The present state of the series of each game that belongs to one, by primary key of the
    game. The teams are those of that game. Two queries; none if no game belongs to a series."""
    ours = [game for game in games if game.series]
    if not ours:
        return {}
    winners = _winners({(game.group_id, game.series) for game in ours if game.series})
    return {
        game.pk: Series.seen_from(
            game.series_number, game.best_of, winners[game.group_id, game.series]
        )
        for game in ours
        if game.series and game.series_number and game.best_of
    }


def _winners(
    keys: set[tuple[int, uuid.UUID]],
) -> dict[tuple[int, uuid.UUID], list[tuple[int, Team | None]]]:
    """The number and the winner of every game of these series, by group and key of the series.
    The group is needed because a group that was imported from a log has series with the same
    keys as the original group."""
    winners = defaultdict(list)
    groups, series = zip(*keys, strict=True)
    for each in standings_of_games(
        list(Game.objects.filter(group__in=groups, series__in=series))
    ):
        if each.game.series and each.game.series_number:
            found = each.game.series_number, each.standing.winner
            winners[each.game.group_id, each.game.series].append(found)
    return winners

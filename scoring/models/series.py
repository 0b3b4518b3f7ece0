"""Series of games of the same two teams: how many each has won."""

import uuid
from collections import defaultdict
from collections.abc import Iterable

from scoring.models.game import Game
from scoring.models.game_standings import standings_of_games
from scoring.rules import Series, Team


def series_of(games: Iterable[Game]) -> dict[int, Series]:
    """By primary key of those games that belong to one: how their series stands now, as the
    teams sit in that game. Two queries, none where no game belongs to a series."""
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
    """The number and the winner of every game of these series, by group and series: a group
    that was imported from a log has series of the same keys as the one that it came from."""
    winners = defaultdict(list)
    groups, series = zip(*keys, strict=True)
    for each in standings_of_games(
        list(Game.objects.filter(group__in=groups, series__in=series))
    ):
        if each.game.series and each.game.series_number:
            found = each.game.series_number, each.standing.winner
            winners[each.game.group_id, each.game.series].append(found)
    return winners

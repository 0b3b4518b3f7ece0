"""Seasons: their tables, their winners, and the possible results of a season that has not
ended."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from math import ceil

from scoring.models import Group, Season
from scoring.rules import OFFICIAL_WORTHS
from scoring.stats.group_tallies import tally_games
from scoring.stats.history import GroupHistory, read_history
from scoring.stats.played_game import PlayedGame
from scoring.stats.players import PlayerStats, player_stats
from scoring.stats.stats_filter import StatsFilter

# The pace of a season is estimated from at least this many games in at least this many days.
# That is two evenings of a group that plays once a week.
MIN_PACE_GAMES = 5
MIN_PACE_DAYS = 14


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """One player's place in the table; equal players share a place.

    `ahead` is the number of games won minus games lost, which decides the place.
    `games_to_lead` is the least number of games after which this player can be first: by
    winning each of them against the player who is first now, and by points if both are equal in
    the end. It is 0 for the player who is first.
    """

    place: int
    stats: PlayerStats
    ahead: int
    games_to_lead: int

    @property
    def points_ahead(self) -> int:
        """The points by which the player is ahead of the opponents in all rounds."""
        return self.stats.tally.margin.total


@dataclass(frozen=True, slots=True)
class CallerPlace:
    """One player's place by calls. `points` is the worth of the made Tichus and Grand Tichus
    minus that of the failed ones, by the rule book."""

    place: int
    stats: PlayerStats
    points: int


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The players of a season with a game that is over, and the callers, each in order. `games`
    is the number of games that are over, `rounds` the number of all rounds."""

    places: tuple[SeasonPlace, ...]
    callers: tuple[CallerPlace, ...]
    games: int
    rounds: int

    @property
    def first(self) -> tuple[int, ...]:
        """The players who are first, or have won the season; empty if nobody has won more games
        than lost."""
        return tuple(
            each.stats.player for each in self.places if each.place == 1 and each.ahead > 0
        )


def season_table(games: Sequence[PlayedGame]) -> SeasonTable:
    """Return the table of these games, which are the games of a season.

    The place is decided by games won minus games lost, then by the points ahead of the
    opponents in all rounds, as on an evening. Games with changing partners are won by nobody,
    but their calls count.
    """
    history = GroupHistory(list(games))
    players = list(player_stats(history, tally_games(games).players).values())
    return SeasonTable(
        _places([each for each in players if each.tally.games]),
        _callers(
            [each for each in players if any(calls.made for calls in each.official_calls)]
        ),
        sum(1 for game in games if game.over),
        sum(len(game.round_codes) for game in games),
    )


def season_games(group: Group, season: Season) -> list[PlayedGame]:
    """Return the games of a season of this group."""
    return read_history(group, StatsFilter(season.first_day, season.last_day)).games


def season_tables(group: Group, seasons: Iterable[Season]) -> dict[int, SeasonTable]:
    """Return the tables of these seasons of the group by primary key. The games are read
    once."""
    games = read_history(group).games
    return {
        season.pk: season_table([game for game in games if season.includes(game.day)])
        for season in seasons
    }


def games_left(season: Season, games: Iterable[PlayedGame], today: date) -> int | None:
    """Return the number of remaining games of a season that has not ended, if as many games are
    played a day as since the first of its `games`. It is rounded up, so it is never 0 while
    days remain.

    Today counts as a remaining day until a game of today is over. None if the season has not
    begun or is over, or if its pace is unknown: with fewer than MIN_PACE_GAMES games that are
    over, or fewer than MIN_PACE_DAYS days since the first one. Without a pace, every player can
    still be first, since any number of games may be played.
    """
    days = [game.day for game in games if game.over]
    if not season.includes(today) or len(days) < MIN_PACE_GAMES:
        return None
    last_played = today if today in days else today - timedelta(days=1)
    gone = (last_played - min(days)).days + 1
    if gone < MIN_PACE_DAYS:
        return None
    return ceil(Fraction(len(days) * (season.last_day - last_played).days, gone))


def _places(players: Iterable[PlayerStats]) -> tuple[SeasonPlace, ...]:
    ordered = sorted(players, key=lambda each: (*(-n for n in each.success), each.player))
    successes = [each.success for each in ordered]
    best = successes[0][0] if successes else 0
    return tuple(
        SeasonPlace(
            successes.index(success) + 1,
            stats,
            success[0],
            # Each game reduces the distance by two: one player wins it, and the other loses it.
            0 if success == successes[0] else max(1, (best - success[0] + 1) // 2),
        )
        for stats, success in zip(ordered, successes, strict=True)
    )


def _callers(players: Iterable[PlayerStats]) -> tuple[CallerPlace, ...]:
    points = {each.player: call_points(each) for each in players}
    ordered = sorted(players, key=lambda each: (-points[each.player], each.player))
    brought = [points[each.player] for each in ordered]
    return tuple(
        CallerPlace(brought.index(value) + 1, stats, value)
        for stats, value in zip(ordered, brought, strict=True)
    )


def call_points(stats: PlayerStats) -> int:
    """Return the points of a player's calls by the worths of the rule book.

    The worths of failed Tichus and Grand Tichus are subtracted.
    """
    return sum(
        OFFICIAL_WORTHS[each.level] * (2 * each.made.k - each.made.n)
        for each in stats.official_calls
    )

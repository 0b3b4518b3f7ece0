"""The year in review: facts about a year of a group or of one of its players.

Counts are always facts. Any other fact needs a sample that is large enough. If a year has too
few figures for a fact, the review does not contain it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import TypeAlias

from scoring.rules import CallLevel
from scoring.stats.badges import Badge
from scoring.stats.estimates import Proportion
from scoring.stats.group_stats import GroupStats
from scoring.stats.highlights import find_pair_highlights
from scoring.stats.pairs import PartnerStats
from scoring.stats.players import BestEvening, CallStats, PlayerStats
from scoring.stats.profile import Difference, Trait, find_profile
from scoring.stats.ratings.point_rating import PointRating
from scoring.stats.records import Record, RecordType
from scoring.stats.seasons import call_points
from scoring.stats.tally import Tally

MAX_FACTS = 10
# From this month on, there is a review of the current year.
_REVIEW_MONTH = 12
_RECORDS = (RecordType.FARTHEST_BEHIND, RecordType.CLOSEST_FINISH)


@dataclass(frozen=True, slots=True)
class Played:
    """The number of games that are over, and the number of rounds. `evenings` and `players` are
    the numbers of evenings and players of the group; they are None in the review of a
    player."""

    games: int
    rounds: int
    evenings: int | None = None
    players: int | None = None


@dataclass(frozen=True, slots=True)
class LongestEvening:
    """The evening with the most rounds, and the number of all evenings."""

    day: date
    rounds: int
    games: int
    evenings: int


@dataclass(frozen=True, slots=True)
class MostWins:
    """The players who won the most games, and how many each of them won; `games` is the number
    of games of the group."""

    players: tuple[int, ...]
    won: int
    games: int


@dataclass(frozen=True, slots=True)
class Strongest:
    """The rating of a player who is better than all other ranked players, whose number is
    `others`: no other likely range overlaps with that of this player."""

    rating: PointRating
    others: int


@dataclass(frozen=True, slots=True)
class BestPair:
    """Two partners who are better together than their strengths make likely, by a significant
    difference."""

    partners: PartnerStats


@dataclass(frozen=True, slots=True)
class FrequentCompanion:
    """The player with whom, or against whom, a player played the most games, and the share of
    these games that were won."""

    player: int
    together: bool
    wins: Proportion


@dataclass(frozen=True, slots=True)
class CallsMade:
    """The share of the calls of one level that were made."""

    level: CallLevel
    made: Proportion


@dataclass(frozen=True, slots=True)
class TopCaller:
    """The players who gained the most points by calls, more than 0."""

    players: tuple[int, ...]
    points: int
    made: Proportion


@dataclass(frozen=True, slots=True)
class DoubleWins:
    """The double wins as a share of all rounds; `suffered` are those of the opponents, None in
    the review of a group."""

    made: Proportion
    suffered: Proportion | None = None


@dataclass(frozen=True, slots=True)
class MostBombs:
    """The number of noted bombs, and the players with the most."""

    bombs: int
    players: tuple[int, ...]
    most: int


@dataclass(frozen=True, slots=True)
class BadgesEarned:
    """The badges of a group or of one player, in their order."""

    badges: tuple[Badge, ...]


@dataclass(frozen=True, slots=True)
class GamesWon:
    won: Proportion


@dataclass(frozen=True, slots=True)
class FirstOut:
    """The rounds in which a player was first out. `difference` is set if their number is hardly
    due to chance."""

    first: Proportion
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class LongestRun:
    """The most games that a player won in a row, and the number of all games."""

    games: int
    of: int


Fact: TypeAlias = (
    Played
    | LongestEvening
    | MostWins
    | Strongest
    | BestPair
    | FrequentCompanion
    | CallsMade
    | TopCaller
    | DoubleWins
    | MostBombs
    | BadgesEarned
    | GamesWon
    | FirstOut
    | LongestRun
    | BestEvening
    | Record
)


def reviewed_years(stats: GroupStats, today: date) -> list[int]:
    """Return the years with a review, the latest first: those that are over, and from December
    on the current year."""
    over = today.year if today.month >= _REVIEW_MONTH else today.year - 1
    return [year for year in reversed(stats.years) if year <= over]


def group_year(stats: GroupStats, badges: Sequence[Badge]) -> tuple[Fact, ...]:
    """Return the facts of a group's year, from its statistics and badges; MAX_FACTS at most."""
    return tuple(islice(_group_facts(stats, badges), MAX_FACTS))


def player_year(stats: GroupStats, player: int, badges: Sequence[Badge]) -> tuple[Fact, ...]:
    """Return the facts of a player's year; none if the player did not play.

    `badges` are those of this player.
    """
    player_stats = stats.players.get(player)
    if player_stats is None:
        return ()
    return tuple(islice(_player_facts(stats, player_stats, badges), MAX_FACTS))


def _group_facts(stats: GroupStats, badges: Sequence[Badge]) -> Iterator[Fact]:
    everybody = list(stats.players.values())
    yield Played(stats.games, stats.rounds, len(stats.evenings), len(everybody))
    yield from _longest_evening(stats)
    won = {each.player: each.tally.won for each in everybody}
    if most := _most(won):
        yield MostWins(most, won[most[0]], stats.games)
    yield from _strongest(stats)
    yield from _best_pair(stats)
    yield from _top_caller(everybody)
    for record_type in _RECORDS:
        yield from (each for each in stats.records if each.type is record_type)
    noted = {each.player: each.bombs for each in everybody}
    if most := _most(noted):
        yield MostBombs(sum(noted.values()), most, noted[most[0]])
    if badges:
        yield BadgesEarned(tuple(badges))
    for level in (CallLevel.GRAND, CallLevel.TICHU):
        yield from _calls([_calls_of(each, level) for each in everybody])
    if stats.rounds:
        doubles = sum(each.tally.doubles for each in everybody) // 2  # both partners count it
        yield DoubleWins(Proportion(doubles, stats.rounds))


def _player_facts(
    stats: GroupStats, player_stats: PlayerStats, badges: Sequence[Badge]
) -> Iterator[Fact]:
    tally, player = player_stats.tally, player_stats.player
    yield Played(tally.games, tally.rounds)
    if tally.games:
        yield GamesWon(tally.wins)
    if player_stats.first:
        yield FirstOut(player_stats.first, _first_out_difference(stats, player))
    for level in (CallLevel.TICHU, CallLevel.GRAND):
        yield from _calls([_calls_of(player_stats, level)])
    yield from _companion(stats.partner_tallies(player), together=True)
    yield from _companion(stats.opponent_tallies(player), together=False)
    if player_stats.best_evening and player_stats.best_evening.tally.margin.total > 0:
        yield player_stats.best_evening
    if player_stats.streaks.won > 1:
        yield LongestRun(player_stats.streaks.won, tally.games)
    if tally.rounds and not badges:
        yield DoubleWins(tally.double_wins, tally.double_wins_suffered)
    if badges:
        yield BadgesEarned(tuple(badges))


def _most(counted: Mapping[int, int]) -> tuple[int, ...]:
    """Return the players with the highest number, if it is above 0 and another player has less;
    else none."""
    most = max(counted.values(), default=0)
    players = tuple(sorted(player for player, n in counted.items() if n == most))
    return players if most > 0 and len(players) < len(counted) else ()


def _longest_evening(stats: GroupStats) -> Iterator[Fact]:
    """Yield the longest evening, if it is longer than all others."""
    ordered = sorted(stats.evenings, key=lambda each: -each.rounds)
    if len(ordered) > 1 and ordered[0].rounds > ordered[1].rounds:
        day, games, rounds = ordered[0]
        yield LongestEvening(day, rounds, games, len(ordered))


def _strongest(stats: GroupStats) -> Iterator[Fact]:
    ranked = [each.rating for each in stats.league if each.ranked and each.rating]
    if len(ranked) > 1 and not any(
        ranked[0].interval.overlaps(other.interval) for other in ranked[1:]
    ):
        yield Strongest(ranked[0], len(ranked) - 1)


def _best_pair(stats: GroupStats) -> Iterator[Fact]:
    for highlight in find_pair_highlights(stats):
        chemistry = highlight.partners.chemistry
        if chemistry and chemistry.shrunk > 0:
            yield BestPair(highlight.partners)
            return


def _calls_of(stats: PlayerStats, level: CallLevel) -> CallStats:
    return stats.tichu if level is CallLevel.TICHU else stats.grand


def _calls(calls: Sequence[CallStats]) -> Iterator[Fact]:
    """Yield the calls of one level, if any were made or failed."""
    made = sum((each.made for each in calls), Proportion(0, 0))
    if made:
        yield CallsMade(calls[0].level, made)


def _top_caller(everybody: Sequence[PlayerStats]) -> Iterator[Fact]:
    points = {each.player: call_points(each) for each in everybody}
    if players := _most(points):
        calls = [
            each.tichu.made + each.grand.made for each in everybody if each.player in players
        ]
        yield TopCaller(players, points[players[0]], sum(calls, Proportion(0, 0)))


def _first_out_difference(stats: GroupStats, player: int) -> Difference | None:
    profile = find_profile(stats, player)
    differences = profile.differences if profile else ()
    return next((each for each in differences if each.trait is Trait.FIRST_OUT), None)


def _companion(tallies: Mapping[int, Tally], *, together: bool) -> Iterator[Fact]:
    """Yield the player with the most common games; if several are equal, the one with the most
    games won."""
    wins = {player: each.wins for player, each in tallies.items()}
    met = Counter({player: each.n for player, each in wins.items() if each})
    if met:
        player = min(met, key=lambda each: (-met[each], -wins[each].k, each))
        yield FrequentCompanion(player, together, wins[player])

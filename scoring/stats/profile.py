"""The profile of a player: strengths and weaknesses, advice, partners, opponents and form."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from scoring.stats.chance import MAX_CHANCE, bonferroni, chance_of_difference, chance_of_rate
from scoring.stats.estimates import Proportion
from scoring.stats.group_stats import GroupStats, LeagueEntry
from scoring.stats.players import RECENT_GAMES, CallStats, PlayerStats
from scoring.stats.records import Record
from scoring.stats.tally import Tally

# A record of all four players of a game is not listed as a record of one of them.
_AT_A_TABLE = 4
# Each of four players is equally likely to be first out, or last.
_ONE_OF_FOUR = Fraction(1, 4)


class Trait(StrEnum):
    """The rates by which players are compared."""

    FIRST_OUT = "first_out"
    LAST = "last"
    TICHUS_MADE = "tichus_made"
    GRANDS_MADE = "grands_made"
    OPPONENT_CALLS_FAILED = "opponent_calls_failed"
    DOUBLE_WINS = "double_wins"
    DOUBLE_WINS_SUFFERED = "double_wins_suffered"


# Lower rates of these traits are better.
_BETTER_IF_LOW = {Trait.LAST, Trait.DOUBLE_WINS_SUFFERED}


@dataclass(frozen=True, slots=True)
class Difference:
    """A rate of a player in comparison with the `usual` rate, from 0 to 1: one in four, or the
    rate of all other players. It is a strength if it is `better`, else a weakness."""

    trait: Trait
    counted: Proportion
    usual: Fraction
    better: bool
    chance: float


@dataclass(frozen=True, slots=True)
class CallLess:
    """Calls of one level that cost points. There are enough of them to be sure."""

    calls: CallStats


@dataclass(frozen=True, slots=True)
class CallMore:
    """Calls of one level that bring points, by a player who calls less often than the others.

    `others` is the rate at which the other players call.
    """

    calls: CallStats
    others: Proportion


Advice: TypeAlias = CallLess | CallMore


@dataclass(frozen=True, slots=True)
class Companion:
    """The partner with whom a player wins most often, or the opponent against whom the player
    wins least often, compared with all other partners or opponents."""

    player: int
    wins: Proportion
    otherwise: Proportion
    chance: float

    @property
    def stands_out(self) -> bool:
        return self.chance < MAX_CHANCE


@dataclass(frozen=True, slots=True)
class FormComparison:
    """The share of games won of the latest ones (at most RECENT_GAMES), and of all games
    before."""

    recent: Proportion
    before: Proportion
    chance: float

    @property
    def stands_out(self) -> bool:
        return self.chance < MAX_CHANCE


@dataclass(frozen=True, slots=True)
class Profile:
    """The figures in which a player differs significantly from others.

    `place` is the place in the league, None if the player has none, and `places` is the number
    of places. The `chance` of each difference is below MAX_CHANCE. It is an upper bound of the
    probability that chance alone makes such a difference in any of the comparisons. `records`
    are the records that this player made alone or with a partner.
    """

    stats: PlayerStats
    entry: LeagueEntry | None
    place: int | None
    places: int
    differences: tuple[Difference, ...]
    advice: tuple[Advice, ...]
    best_partner: Companion | None
    toughest_opponent: Companion | None
    form: FormComparison | None
    records: tuple[Record, ...]

    @property
    def strengths(self) -> list[Difference]:
        return [each for each in self.differences if each.better]

    @property
    def weaknesses(self) -> list[Difference]:
        return [each for each in self.differences if not each.better]


def find_profile(stats: GroupStats, player: int) -> Profile | None:
    """Return the profile of a player; None if the player has played no game."""
    player_stats = stats.players.get(player)
    if player_stats is None:
        return None
    league = stats.league
    ranked = [each.stats.player for each in league if each.ranked]
    others = [each for each in stats.players.values() if each.player != player]
    together, against = stats.partner_tallies(player), stats.opponent_tallies(player)
    return Profile(
        stats=player_stats,
        entry=next((each for each in league if each.stats.player == player), None),
        place=ranked.index(player) + 1 if player in ranked else None,
        places=len(ranked),
        differences=_differences(player_stats, others),
        advice=tuple(_advice(player_stats, others)),
        best_partner=_companion(together, player_stats.tally.wins, most=True),
        toughest_opponent=_companion(against, player_stats.tally.wins, most=False),
        form=_form(player_stats),
        records=tuple(
            each
            for each in stats.records
            if player in each.players and len(each.players) < _AT_A_TABLE
        ),
    )


def _differences(stats: PlayerStats, others: list[PlayerStats]) -> tuple[Difference, ...]:
    """Return the rates that chance hardly explains, the least likely first."""
    compared = list(_compared(stats, others))
    differences = [
        Difference(trait, counted, usual, _is_better(trait, counted, usual), chance)
        for trait, counted, usual, alone in compared
        if (chance := bonferroni(alone, len(compared))) < MAX_CHANCE
    ]
    return tuple(sorted(differences, key=lambda each: each.chance))


def _is_better(trait: Trait, counted: Proportion, usual: Fraction) -> bool:
    return (counted.k > usual * counted.n) != (trait in _BETTER_IF_LOW)


def _compared(
    stats: PlayerStats, others: list[PlayerStats]
) -> Iterator[tuple[Trait, Proportion, Fraction, float]]:
    """Yield each rate with enough data, the usual rate, and the p-value of their difference
    without correction for the number of comparisons."""
    for trait, mine in ((Trait.FIRST_OUT, stats.first), (Trait.LAST, stats.last)):
        if mine:
            yield trait, mine, _ONE_OF_FOUR, chance_of_rate(mine, _ONE_OF_FOUR)
    for trait, mine in _rates(stats).items():
        theirs = _sum(rates[trait] for each in others if trait in (rates := _rates(each)))
        if theirs.rate is not None:
            yield trait, mine, theirs.rate, chance_of_difference(mine, theirs)


def _rates(stats: PlayerStats) -> Mapping[Trait, Proportion]:
    """Return the rates that are compared with those of the other players. The rates of calls
    are included only if there are enough calls to rank the player by them."""
    tally = stats.tally
    calls = {Trait.TICHUS_MADE: stats.tichu, Trait.GRANDS_MADE: stats.grand}
    rates = {
        **{trait: each.made for trait, each in calls.items() if each.ranked},
        Trait.OPPONENT_CALLS_FAILED: stats.opponent_calls_failed,
        Trait.DOUBLE_WINS: tally.double_wins,
        Trait.DOUBLE_WINS_SUFFERED: tally.double_wins_suffered,
    }
    return {trait: rate for trait, rate in rates.items() if rate}


def _sum(counted: Iterable[Proportion]) -> Proportion:
    return sum(counted, Proportion(0, 0))


def _advice(stats: PlayerStats, others: list[PlayerStats]) -> Iterator[Advice]:
    """Yield advice about calls that the results of the calls support.

    The advice is to call less if calls cost points, and to call more if calls bring points and
    the other players call more often. Extra calls are left out, because each game has its own
    worth for them.
    """
    for place, calls in enumerate(stats.official_calls):
        theirs = _sum(other.official_calls[place].called for other in others)
        if calls.pays is False:
            yield CallLess(calls)
        elif calls.pays and _is_rarer(calls.called, theirs, len(stats.official_calls)):
            yield CallMore(calls, theirs)


def _is_rarer(mine: Proportion, others: Proportion, compared: int) -> bool:
    chance = bonferroni(chance_of_difference(mine, others), compared)
    return chance < MAX_CHANCE and mine.k * others.n < others.k * mine.n


def _companion(
    tallies: Mapping[int, Tally], wins: Proportion, *, most: bool
) -> Companion | None:
    """Return the partner or opponent with the highest rate of games won, or the lowest;
    `tallies` are by player. The rates are shrunk towards the rate of all games, so that one of
    one does not come first."""
    met = {player: tally.wins for player, tally in tallies.items() if tally.games}
    usual = wins.rate
    if not met or usual is None:
        return None
    sign = -1 if most else 1
    player = min(met, key=lambda each: (sign * met[each].shrunk(usual), -met[each].n, each))
    mine = met[player]
    otherwise = wins - mine
    further = -sign * (mine.k * wins.n - wins.k * mine.n) > 0
    chance = bonferroni(chance_of_difference(mine, otherwise), len(met)) if further else 1.0
    return Companion(player, mine, otherwise, chance)


def _form(stats: PlayerStats) -> FormComparison | None:
    recent = next(each.tally.wins for each in stats.forms if each.games == RECENT_GAMES)
    if not recent:
        return None
    before = stats.tally.wins - recent
    return FormComparison(recent, before, chance_of_difference(recent, before))

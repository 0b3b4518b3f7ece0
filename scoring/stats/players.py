"""The statistics of one player."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import chain, groupby, repeat
from typing import NamedTuple, TypeAlias

from scoring.rules import OFFICIAL_WORTHS, CallLevel
from scoring.stats.estimates import (
    BREAK_EVEN,
    MIN_CALLS,
    MIN_GAMES,
    PRIOR_MADE_RATES,
    Proportion,
)
from scoring.stats.game_parts import game_parts
from scoring.stats.history import GroupHistory
from scoring.stats.played_game import PlayedGame
from scoring.stats.player_round import PlayerRound, player_rounds
from scoring.stats.tally import Tally, sum_tallies

RECENT_GAMES = 10
FORM_LENGTHS = (RECENT_GAMES, 50)
_SIDES = (1, -1, 1, -1)


class PlayerGame(NamedTuple):
    """The part of a game that a player played on one side: 1 for team A, -1 for team B.

    `tally` is that of team A.
    """

    day: date
    tally: Tally
    side: int

    @property
    def result(self) -> int:
        """1 if this side won, -1 if it lost, 0 for a draw or if no game was over."""
        return self.side * (self.tally.won - self.tally.lost)


# In the order in which they were played.
PlayerGames: TypeAlias = list[PlayerGame]


@dataclass(frozen=True, slots=True)
class CallStats:
    """One player's calls of one level. `made` is the share of the calls that were made,
    `called` the share of the rounds with a call, among those in which this level may be
    called."""

    level: CallLevel
    made: Proportion
    called: Proportion

    @property
    def points_per_call(self) -> Fraction | None:
        """The mean points of a call: its worth by the rule book, or minus its worth if it
        failed. None if there are no calls, and for extra calls, whose worth differs from game
        to game."""
        rate, worth = self.made.rate, OFFICIAL_WORTHS.get(self.level)
        return None if rate is None or worth is None else worth * (2 * rate - 1)

    @property
    def pays(self) -> bool | None:
        """Whether calls bring points, that is, more calls are made than fail. None if there are
        too few calls to be sure."""
        if not self.ranked:
            return None
        bar = self.made.wilson_interval
        return None if bar.low <= BREAK_EVEN <= bar.high else bar.low > BREAK_EVEN

    @property
    def ranked(self) -> bool:
        return self.made.n >= MIN_CALLS

    @property
    def shrunk(self) -> Fraction:
        """The rate of calls made, shrunk to the published rate, for ranking."""
        return self.made.shrunk(PRIOR_MADE_RATES[self.level])


@dataclass(frozen=True, slots=True)
class Streaks:
    """Games or evenings won in a row (above 0) or lost in a row (below 0): the present run, and
    the longest run of each kind. A draw ends a run."""

    now: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class RecentForm:
    """The latest games, at most `games` of them."""

    games: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class BestEvening:
    """The evening on which a player had the highest margin."""

    day: date
    tally: Tally


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """The statistics of one player.

    `places` counts the rounds in which this player was out in place 1 to 4, if the whole order
    is known; `last` counts the rounds in which the last player is known. `uncalled_first`
    counts rounds in which this player was first out and nobody had called.
    `opponent_calls_failed` counts the calls of opponents. `evening_streaks` are runs of
    evenings with more games won than lost, or fewer. `latest_results` are the results of at
    most RECENT_GAMES latest games, the last one at the end: 1 for a game won, -1 for one lost,
    0 for a draw. `last_played` is the last evening with a round or a result; `best_evening` is
    the one with the highest margin.
    """

    player: int
    tally: Tally
    tichu: CallStats
    grand: CallStats
    extra: CallStats
    uncalled_first: Proportion
    opponent_calls_failed: Proportion
    first: Proportion
    places: tuple[int, int, int, int]
    last: Proportion
    bombs: int
    streaks: Streaks
    evening_streaks: Streaks
    latest_results: tuple[int, ...]
    last_played: date
    forms: tuple[RecentForm, ...]
    best_evening: BestEvening | None

    @property
    def ranked(self) -> bool:
        """Whether there are enough games, including those without rounds, to rank players by
        games won. If not, the rate is provisional."""
        return self.tally.games >= MIN_GAMES

    @property
    def success(self) -> tuple[int, int]:
        """The values by which a season and an evening are won: games won minus games lost, then
        the points ahead of the opponents in all rounds."""
        return self.tally.won - self.tally.lost, self.tally.margin.total

    @property
    def calls(self) -> tuple[CallStats, ...]:
        """Tichu and Grand Tichu, and extra calls if this player had games with one."""
        return *self.official_calls, *([self.extra] if self.extra.called.n else [])

    @property
    def official_calls(self) -> tuple[CallStats, CallStats]:
        """Tichu and Grand Tichu, which are worth the same in every game."""
        return self.tichu, self.grand

    def place(self, place: int) -> Proportion:
        """Return the share of the rounds in which the player was out in this place, 1 to 4, of
        those whose whole order is known."""
        return Proportion(self.places[place - 1], sum(self.places))


def player_stats(history: GroupHistory, tallies: dict[int, Tally]) -> dict[int, PlayerStats]:
    """Return the statistics of all players in `tallies`, by player."""
    counted, played = count_player_rounds(history.games), _games_by_player(history.games)
    bombs = Counter[int]()
    for each in history.bombs:
        bombs[each.player] += len(each.lengths)
    times_last = Counter(last for last, _ in history.last_players)
    last_known = Counter(player for _, players in history.last_players for player in players)
    return {
        player: _player_stats(
            _Inputs(
                player,
                tally,
                _RoundCounts(counted[player]),
                played[player],
                bombs[player],
                Proportion(times_last[player], last_known[player]),
            )
        )
        for player, tally in tallies.items()
    }


def count_player_rounds(games: Iterable[PlayedGame]) -> dict[int, Counter[PlayerRound]]:
    """Return the number of rounds of each kind that each player had."""
    parts = [each for game in games for each in game_parts(game)]
    round_codes = list(chain.from_iterable(each.round_codes for each in parts))
    rounds = [len(each.round_codes) for each in parts]
    counted: dict[int, Counter[PlayerRound]] = defaultdict(Counter)
    for seat in range(4):
        by_game = map(repeat, (each.players[seat] for each in parts), rounds)
        players = chain.from_iterable(by_game)
        for (player, code), times in Counter(zip(players, round_codes, strict=True)).items():
            counted[player][player_rounds(code)[seat]] += times
    return counted


@dataclass(frozen=True, slots=True)
class _RoundCounts:
    """The number of rounds of each kind that one player had."""

    counted: Counter[PlayerRound]

    def times(self, what: Callable[[PlayerRound], object]) -> int:
        """Return the number of rounds for which `what` is true."""
        return sum(n for round_, n in self.counted.items() if what(round_))

    def total(self, number: Callable[[PlayerRound], int]) -> int:
        """Return the sum of this number over all rounds."""
        return sum(number(round_) * n for round_, n in self.counted.items())

    def calls(self, level: CallLevel, rounds: int) -> CallStats:
        """Return the calls of this level, which was allowed in this number of `rounds`."""
        called = self.times(lambda round_: round_.call is level)
        made = self.times(lambda round_: round_.call is level and round_.made)
        return CallStats(level, Proportion(made, called), Proportion(called, rounds))

    def place(self, number: int) -> int:
        """Return the number of rounds in which the player was out in this place, 1 to 4, and
        the whole order is known."""
        return self.times(lambda round_: round_.order_known and round_.place == number)


class _Inputs(NamedTuple):
    """The values from which the statistics of one player are computed."""

    player: int
    tally: Tally
    counted: _RoundCounts
    played: PlayerGames
    bombs: int
    last: Proportion


def _player_stats(inputs: _Inputs) -> PlayerStats:
    player, tally, counted, played, bombs, last = inputs
    results = [each.result for each in played if each.tally.games]
    first = counted.times(lambda round_: round_.first)
    places = (counted.place(1), counted.place(2), counted.place(3), counted.place(4))
    return PlayerStats(
        player=player,
        tally=tally,
        tichu=counted.calls(CallLevel.TICHU, tally.rounds),
        grand=counted.calls(CallLevel.GRAND, tally.grand_rounds),
        extra=counted.calls(CallLevel.EXTRA, tally.extra_rounds),
        uncalled_first=Proportion(counted.times(lambda round_: round_.uncalled_first), first),
        opponent_calls_failed=Proportion(
            counted.total(lambda round_: round_.opponent_calls_failed),
            counted.total(lambda round_: round_.opponent_calls),
        ),
        first=Proportion(first, tally.rounds),
        places=places,
        last=Proportion(places[3], sum(places)) + last,
        bombs=bombs,
        streaks=_streaks(results),
        evening_streaks=_streaks(_evening_results(played)),
        latest_results=tuple(results[-RECENT_GAMES:]),
        last_played=played[-1].day,
        forms=tuple(_recent_form(played, games) for games in FORM_LENGTHS),
        best_evening=_best_evening(played),
    )


def _games_by_player(games: Iterable[PlayedGame]) -> dict[int, PlayerGames]:
    played: dict[int, PlayerGames] = defaultdict(list)
    for game in games:
        sides: dict[tuple[int, int], Tally] = {}
        for each in game_parts(game):
            for player, side in zip(each.players, _SIDES, strict=True):
                before = sides.get((player, side))
                sides[player, side] = before.plus(each.tally) if before else each.tally
        for (player, side), tally in sides.items():
            played[player].append(PlayerGame(game.day, tally, side))
    return played


def _streaks(results: Sequence[int]) -> Streaks:
    """Return the streaks of these results in order: 1 for won, -1 for lost, 0 for a draw."""
    runs = [result * len(list(run)) for result, run in groupby(results)]
    return Streaks(
        now=runs[-1] if runs else 0,
        won=max([0, *runs]),
        lost=-min([0, *runs]),
    )


def _evening_results(played: PlayerGames) -> list[int]:
    """Return a number for each evening on which a game was over: 1 if more games were won than
    lost, -1 if fewer were, else 0."""
    won: dict[date, int] = defaultdict(int)
    for each in played:
        if each.tally.games:
            won[each.day] += each.result
    return [(games > 0) - (games < 0) for games in won.values()]


def _recent_form(played: PlayerGames, games: int) -> RecentForm:
    return RecentForm(games, _sum([each for each in played if each.tally.games][-games:]))


def _best_evening(played: PlayerGames) -> BestEvening | None:
    """Return the evening with the most points ahead in rounds, the first one if several are
    equal; None without rounds."""
    ahead: dict[date, int] = defaultdict(int)
    for day, tally, side in played:
        if not tally.games_without_rounds:
            ahead[day] += side * (tally.points - tally.against)
    if not ahead:
        return None
    best = max(ahead, key=lambda day: ahead[day])
    return BestEvening(best, _sum(each for each in played if each.day == best))


def _sum(played: Iterable[PlayerGame]) -> Tally:
    return sum_tallies(tally if side > 0 else tally.for_opponents for _, tally, side in played)

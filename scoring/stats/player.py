"""What the rounds say about one player."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import chain, groupby, repeat
from typing import NamedTuple, TypeAlias

from scoring.rules import Level
from scoring.stats.history import History, PlayedGame
from scoring.stats.part import Part, parts
from scoring.stats.samples import (
    EVEN,
    FEWEST_CALLS,
    FEWEST_GAMES,
    PRIOR_MADE,
    Share,
)
from scoring.stats.score import Score, total

FORMS = (10, 50)

# The games of a player in order, each with 1 for team A and -1 for team B.
Course: TypeAlias = list[tuple[PlayedGame, int]]


@dataclass(frozen=True, slots=True)
class Calls:
    """One player's calls of one level: `made` of those that were called, `called` of the rounds
    in which this might be called."""

    level: Level
    made: Share
    called: Share

    @property
    def points_a_call(self) -> Fraction | None:
        """What a call brought in the mean: its worth where it was made, and lost where not."""
        rate = self.made.rate
        return None if rate is None else self.level.worth * (2 * rate - 1)

    @property
    def pays(self) -> bool | None:
        """Whether calling brings points, which it does where more are made than not; None where
        too few were called to tell."""
        if not self.ranked:
            return None
        bar = self.made.wilson
        return None if bar.low <= EVEN <= bar.high else bar.low > EVEN

    @property
    def ranked(self) -> bool:
        return self.made.n >= FEWEST_CALLS

    @property
    def shrunk(self) -> Fraction:
        """What to order by."""
        return self.made.shrunk(PRIOR_MADE[self.level])


@dataclass(frozen=True, slots=True)
class Streaks:
    """Games won in a row (above 0) or lost (under 0): the run that goes on, and the longest of
    each; a draw ends a run."""

    now: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Form:
    """The latest games, at most `games` of them."""

    games: int
    score: Score


@dataclass(frozen=True, slots=True)
class Night:
    """What a player scored on one evening."""

    day: date
    score: Score


@dataclass(frozen=True, slots=True)
class Figures:
    """All that the rounds say about one player.

    `places` counts the rounds that this player was out in place 1 to 4, where the whole order
    was told; `last` of those where it is known who was. `best` is the evening with the most
    points ahead of the opponents.
    """

    player: int
    score: Score
    tichu: Calls
    grand: Calls
    missed: Share
    busted: Share
    first: Share
    places: tuple[int, int, int, int]
    last: Share
    bombs: int
    streaks: Streaks
    forms: tuple[Form, ...]
    best: Night | None

    @property
    def ranked(self) -> bool:
        """Whether there are enough games to be ranked; provisional where not."""
        return self.score.games >= FEWEST_GAMES

    @property
    def calls(self) -> tuple[Calls, Calls]:
        return self.tichu, self.grand

    def place(self, place: int) -> Share:
        """How often out in this place, 1 to 4, where the order was told."""
        return Share(self.places[place - 1], sum(self.places))


def figures(history: History, scores: dict[int, Score]) -> dict[int, Figures]:
    """Everybody who played a round, by player."""
    counted, courses = count_parts(history.games), _courses(history.games)
    lasts = Counter(last for last, _ in history.lasts)
    told = Counter(player for _, players in history.lasts for player in players)
    return {
        player: _figures(
            _Told(
                player,
                score,
                counted[player],
                courses[player],
                history.bombs[player],
                Share(lasts[player], told[player]),
            )
        )
        for player, score in scores.items()
    }


def count_parts(games: Iterable[PlayedGame]) -> dict[int, Counter[Part]]:
    """How often each player had each part in a round."""
    games = list(games)
    patterns = list(chain.from_iterable(game.patterns for game in games))
    rounds = [len(game.patterns) for game in games]
    counted: dict[int, Counter[Part]] = defaultdict(Counter)
    for seat in range(4):
        by_game = map(repeat, (game.players[seat] for game in games), rounds)
        players = chain.from_iterable(by_game)
        for (player, pattern), times in Counter(zip(players, patterns, strict=True)).items():
            counted[player][parts(pattern)[seat]] += times
    return counted


class _Told(NamedTuple):
    """What one player's figures follow from."""

    player: int
    score: Score
    counted: Counter[Part]
    course: Course
    bombs: int
    last: Share


def _figures(told: _Told) -> Figures:
    player, score, counted, course, bombs, last = told

    def times(what: Callable[[Part], object]) -> int:
        return sum(n for part, n in counted.items() if what(part))

    def calls(level: Level, rounds: int) -> Calls:
        called = times(lambda part: part.call is level)
        made = times(lambda part: part.call is level and part.made)
        return Calls(level, Share(made, called), Share(called, rounds))

    def place(number: int) -> int:
        return times(lambda part: part.order_told and part.place == number)

    first = times(lambda part: part.first)
    places = (place(1), place(2), place(3), place(4))
    return Figures(
        player=player,
        score=score,
        tichu=calls(Level.TICHU, score.rounds),
        grand=calls(Level.GRAND, score.grand_rounds),
        missed=Share(times(lambda part: part.missed), first),
        busted=Share(
            sum(part.busted * n for part, n in counted.items()),
            sum(part.faced * n for part, n in counted.items()),
        ),
        first=Share(first, score.rounds),
        places=places,
        last=Share(places[3], sum(places)) + last,
        bombs=bombs,
        streaks=_streaks(course),
        forms=tuple(_form(course, games) for games in FORMS),
        best=_best(course),
    )


def _courses(games: Iterable[PlayedGame]) -> dict[int, Course]:
    courses: dict[int, Course] = defaultdict(list)
    for game in games:
        a1, b1, a2, b2 = game.players
        for player, side in ((a1, 1), (b1, -1), (a2, 1), (b2, -1)):
            courses[player].append((game, side))
    return courses


def _streaks(course: Course) -> Streaks:
    scores = [(game.score, side) for game, side in course]
    results = [side * (score.won - score.lost) for score, side in scores if score.games]
    runs = [result * len(list(run)) for result, run in groupby(results)]
    return Streaks(
        now=runs[-1] if runs else 0,
        won=max([0, *runs]),
        lost=-min([0, *runs]),
    )


def _form(course: Course, games: int) -> Form:
    return Form(games, _sum([each for each in course if each[0].score.games][-games:]))


def _best(course: Course) -> Night | None:
    """The evening with the most points ahead, the first of several."""
    ahead: dict[date, int] = defaultdict(int)
    for game, side in course:
        ahead[game.day] += side * (game.score.points - game.score.against)
    if not ahead:
        return None
    best = max(ahead, key=lambda day: ahead[day])
    return Night(best, _sum(each for each in course if each[0].day == best))


def _sum(course: Iterable[tuple[PlayedGame, int]]) -> Score:
    return total(game.score if side > 0 else game.score.turned for game, side in course)

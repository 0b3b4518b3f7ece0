"""Histories as values, without a database: games between players with the numbers 1, 2, 3 and
so on."""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from scoring.rules import ByTeam, CallLevel, RaceState, RoundResult, Standing, score_round
from scoring.stats.group_stats import GroupStats, compute_group_stats
from scoring.stats.history import GroupHistory
from scoring.stats.played_game import GameFormat, PlayedGame, Players
from scoring.stats.tally import Tally
from scoring.stats.win_probability.baseline import simulate_round
from tests.factories import plain

FORMAT = GameFormat(1000)
FIRST_DAY = date(2026, 1, 2)
# By seat, in playing order: 1 and 2 are partners and play against 3 and 4.
USUAL: Players = (1, 3, 2, 4)
WON, LOST, DRAWN = plain(100), plain(0), plain(50)

_CALLS = {CallLevel.TICHU: 1, CallLevel.GRAND: 2}


def game(*rounds: RoundResult, players: Players = USUAL, evening: int = 0) -> PlayedGame:
    """Return a finished game of these rounds. The team with more points wins. Evenings are
    numbered from 0."""
    points = [score_round(each).points for each in rounds]
    a, b = tuple(each.a for each in points), tuple(each.b for each in points)
    cards = tuple(each.card_points.a if each.card_points else None for each in rounds)
    codes = tuple(map(_code, rounds))
    state = RaceState.DRAW if sum(a) == sum(b) else RaceState.WON
    standing = Standing(len(rounds), ByTeam(sum(a), sum(b)), state)
    return PlayedGame(
        pk=0,
        day=FIRST_DAY + timedelta(days=evening),
        format=FORMAT,
        grand=True,
        players=players,
        standing=standing,
        round_codes=codes,
        cards=cards,
        a=a,
        b=b,
        tally=Tally.of(standing, codes, cards, grand=True),
    )


def figures(games: Sequence[PlayedGame]) -> GroupStats:
    return compute_group_stats(GroupHistory(numbered(games)))


def numbered(games: Sequence[PlayedGame]) -> list[PlayedGame]:
    return [each._replace(pk=pk) for pk, each in enumerate(games, 1)]


def random_games(seed: int, games: int, players: int) -> list[PlayedGame]:
    """Return games of players some of whom are far better than others, so that there is
    something to report."""
    random, evening = Random(seed), 0
    skill = {player: random.choice([-60, 0, 0, 60]) for player in range(1, players + 1)}
    found = []
    for _ in range(games):
        evening += random.choice([0, 0, 0, 1, 7])
        a1, b1, a2, b2 = random.sample(list(skill), 4)
        edge = skill[a1] + skill[a2] - skill[b1] - skill[b2]
        rounds = [simulate_round(random, edge).result for _ in range(random.randint(1, 5))]
        found.append(game(*rounds, players=(a1, b1, a2, b2), evening=evening))
    return found


def _code(result: RoundResult) -> int:
    """Return the code that the database computes for a round with its first player or its whole
    order."""
    first, *others = (seat.position for seat in result.out_order)
    second, third, *_ = [*others, 4, 4]
    code = first + 4 * second + 20 * third
    for call in result.calls:
        code += 100 * _CALLS[call.level] * 4**call.seat.position
    return code

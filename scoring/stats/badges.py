"""Badges: feats of players, each with its evening. They are computed from the history, so the
correction of a round adds or removes them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.core.cache import cache

from scoring.models import Group
from scoring.rules import FOUR_OF_A_KIND_LENGTH, CallLevel, Team
from scoring.stats.history import (
    GroupHistory,
    HistoryVersion,
    NotedCombinations,
    read_history,
)
from scoring.stats.played_game import PlayedGame
from scoring.stats.player_round import player_rounds

# The numbers from which something is a feat: double wins in a row, points behind, games of an
# evening, calls made in a row, bombs in a round, cards of a straight.
DOUBLE_WINS_IN_A_ROW = 3
COMEBACK_POINTS = 400
PERFECT_EVENING_GAMES = 3
CALLS_IN_A_ROW = 10
BOMBS_IN_A_ROUND = 2
STRAIGHT_CARDS = 10


class BadgeType(StrEnum):
    """The kinds of badges."""

    FIRST_GRAND = "first_grand"
    DOUBLE_WINS = "double_wins"
    COMEBACK = "comeback"
    GRAND_FINISH = "grand_finish"
    PERFECT_EVENING = "perfect_evening"
    CALLS_MADE = "calls_made"
    BOMBS = "bombs"
    STRAIGHT_BOMB = "straight_bomb"
    LONG_STRAIGHT = "long_straight"


_TYPES = list(BadgeType)


@dataclass(frozen=True, slots=True)
class Badge:
    """A feat of a player, its evening and its game. The game is None if the feat belongs to the
    whole evening."""

    type: BadgeType
    player: int
    day: date
    game: int | None


def find_badges(history: GroupHistory) -> tuple[Badge, ...]:
    """Return all badges, evening by evening, in the order of the games. Badges of a whole
    evening are the last ones of that evening.

    Only players who played all rounds of a game get the badge for its comeback. A game that was
    not played out or was adjusted gives no badge for a comeback or for a Grand Tichu in the
    last round. Rounds of all games count.
    """
    games = history.games
    found = [
        *_grands(games),
        *_double_wins(games),
        *_calls_made(games),
        *(badge for game in games for badge in _of_game(game)),
        *_of_bombs(games, history.bombs),
        *_of_straights(games, history.straights),
        *_perfect_evenings(games),
    ]
    return tuple(sorted(found, key=_order))


def group_badges(
    group: Group, *, version: HistoryVersion, player: int | None = None
) -> list[Badge]:
    """Return the badges at this version of the group's history, computed once per version. If
    `player` is given, return only the badges of this player."""
    key = f"badges-{group.key}-{version}"
    cached: tuple[Badge, ...] | None = cache.get(key)
    if cached is None:
        cached = find_badges(read_history(group))
        cache.set(key, cached)
    return [badge for badge in cached if player in {None, badge.player}]


def _order(badge: Badge) -> tuple[date, bool, int, int, int]:
    game = badge.game
    return badge.day, game is None, game or 0, _TYPES.index(badge.type), badge.player


def _grands(games: Iterable[PlayedGame]) -> Iterator[Badge]:
    """Yield a badge for the first Grand Tichu that each player made."""
    done: set[int] = set()
    for game, player, level, made in _calls(games):
        if made and level is CallLevel.GRAND and player not in done:
            done.add(player)
            yield Badge(BadgeType.FIRST_GRAND, player, game.day, game.pk)


def _calls_made(games: Iterable[PlayedGame]) -> Iterator[Badge]:
    """Yield a badge for every CALLS_IN_A_ROW calls, of any level, that one player made in a
    row."""
    runs: Counter[int] = Counter()
    for game, player, _, made in _calls(games):
        runs[player] = runs[player] + 1 if made else 0
        if made and runs[player] % CALLS_IN_A_ROW == 0:
            yield Badge(BadgeType.CALLS_MADE, player, game.day, game.pk)


def _calls(games: Iterable[PlayedGame]) -> Iterator[tuple[PlayedGame, int, CallLevel, bool]]:
    """Yield every call in order: its game, the caller, its level, and whether it was made."""
    for game in games:
        for number, code in enumerate(game.round_codes, 1):
            for seat, played in enumerate(player_rounds(code)):
                if played.call:
                    player = game.players_in(number)[seat]
                    yield game, player, played.call, played.made


def _double_wins(games: Iterable[PlayedGame]) -> Iterator[Badge]:
    """Yield a badge for every DOUBLE_WINS_IN_A_ROW double wins of the same two players in a row
    in one game."""
    for game in games:
        before, run = frozenset[int](), 0
        for number, code in enumerate(game.round_codes, 1):
            double_win = player_rounds(code)[0].double_win
            team = Team.A if double_win > 0 else Team.B
            winners = frozenset(game.team(team, number) if double_win else ())
            run = run + 1 if winners == before else 1
            before = winners
            if winners and run % DOUBLE_WINS_IN_A_ROW == 0:
                for player in winners:
                    yield Badge(BadgeType.DOUBLE_WINS, player, game.day, game.pk)


def _of_game(game: PlayedGame) -> Iterator[Badge]:
    """Yield the badges of a game that was decided by its rounds: for a comeback, and for a
    Grand Tichu in the last round by a team that was behind before it."""
    if not (game.winner and game.played_out and game.round_codes) or game.adjusted:
        return
    *behind, _ = game.deficits(game.winner)  # before each round
    if max(behind) >= COMEBACK_POINTS:
        for player in _throughout(game, game.winner):
            yield Badge(BadgeType.COMEBACK, player, game.day, game.pk)
    last = len(game.round_codes)
    if behind[-1] > 0:
        for seat, played in enumerate(player_rounds(game.round_codes[-1])):
            player = game.players_in(last)[seat]
            if played.made and played.call is CallLevel.GRAND and player in game.winners:
                yield Badge(BadgeType.GRAND_FINISH, player, game.day, game.pk)


def _throughout(game: PlayedGame, team: Team) -> list[int]:
    """Return the players who played all rounds in this team."""
    rounds = range(1, len(game.round_codes) + 1)
    return [
        player
        for player in game.team(team)
        if all(player in game.team(team, number) for number in rounds)
    ]


def _of_bombs(
    games: Iterable[PlayedGame], bombs: Iterable[NotedCombinations]
) -> Iterator[Badge]:
    """Yield badges for several bombs of one player in a round, and for a straight of one
    suit."""
    days = {game.pk: game.day for game in games}
    for game, player, lengths in bombs:
        if len(lengths) >= BOMBS_IN_A_ROUND:
            yield Badge(BadgeType.BOMBS, player, days[game], game)
        if max(lengths) > FOUR_OF_A_KIND_LENGTH:
            yield Badge(BadgeType.STRAIGHT_BOMB, player, days[game], game)


def _of_straights(
    games: Iterable[PlayedGame], straights: Iterable[NotedCombinations]
) -> Iterator[Badge]:
    """Yield a badge for a straight of at least STRAIGHT_CARDS cards, one for each player and
    round."""
    days = {game.pk: game.day for game in games}
    for game, player, lengths in straights:
        if max(lengths) >= STRAIGHT_CARDS:
            yield Badge(BadgeType.LONG_STRAIGHT, player, days[game], game)


def _perfect_evenings(games: Sequence[PlayedGame]) -> Iterator[Badge]:
    """Yield a badge for every evening on which a player won all games, at least
    PERFECT_EVENING_GAMES."""
    results: dict[tuple[date, int], list[bool]] = defaultdict(list)
    for game in games:
        if game.over:
            for player in game.players:
                results[game.day, player].append(player in game.winners)
    for (day, player), won in results.items():
        if len(won) >= PERFECT_EVENING_GAMES and all(won):
            yield Badge(BadgeType.PERFECT_EVENING, player, day, None)

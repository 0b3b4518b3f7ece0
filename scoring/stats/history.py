"""A group's history as it is read: its games with their rounds, as plain values."""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, date
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from scoring.models import Group
from scoring.rules import (
    Adjustment,
    ByTeam,
    Ending,
    Seat,
    Transfer,
    add_points,
    final_standing,
)
from scoring.stats.evening_date import DAY_START
from scoring.stats.played_game import GameFormat, PlayedGame, Players, race_of
from scoring.stats.player_round import ROUND_CODE
from scoring.stats.stats_filter import ALL_GAMES, StatsFilter
from scoring.stats.tally import Tally


class NotedBombs(NamedTuple):
    """The bombs of one player in one round of this game, by their lengths: 4 for four of a
    kind, more for a straight."""

    game: int
    player: int
    lengths: tuple[int, ...]


class NotedStraights(NamedTuple):
    """The long straights of one player in one round of this game, by their lengths, 8 to 14."""

    game: int
    player: int
    lengths: tuple[int, ...]


class GroupHistory(NamedTuple):
    """The games of a group, evening by evening, and those of one evening in the order in which
    they were started or entered. `bombs` counts them by player; `last_players` is, for
    each round of which the last player is known but not the whole order, that player and all
    four. `noted_bombs` and `noted_straights` are in the order of their games as these were
    started."""

    games: list[PlayedGame]
    bombs: Counter[int]
    last_players: list[tuple[int, Players]]
    noted_bombs: tuple[NotedBombs, ...] = ()
    noted_straights: tuple[NotedStraights, ...] = ()


class HistoryVersion(NamedTuple):
    """How many games a group has, and how often they were changed in all."""

    games: int
    changes: int

    def __str__(self) -> str:
        return f"{self.games}-{self.changes}"


def history_version(group: Group) -> HistoryVersion:
    """Grows with every change of a game of this group, so that two histories of one version are
    the same: each change raises its game's version, under the lock of the game."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*), COALESCE(SUM(version), 0) FROM scoring_game WHERE group_id = %s",
            [group.pk],
        )
        games, changes = cursor.fetchone()
    return HistoryVersion(int(games), int(changes))


def read_history(group: Group, stats_filter: StatsFilter = ALL_GAMES) -> GroupHistory:
    """The games of this filter that have rounds, those still running too, and those that were
    entered without rounds."""
    seats = _seats(group, stats_filter)
    if not seats:
        return GroupHistory([], Counter(), [])
    bounds = [group.pk, min(seats), max(seats)]
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, bounds)
        rounds = cursor.fetchall()
        cursor.execute(_SPECIAL, bounds)
        rows = map(_SpecialRound.of, cursor.fetchall())
        special = [each for each in rows if each.game in seats]
    bombs: Counter[int] = Counter()
    last_players = []
    noted_bombs: list[NotedBombs] = []
    noted_straights: list[NotedStraights] = []
    own_players: dict[int, dict[int, Players]] = {}
    for each in special:
        players = each.players or seats[each.game].players
        if each.players:
            own_players.setdefault(each.game, {})[each.place] = each.players
        if each.bombs:
            by_seat = _lengths_by_seat(each.bombs)
            noted = [NotedBombs(each.game, players[seat], found) for seat, found in by_seat]
            bombs.update({each.player: len(each.lengths) for each in noted})
            noted_bombs += noted
        if each.straights:
            noted_straights += [
                NotedStraights(each.game, players[seat], found)
                for seat, found in _lengths_by_seat(each.straights)
            ]
        if each.transfer and each.third is None:
            last_players.append((players[_last(each.transfer)], players))
    games = [*_games(seats, rounds, own_players), *_games_without_rounds(seats)]
    games.sort(key=lambda game: (game.day, game.pk))
    return GroupHistory(games, bombs, last_players, tuple(noted_bombs), tuple(noted_straights))


class _SpecialRound(NamedTuple):
    """A round with bombs, long straights, counted cards or players of its own; `place` is its
    place in the game from 0, if it has players of its own."""

    game: int
    bombs: str | None
    straights: str | None
    transfer: str | None
    third: int | None
    place: int
    players: Players | None

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> "_SpecialRound":
        game, bombs, straights, transfer, third, place, *players = row
        a1, b1, a2, b2 = players
        own = None if place is None else (a1, b1, a2, b2)
        return cls(game, bombs, straights, transfer, third, place or 0, own)


class _Seats(NamedTuple):
    day: date
    format: GameFormat
    tie: str
    grand: bool
    ending: Ending
    adjusted: ByTeam[int] | None
    final: ByTeam[int] | None
    players: Players


_GAMES = (
    "SELECT id, created, tie, grand, ending, adjustments, target, fixed_rounds, lead, floor,"
    " double_win, failed_calls, rotation_facts IS NOT NULL, time_limit, extra_call_points,"
    " final_a, final_b,"
    " player_a1_id, player_b1_id, player_a2_id, player_b2_id"
    " FROM scoring_game WHERE group_id = %s AND deleted IS NULL ORDER BY id"
)
_WITHIN = "WHERE group_id = %s AND game_id BETWEEN %s AND %s"
_ROUNDS = (
    f"SELECT game_id, {ROUND_CODE}, card_points_a, points_a, points_b FROM scoring_round"  # noqa: S608
    f" {_WITHIN} ORDER BY game_id, seq"
)
_PLACE = (
    "(SELECT COUNT(*) FROM scoring_round earlier"
    " WHERE earlier.game_id = scoring_round.game_id AND earlier.seq < scoring_round.seq)"
)
_SPECIAL = (
    "SELECT game_id, bombs, straights, transfer, third,"  # noqa: S608
    f" CASE WHEN player_a1_id IS NOT NULL THEN {_PLACE} END,"
    " player_a1_id, player_b1_id, player_a2_id, player_b2_id"
    f" FROM scoring_round {_WITHIN}"
    " AND (bombs IS NOT NULL OR straights IS NOT NULL OR transfer IS NOT NULL"
    " OR player_a1_id IS NOT NULL)"
    " ORDER BY game_id, seq"
)


def _seats(group: Group, stats_filter: StatsFilter) -> dict[int, _Seats]:
    """The games of the filter, by primary key."""
    with connection.cursor() as cursor:
        cursor.execute(_GAMES, [group.pk])
        games = cursor.fetchall()
    zone, seats = timezone.get_current_timezone(), {}
    for pk, created, tie, grand, ending, adjusted, *others in games:
        played = GameFormat(*others[:6])._replace(
            changing_partners=bool(others[6]),
            time_limit=others[7],
            extra_call_points=others[8],
        )
        final, players = others[9:11], others[11:]
        # SQLite keeps moments without their zone, in UTC.
        began = created if created.tzinfo else created.replace(tzinfo=UTC)
        day = (began.astimezone(zone) - DAY_START).date()
        if stats_filter.includes(day, played.target):
            a1, b1, a2, b2 = players
            agreed = played, tie, bool(grand)
            ended = Ending(ending), _adjusted(adjusted)
            known = None if final[0] is None else ByTeam(*final)
            seats[pk] = _Seats(day, *agreed, *ended, known, (a1, b1, a2, b2))
    return seats


def _games(
    seats: dict[int, _Seats], rounds: list[Any], own_players: dict[int, dict[int, Players]]
) -> Iterator[PlayedGame]:
    """The games; `own_players` are by game and by the round's place in it."""
    if not rounds:
        return
    games, *columns = zip(*rounds, strict=True)
    start = 0
    while start < len(games):
        end = bisect_right(games, games[start], start)
        if at := seats.get(games[start]):
            game = _game(games[start], at, [column[start:end] for column in columns])
            if own := own_players.get(game.pk):
                every = range(end - start)
                game = game._replace(
                    seatings=tuple(own.get(place, game.players) for place in every)
                )
            yield game
        start = end


def _games_without_rounds(seats: dict[int, _Seats]) -> Iterator[PlayedGame]:
    """The games of which only the result is known."""
    for pk, at in seats.items():
        if at.final:
            yield _game(pk, at, [(), (), (), ()])


def _game(pk: int, at: _Seats, columns: Sequence[Any]) -> PlayedGame:
    round_codes, cards, a, b = columns
    totals = ByTeam(sum(a), sum(b))
    race, adjusted = race_of(at.format, at.tie), at.adjusted or ByTeam(0, 0)
    if at.final:
        standing = final_standing(race, at.final)
    else:
        standing = race.standing(add_points(totals, adjusted), len(a)).ended_by(at.ending)
    extra = at.format.extra_call_points > 0
    tally = Tally.of(standing, round_codes, cards, grand=at.grand, extra=extra)
    if at.adjusted or at.final:
        tally = tally._replace(points=totals.a, against=totals.b)
    return PlayedGame(
        pk,
        at.day,
        at.format,
        at.grand,
        at.players,
        standing,
        standing.winner,
        round_codes,
        cards,
        a,
        b,
        tally,
        adjusted=at.adjusted is not None,
    )


def _adjusted(facts: str | None) -> ByTeam[int] | None:
    """What the adjustments of a game come to; None where there is none."""
    points = [Adjustment.from_dict(each).points for each in json.loads(facts or "[]") or ()]
    if not points:
        return None
    return ByTeam(sum(each.a for each in points), sum(each.b for each in points))


@lru_cache(1000)
def _lengths_by_seat(facts: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Who played bombs or straights, by seat, and of which lengths."""
    lengths: dict[int, list[int]] = {}
    for each in json.loads(facts):
        lengths.setdefault(Seat(each["player"]).position, []).append(each["length"])
    return tuple((seat, tuple(found)) for seat, found in sorted(lengths.items()))


def _last(facts: str) -> int:
    return Transfer.from_dict(json.loads(facts)).last_player.position

"""The history of a group as it is read from the database: its games with their rounds, as plain
values."""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection

from scoring.models import Group
from scoring.rules import (
    Adjustment,
    ByTeam,
    Ending,
    Seat,
    Transfer,
    add_points,
    final_standing,
    sum_points,
)
from scoring.stats.evening_date import evening_date
from scoring.stats.played_game import GameFormat, PlayedGame, Players, race_of
from scoring.stats.player_round import ROUND_CODE
from scoring.stats.stats_filter import ALL_GAMES, StatsFilter
from scoring.stats.tally import Tally


class NotedCombinations(NamedTuple):
    """The bombs, or the long straights, of one player in one round of a game, by their lengths.
    A bomb has 4 cards if it is four of a kind, and more if it is a straight. A long straight
    has 8 to 14."""

    game: int
    player: int
    lengths: tuple[int, ...]


class GroupHistory(NamedTuple):
    """The games of a group, evening by evening. The games of one evening are in the order in
    which they were started or entered.

    `last_players` contains an entry for each round whose last player is known, but not the
    whole order: the last player and all four players. `bombs` and `straights` are in the order
    in which their games were started.
    """

    games: list[PlayedGame]
    last_players: Sequence[tuple[int, Players]] = ()
    bombs: Sequence[NotedCombinations] = ()
    straights: Sequence[NotedCombinations] = ()


class HistoryVersion(NamedTuple):
    """The number of games of a group, the number of their changes, and the primary key of the
    latest game, 0 if there is none."""

    games: int
    changes: int
    latest: int

    def __str__(self) -> str:
        return f"{self.games}-{self.changes}-{self.latest}"


def history_version(group: Group) -> HistoryVersion:
    """Return the version of a group's history. Two histories with the same version are equal.

    Each change raises the version of its game, under the lock of the game. If a game was purged
    and a new game has the same number of changes, the primary key of the latest game differs.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*), COALESCE(SUM(version), 0), COALESCE(MAX(id), 0)"
            " FROM scoring_game WHERE group_id = %s",
            [group.pk],
        )
        return HistoryVersion(*map(int, cursor.fetchone()))


def read_history(group: Group, stats_filter: StatsFilter = ALL_GAMES) -> GroupHistory:
    """Return the games of this filter that have rounds, including running games, and those that
    were entered without rounds."""
    facts = _read_games(group, stats_filter)
    if not facts:
        return GroupHistory([])
    bounds = [group.pk, min(facts), max(facts)]
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, bounds)
        rounds = cursor.fetchall()
        cursor.execute(_SPECIAL, bounds)
        special = map(_SpecialRound.of, cursor.fetchall())
    details = _round_details(facts, special)
    games = [*_games(facts, rounds, details.own_players), *_games_without_rounds(facts)]
    games.sort(key=lambda game: (game.day, game.pk))
    return GroupHistory(games, details.last_players, details.bombs, details.straights)


class _SpecialRound(NamedTuple):
    """A round with bombs, long straights, counted cards or its own players. `place` is its
    index in the game, from 0, if it has its own players."""

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


class _GameFacts(NamedTuple):
    """A game as it is stored, without its rounds. `adjusted` is the sum of its adjustments,
    None if there are none. `final` are its totals if it was entered without rounds."""

    day: date
    format: GameFormat
    tie: str
    grand: bool
    ending: Ending
    adjusted: ByTeam[int] | None
    final: ByTeam[int] | None
    players: Players


@dataclass(slots=True)
class _RoundDetails:
    """The details of special rounds for a history.

    They are the lists of GroupHistory. In addition, `own_players` contains the players of
    rounds with their own players, by game and by the index of the round in the game.
    """

    last_players: list[tuple[int, Players]] = field(default_factory=list)
    bombs: list[NotedCombinations] = field(default_factory=list)
    straights: list[NotedCombinations] = field(default_factory=list)
    own_players: dict[int, dict[int, Players]] = field(default_factory=dict)


def _round_details(
    facts: Mapping[int, _GameFacts], rounds: Iterable[_SpecialRound]
) -> _RoundDetails:
    """Return the details of the rounds of these games; rounds of other games are ignored."""
    details = _RoundDetails()
    for each in rounds:
        if each.game not in facts:
            continue
        players = each.players or facts[each.game].players
        if each.players:
            details.own_players.setdefault(each.game, {})[each.place] = each.players
        for noted, found in ((details.bombs, each.bombs), (details.straights, each.straights)):
            for seat, lengths in _lengths_by_seat(found or "[]"):
                noted.append(NotedCombinations(each.game, players[seat], lengths))
        if each.transfer and each.third is None:
            details.last_players.append((players[_last(each.transfer)], players))
    return details


_GAMES = (
    "SELECT id, created, tie, grand, ending, adjustments, final_a, final_b,"
    " player_a1_id, player_b1_id, player_a2_id, player_b2_id,"
    # In the order of the fields of GameFormat.
    " target, fixed_rounds, lead, floor, double_win, failed_calls,"
    " rotation_facts IS NOT NULL, time_limit, extra_call_points"
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


def _read_games(group: Group, stats_filter: StatsFilter) -> dict[int, _GameFacts]:
    """Return the games of the filter, by primary key."""
    with connection.cursor() as cursor:
        cursor.execute(_GAMES, [group.pk])
        rows = cursor.fetchall()
    games = {}
    for pk, created, *columns in rows:
        # SQLite stores times in UTC, without their time zone.
        began = created if created.tzinfo else created.replace(tzinfo=UTC)
        game = _game_facts(evening_date(began), columns)
        if stats_filter.includes(game.day, game.format.target):
            games[pk] = game
    return games


def _game_facts(day: date, columns: Sequence[Any]) -> _GameFacts:
    """Return the facts of a row of _GAMES, from its third column on."""
    tie, grand, ending, adjustments, final_a, final_b, a1, b1, a2, b2, *others = columns
    played = GameFormat(*others)
    return _GameFacts(
        day=day,
        format=played._replace(changing_partners=bool(played.changing_partners)),
        tie=tie,
        grand=bool(grand),
        ending=Ending(ending),
        adjusted=_adjusted(adjustments),
        final=None if final_a is None else ByTeam(final_a, final_b),
        players=(a1, b1, a2, b2),
    )


def _games(
    facts: dict[int, _GameFacts], rounds: list[Any], own_players: dict[int, dict[int, Players]]
) -> Iterator[PlayedGame]:
    """Yield the games with rounds; `own_players` are by game and by the index of the round in
    the game."""
    if not rounds:
        return
    games, *columns = zip(*rounds, strict=True)
    start = 0
    while start < len(games):
        end = bisect_right(games, games[start], start)
        if stored := facts.get(games[start]):
            game = _game(games[start], stored, [column[start:end] for column in columns])
            if own := own_players.get(game.pk):
                every = range(end - start)
                game = game._replace(
                    round_players=tuple(own.get(place, game.players) for place in every)
                )
            yield game
        start = end


def _games_without_rounds(facts: dict[int, _GameFacts]) -> Iterator[PlayedGame]:
    """Yield the games of which only the result is known."""
    for pk, game in facts.items():
        if game.final:
            yield _game(pk, game, [(), (), (), ()])


def _game(pk: int, facts: _GameFacts, columns: Sequence[Any]) -> PlayedGame:
    round_codes, cards, a, b = columns
    totals = ByTeam(sum(a), sum(b))
    race, adjusted = race_of(facts.format, facts.tie), facts.adjusted or ByTeam(0, 0)
    if facts.final:
        standing = final_standing(race, facts.final)
    else:
        standing = race.standing(add_points(totals, adjusted), len(a)).ended_by(facts.ending)
    extra = facts.format.extra_call_points > 0
    tally = Tally.of(standing, round_codes, cards, grand=facts.grand, extra=extra)
    if facts.adjusted or facts.final:
        tally = tally._replace(points=totals.a, against=totals.b)
    return PlayedGame(
        pk=pk,
        day=facts.day,
        format=facts.format,
        grand=facts.grand,
        players=facts.players,
        standing=standing,
        round_codes=round_codes,
        cards=cards,
        a=a,
        b=b,
        tally=tally,
        adjusted=facts.adjusted is not None,
    )


def _adjusted(facts: str | None) -> ByTeam[int] | None:
    """Return the sum of the adjustments of a game, or None if it has none."""
    if not facts:
        return None
    points = [Adjustment.from_dict(each).points for each in json.loads(facts) or ()]
    if not points:
        return None
    return sum_points(points)


@lru_cache(1000)
def _lengths_by_seat(facts: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the lengths of the bombs or straights of each seat that had any."""
    lengths: dict[int, list[int]] = {}
    for each in json.loads(facts):
        lengths.setdefault(Seat(each["player"]).position, []).append(each["length"])
    return tuple((seat, tuple(found)) for seat, found in sorted(lengths.items()))


def _last(facts: str) -> int:
    return Transfer.from_dict(json.loads(facts)).last_player.position

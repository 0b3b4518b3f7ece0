"""Start a game, a rematch, or the next game of a series."""

import uuid
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone

from scoring.models import SEAT_COLUMNS, Agreement, Game, Group, Player, series_of
from scoring.rules import BySeat, Seat, turn_seats
from scoring.rules.rotation import ROTATION_ORDER, Rotation
from scoring.services.players import (
    get_or_create_all,
    get_or_create_players,
    refuse_same_player,
)
from scoring.services.rotation import RotationStart
from scoring.services.transaction import (
    lock_group,
    raise_revisions_of_parallel_games,
    raise_versions,
    write_transaction,
)

# A new game follows an earlier one that was begun within SAME_EVENING and has at least
# SAME_PLAYERS players of the new one.
SAME_EVENING = timedelta(hours=12)
SAME_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class PlaceInSeries:
    """The relation of a new game to others: the game of which it is the rematch, and its
    `number` in a series of at most `best_of` decided games. `series` is the key of the first
    game of the series; None if this is the first."""

    follows: Game | None = None
    best_of: int | None = None
    number: int = 1
    series: uuid.UUID | None = None


def start_game(
    group: Group,
    names: BySeat[str],
    terms: Agreement | RotationStart,
    *,
    key: uuid.UUID,
    place: PlaceInSeries = PlaceInSeries(),
) -> Game:
    """Start a game between the players with these names. `key` becomes the key of the game. If
    the group has a game with this key, that game is returned. If another group has one, the
    game gets a new key, so that the existence of that game is not revealed. `terms` are the
    agreement, or a RotationStart if partners change.

    A game without a place follows the latest finished game of this evening with its players.
    The version of the game that it follows is raised, so that every page that shows the end of
    that game offers the new one. Raises IllegalRound (SAME_PLAYER_TWICE).
    """
    with write_transaction():
        lock_group(group.pk)
        known = Game.with_deleted.filter(key=key).first()
        if known and known.group_id == group.pk:
            return known
        if known:
            key = uuid.uuid4()
        players = get_or_create_players(group, names)
        columns = _columns_of(terms, group, players)
        before = place.follows or _ended_by(group, {each.pk for each in players})
        if before:
            raise_versions(Game.objects.filter(pk=before.pk))
        game = Game.objects.create(
            group=group,
            key=key,
            follows=before,
            best_of=place.best_of,
            series=(place.series or key) if place.best_of else None,
            series_number=place.number if place.best_of else None,
            **columns,
            **{SEAT_COLUMNS[seat]: player for seat, player in players.items()},
        )
        raise_revisions_of_parallel_games(game)
        return game


def _columns_of(
    terms: Agreement | RotationStart, group: Group, players: BySeat[Player]
) -> dict[str, Any]:
    """The columns of a game with these terms. Adds the further players of a rotation to the
    group."""
    if not isinstance(terms, RotationStart):
        return terms.columns | {"stake": group.stake}
    further = get_or_create_all(group, terms.further_players)
    order = [*(players[seat] for seat in ROTATION_ORDER), *further]
    refuse_same_player(order)
    plan = terms.plan([each.pk for each in order])
    return terms.agreement_for(plan).columns | {
        "rotation_facts": plan.to_dict(),
        "seating_number": 1,
    }


def _ended_by(group: Group, players: set[int]) -> Game | None:
    """The latest finished game of the group that no other game follows and that was begun this
    evening with at least two of these players."""
    followed = Exists(Game.objects.filter(follows=OuterRef("pk")))
    recent = group.games.filter(~followed, created__gt=timezone.now() - SAME_EVENING)
    return next(
        (
            game
            for game in recent
            if len(players.intersection(game.players)) >= SAME_PLAYERS
            and game.summary.standing.over
        ),
        None,
    )


def start_rematch(game: Game, partner: Seat, *, key: uuid.UUID) -> Game:
    """Start a rematch with the same agreement. The first player's partner is the player at
    `partner`. If partners change, the plan is the same. After a game of a series, another
    series begins. If there is a rematch with this `key`, or a running one with the same seats
    or the same plan, it is returned instead.
    """
    plan = _plan_again(game)
    players = plan.seats(1) if plan else _seated_with(game.players, partner)
    return _follow(game, players, key, plan=plan)


def continue_series(game: Game, *, key: uuid.UUID) -> Game:
    """Start the next game of the series of `game`, like `start_rematch`, with the same teams,
    with all players moved on by one seat. If the series is decided, or there is none, another
    series begins."""
    if game.rotation:
        return start_rematch(game, Seat.A2, key=key)
    return _follow(game, turn_seats(game.players), key, in_series=True)


def _follow(
    game: Game,
    players: BySeat[int],
    key: uuid.UUID,
    *,
    plan: Rotation | None = None,
    in_series: bool = False,
) -> Game:
    """Start the rematch of `game` with these players; if partners change, by this plan."""
    with write_transaction():
        lock_group(game.group_id)
        known = game.next_games.filter(key=key).first()
        seats = {SEAT_COLUMNS[seat]: player for seat, player in players.items()}
        same = Q(rotation_facts=plan.to_dict()) if plan else Q(**seats)
        next_games = game.next_games.filter(same)
        running = (each for each in next_games if not each.summary.standing.over)
        found = known or next(running, None)
        if found:
            return found
        return start_game(
            game.group,
            game.names_in(players),
            _rotation_start(game, plan) if plan else game.agreement,
            key=key,
            place=_next_of_series(game) if in_series else PlaceInSeries(game, game.best_of),
        )


def _seated_with(players: BySeat[int], partner: Seat) -> BySeat[int]:
    """These players, seated so that the player at `partner` is the partner of the first one."""
    others = [seat for seat in Seat if seat not in {Seat.A1, partner}]
    return BySeat(Seat.A1, others[0], partner, others[1]).map(lambda seat: players[seat])


def _plan_again(game: Game) -> Rotation | None:
    """The plan of a rematch with the players of this rotation; None if partners do not
    change."""
    plan = game.rotation
    return plan and replace(plan, before=(), total_rounds=None, first_number=1)


def _rotation_start(game: Game, plan: Rotation) -> RotationStart:
    """How to start a game by this plan, with the agreement of `game`."""
    further = tuple(game.player_names[player] for player in plan.players[len(Seat) :])
    return RotationStart(game.agreement, further, plan.rounds_each, plan.cycles, plan.scoring)


def _next_of_series(game: Game) -> PlaceInSeries:
    """The place after all games of the series, including deleted ones. Its number differs from
    that of `game` by an odd number, because team A is team B in the next game."""
    series = series_of([game]).get(game.pk)
    if series is None or series.winner:
        return PlaceInSeries(game, game.best_of)
    games = Game.with_deleted.filter(group=game.group_id, series=game.series)
    number = (games.aggregate(last=Max("series_number"))["last"] or 0) + 1
    since = number - (game.series_number or 0)
    return PlaceInSeries(game, series.best_of, number + (since % 2 == 0), game.series)

"""The order in which the form of a new game offers the players of a group: the most recent
first."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from scoring.models import SEAT_COLUMNS, Game, Group, Membership, Player
from scoring.stats.evening_date import evening_date

# The number of latest games that are read. Players of none of them come last.
_MAX_GAMES = 100


def players_by_recency(group: Group, now: datetime) -> list[Player]:
    """Return the players of the group, without hidden and merged ones. The players of this
    evening come first, by name: those who played in one of its games, or joined with their own
    phone. The other players follow, those who played most recently first; then, by name,
    players of none of the latest games."""
    tonight, last = _latest_games(group, now)
    tonight |= _joined_tonight(group, now)

    def order(player: Player) -> tuple[bool, int]:
        there = player.pk in tonight
        return not there, 0 if there else last.get(player.pk, _MAX_GAMES)

    here = (each for each in group.all_players if not (each.hidden or each.merged_into_id))
    return sorted(here, key=order)


def _latest_games(group: Group, now: datetime) -> tuple[set[int], dict[int, int]]:
    """Return the players of the games of this evening, and for every player the number of games
    since the player's last one."""
    games = Game.objects.filter(group=group).order_by("-created", "-id")
    columns = ("created", "rotation_facts", *SEAT_COLUMNS.values())
    latest = games.values_list(*columns)[:_MAX_GAMES]
    tonight: set[int] = set()
    last: dict[int, int] = {}
    for ago, (created, rotation, *players) in enumerate(latest):
        there = [*players, *(rotation["players"] if rotation else ())]
        for player in there:
            last.setdefault(player, ago)
        if _same_evening(created, now):
            tonight.update(there)
    return tonight, last


def _joined_tonight(group: Group, now: datetime) -> set[int]:
    members: Iterable[tuple[int, datetime]] = Membership.objects.filter(
        group=group, player__isnull=False, joined__gt=now - timedelta(days=1)
    ).values_list("player", "joined")
    return {player for player, joined in members if _same_evening(joined, now)}


def _same_evening(one: datetime, other: datetime) -> bool:
    return evening_date(one) == evening_date(other)

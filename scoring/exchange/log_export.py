"""Writes a group as a log (`tichu-log`, version 1) with everything that is known of its games.

A log contains no secrets: no tokens, no links, and of a device only its id and its name.
Deleted games are left out. The export of an unchanged group is always the same, byte by byte,
and a group that was imported from a log exports the same bytes.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.exchange.group_log import log_entries
from scoring.exchange.log_facts import to_file
from scoring.exchange.log_schema import with_unknown
from scoring.models import (
    Change,
    Device,
    Game,
    Group,
    Membership,
    Payment,
    Photo,
    Player,
    Round,
    UnknownProperties,
)
from scoring.models.log_ids import device_log_id, player_log_id
from scoring.models.player_facts import replace_rotation_players
from scoring.services.game_players import games_of_player

FORMAT, VERSION = "tichu-log", 1
# The number of games that are in memory at once.
GAMES_AT_ONCE = 50
_MAX_TRIES = 10

Facts = Mapping[str, Any]


def write_log(group: Group, player: Player | None = None) -> Iterator[str]:
    """Yield the text of the log, piece by piece.

    It has a line for each game, player, author, payment, season and entry of the group's log.
    The arrays of seasons and of log entries are left out if they are empty. With a `player`, it
    contains only the games and payments of that player, and the players and authors of these.
    """
    games = Game.objects.filter(group=group)
    payments = group.payments.all()
    if player:
        games = games.filter(pk__in=games_of_player(player))
        payments = payments.filter(Q(payer=player) | Q(payee=player))
    unknown = UnknownPropertiesOfGroup(group)
    yield f'{{\n"format":{_json(FORMAT)},\n"version":{VERSION},\n'
    yield f'"group":{_json(unknown.put("group", _group_facts(group)))}'
    ids = LogIds(group)
    if player:
        ids.player(player.pk)
    # Players and authors are read last, so that they include those who are added during the
    # export.
    facts = (_game_facts(game, ids) for game in _games(games))
    yield from _array("games", map(unknown.of("games"), facts))
    paid = list(_payments(payments, ids))
    entries = [] if player else log_entries(group, ids.player, ids.device)
    players = _players(group, ids, all_players=player is None)
    yield from _array("players", map(unknown.of("players"), players))
    authors = _authors(group, games, all_authors=player is None)
    yield from _array("authors", map(unknown.of("authors"), authors))
    yield from _array("payments", map(unknown.of("payments"), paid))
    if seasons := [] if player else _seasons(group):
        yield from _array("seasons", map(unknown.of("seasons"), seasons))
    if entries:
        yield from _array("log", map(unknown.of("log"), entries))
    for name, value in [] if player else unknown.of_file():
        yield f",\n{_json(name)}:{_json(value)}"
    yield "\n}\n"


class UnknownPropertiesOfGroup:
    """The unknown properties of the file from which the group was imported, by name and id."""

    def __init__(self, group: Group) -> None:
        rows = UnknownProperties.objects.filter(group=group)
        self.found = {(row.name, str(row.object_id)): row for row in rows}

    def of(self, name: str) -> Callable[[Facts], Facts]:
        """Return a function that adds the unknown properties of an item of this array."""
        return lambda facts: self.put(name, facts)

    def put(self, name: str, facts: Facts) -> Facts:
        """Add the unknown properties of the object. A game that was changed since the import is
        returned without them."""
        row = self.found.get((name, facts["id"]))
        if row is None or row.version != facts.get("version"):
            return facts
        return with_unknown(name, facts, row.properties)

    def of_file(self) -> list[tuple[str, Any]]:
        """Return the unknown properties of the file itself, by name."""
        row = next((row for row in self.found.values() if not row.name), None)
        return sorted(with_unknown("", {}, row.properties).items()) if row else []


class LogIds:
    """The ids of a group's players and devices in logs, by primary key.

    `named_players` are the primary keys of the players whose ids were requested so far.
    """

    def __init__(self, group: Group) -> None:
        self.group = group
        self._players: dict[int, str] = {}
        self.named_players: set[int] = set()
        self._devices: dict[int, str] = {}

    def player(self, pk: int) -> str:
        if pk not in self._players:
            rows = Player.with_merged.filter(group=self.group).values_list("pk", "log_id")
            self._players = {
                each: str(player_log_id(log_id, self.group.id_namespace, each))
                for each, log_id in rows
            }
        self.named_players.add(pk)
        return self._players[pk]

    def device(self, pk: int) -> str:
        if pk not in self._devices:
            log_id = Device.objects.values_list("log_id", flat=True).get(pk=pk)
            self._devices[pk] = str(device_log_id(log_id, self.group.id_namespace, pk))
        return self._devices[pk]


def _array(name: str, items: Iterable[Facts]) -> Iterator[str]:
    yield f',\n"{name}":['
    separator = "\n"
    for item in items:
        yield separator + _json(item)
        separator = ",\n"
    yield "\n]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _group_facts(group: Group) -> Facts:
    return {
        "id": str(group.log_id or group.key),
        "name": group.name,
        "created": group.created.isoformat(),
        "agreement": group.agreement and group.agreement.columns,
        "stake": group.stake,
        "shows_win_probability": group.shows_win_probability,
        **({} if group.shows_avatars else {"shows_avatars": False}),
        **({} if group.shows_deal else {"shows_deal": False}),
        **_play_rules(group),
    }


def _play_rules(group: Group) -> Facts:
    """Return the house rules of play; empty if the group has none."""
    latest = group.play_rules.first()
    return {"play_rules": latest.names} if latest and latest.names else {}


def _players(group: Group, ids: LogIds, *, all_players: bool) -> Iterator[Facts]:
    """Yield the players who are named so far and, if `all_players`, all others who were not
    merged. A player who is named was perhaps merged while the games were read."""
    players = Player.with_merged.filter(group=group).order_by("pk")
    photos = dict(Photo.objects.filter(group=group).values_list("digest", "content"))
    for player in players.iterator():
        wanted = all_players and not player.merged_into_id
        if not wanted and player.pk not in ids.named_players:
            continue
        log_id = player_log_id(player.log_id, group.id_namespace, player.pk)
        shown = {"hidden": player.hidden, "colour": player.colour, "symbol": player.symbol}
        more = {name: value for name, value in shown.items() if value}
        if player.photo in photos:
            more["photo"] = b64encode(photos[player.photo]).decode()
        yield {"id": str(log_id), "name": player.name, **more}


def _authors(group: Group, games: QuerySet[Game], *, all_authors: bool) -> list[Facts]:
    """Return the devices that have changed one of these games and, if `all_authors`, those in
    the log of the group, with their names in the group."""
    changes = Change.objects.filter(group=group, game__in=games.order_by().values("pk"))
    names = Membership.objects.filter(group=group, device=OuterRef("pk")).values("name")
    wanted = Q(pk__in=changes.order_by().values("device"))
    if all_authors:
        wanted |= Q(pk__in=group.changes.order_by().values("device"))
    devices = Device.objects.filter(wanted)
    named = devices.annotate(name=Coalesce(Subquery(names), F("system")))
    authors = (
        {"id": str(device_log_id(log_id, group.id_namespace, pk)), "name": name}
        for pk, log_id, name in named.values_list("pk", "log_id", "name")
    )
    return sorted(authors, key=lambda author: author["id"])


def _payments(payments: QuerySet[Payment], ids: LogIds) -> Iterator[Facts]:
    for each in payments.order_by("pk").iterator():
        yield {
            "id": str(each.key),
            "payer": ids.player(each.payer_id),
            "payee": ids.player(each.payee_id),
            "chips": each.chips,
            "at": each.at.isoformat(),
        }


def _seasons(group: Group) -> list[Facts]:
    return [
        {
            "id": str(each.key),
            "name": each.name,
            "first_day": each.first_day.isoformat(),
            "last_day": each.last_day.isoformat(),
        }
        for each in group.seasons.order_by("pk")
    ]


def _games(wanted: QuerySet[Game]) -> Iterator[Game]:
    """Yield these games with their rounds and changes. They are read in batches, and each game
    is in a consistent state."""
    keys = list(wanted.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), GAMES_AT_ONCE):
        chosen = keys[start : start + GAMES_AT_ONCE]
        games = {game.pk: game for game in _whole_games(chosen, wanted)}
        for _ in range(_MAX_TRIES):
            # Games that were changed while they were read are read again.
            revisions = Game.objects.filter(pk__in=chosen).values_list("pk", "revision")
            changed = [pk for pk, now in revisions if pk in games and games[pk].revision != now]
            if not changed:
                break
            games |= {game.pk: game for game in _whole_games(changed, wanted)}
        yield from (games[pk] for pk in chosen if pk in games)


def _whole_games(keys: list[int], wanted: QuerySet[Game]) -> list[Game]:
    earlier = wanted.filter(pk=OuterRef("follows")).order_by()
    games = Game.objects.filter(pk__in=keys).prefetch_related("rounds", "changes")
    log_id = Subquery(earlier.annotate(log=Coalesce("log_id", "key")).values("log"))
    return list(games.annotate(followed_log_id=log_id))


def _game_facts(game: Game, ids: LogIds) -> Facts:
    earlier = getattr(game, "followed_log_id", None)
    totals = game.final_totals
    points = {"round_points": game.round_points} if game.round_points else {}
    return {
        "id": str(game.log_id or game.key),
        "started": game.created.isoformat(),
        "version": game.version,
        "agreement": game.agreement.columns,
        "agreement_change": game.agreement_change,
        "seats": [ids.player(player) for player in game.players],
        "seating_number": game.seating_number,
        "rotation": replace_rotation_players(game.rotation_facts, ids.player),
        "series": _series_facts(game),
        "rematch_of": earlier and str(earlier),
        "stake": game.stake,
        "ending": game.ending,
        "ending_reason": game.ending_reason,
        "adjustments": game.adjustments,
        **({"rulings": game.rulings} if game.rulings else {}),
        "final_totals": totals and {str(team): total for team, total in totals.items()},
        **points,
        "progress": _progress_facts(game.progress),
        "rounds": [_round_facts(each, ids) for each in game.rounds.all()],
        "changes": [_change_facts(each, ids) for each in game.changes.all()],
    }


def _progress_facts(stored: Facts | None) -> Facts | None:
    """Return the round in progress without `was_recorded`, which follows from the changes."""
    return stored and {name: value for name, value in stored.items() if name != "was_recorded"}


def _series_facts(game: Game) -> Facts | None:
    if game.series is None:
        return None
    return {"id": str(game.series), "best_of": game.best_of, "number": game.series_number}


def _round_facts(row: Round, ids: LogIds) -> Facts:
    return {
        "seq": row.seq,
        "version": row.version,
        "recorded": row.recorded.isoformat(),
        "seats": row.players and [ids.player(player) for player in row.players],
        "points": {str(team): points for team, points in row.points.items()},
        "facts": row.result.to_dict() | row.notes.to_dict(),
    }


def _change_facts(change: Change, ids: LogIds) -> Facts:
    return {
        "id": str(change.key),
        "number": change.number,
        "kind": change.kind,
        "seq": change.seq,
        "round_number": change.round_number,
        "before": to_file(change.before, ids.player),
        "after": to_file(change.after, ids.player),
        "target": change.target,
        "by": ids.device(change.device_id),
        "at": change.at.isoformat(),
    }

"""Reads a log (`tichu-log`) that anybody may have written: first everything except the games,
then the games."""

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any, TypeVar

from django.utils.translation import gettext as _

from scoring.exchange import checks
from scoring.exchange.group_log import read_log_entries
from scoring.exchange.json_stream import DamagedFile, read_object
from scoring.exchange.log_export import FORMAT, VERSION
from scoring.exchange.log_game import read_game
from scoring.exchange.log_schema import is_known, split_properties
from scoring.models import MAX_SEASON_NAME_LENGTH
from scoring.models.names import MAX_DEVICE_NAME_LENGTH, MAX_GROUP_NAME_LENGTH, MAX_NAME_LENGTH
from scoring.models.photo import MAX_PHOTOS
from scoring.rules import IllegalRound
from scoring.rules.stakes import MAX_STAKE
from scoring.services.logged_group import LoggedGame, LoggedPayment, LoggedSeason, LogHead
from scoring.services.unknown_properties import LoggedUnknownProperties

_GAMES, _PLAYERS = "games", "players"
_MAX_NAMES = 10_000
_ERRORS = (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError)

T = TypeVar("T")


def read_head(file: IO[bytes]) -> LogHead:
    """Read the whole file, and return everything except the games. Raises DamagedFile."""
    file.seek(0)
    with _damaged(lambda: ""):
        unknown = _Unknown()
        found: dict[str, Any] = {_PLAYERS: []}
        for name, value in read_object(file, [_GAMES, _PLAYERS]):
            if name == _PLAYERS:
                found[name].append(unknown.left_out(name, value))
            elif name != _GAMES:
                found[name] = unknown.left_out(name, value)
        if found["format"] != FORMAT:
            raise DamagedFile
        if checks.number(found["version"], 1) > VERSION:
            raise DamagedFile(
                _("This file was written by a newer Tichu Score: update this one first.")
            )
        return _head(found, unknown)


def read_games(
    file: IO[bytes], players: Mapping[uuid.UUID, int], authors: Mapping[uuid.UUID, int]
) -> Iterator[LoggedGame]:
    """Yield the games of a file that `read_head` has read. `players` and `authors` are primary
    keys by the ids of the file. Raises DamagedFile, with a sentence that names the game."""
    file.seek(0)
    games, number = read_object(file, [_GAMES]), 0

    def sentence() -> str:
        return _("Game %(number)s of the file is damaged.") % {"number": number}

    seen = set[uuid.UUID]()
    for name, value in games:
        if name == _GAMES:
            number += 1
            with _damaged(sentence):
                known, unknown = split_properties(_GAMES, value)
                game = read_game(known, players, authors, unknown)
                if game.game.key in seen:
                    raise DamagedFile
                seen.add(game.game.key)
            yield game


@contextmanager
def _damaged(sentence: Callable[[], str]) -> Iterator[None]:
    """Raise DamagedFile in place of the error of a value that cannot be read."""
    try:
        yield
    except IllegalRound as refused:
        raise DamagedFile(f"{sentence()} {refused}".strip()) from None
    except _ERRORS as error:
        reason = error.sentence if isinstance(error, DamagedFile) else ""
        raise DamagedFile(reason or sentence()) from None


class _Unknown:
    """The unknown properties of everything except the games, in the order of the file."""

    def __init__(self) -> None:
        self.found: list[tuple[str, Any, Mapping[str, Any]]] = []
        self.properties: dict[str, Any] = {}

    def left_out(self, name: str, value: Any) -> Any:
        """Return the value of a property of the log without its unknown properties, which are
        collected; None if the property itself is unknown."""
        if not is_known(name):
            self.properties |= split_properties("", {name: value})[1]
            return None
        if isinstance(value, list):
            return [self._left_out(name, each) for each in value]
        return self._left_out(name, value)

    def _left_out(self, name: str, value: Any) -> Any:
        known, unknown = split_properties(name, value)
        if unknown:
            self.found.append((name, known["id"], unknown))
        return known

    def rows(self, group: uuid.UUID) -> tuple[LoggedUnknownProperties, ...]:
        found = [
            LoggedUnknownProperties(name, checks.log_id(id_), unknown)
            for name, id_, unknown in self.found
        ]
        if self.properties:
            found.append(LoggedUnknownProperties("", group, self.properties))
        return tuple(found)


def _head(found: Mapping[str, Any], unknown: _Unknown) -> LogHead:
    group = checks.record(found["group"])
    players = _names(found["players"], MAX_NAME_LENGTH)
    if len({*players.values()}) < len(players):
        raise DamagedFile
    agreed = group["agreement"]
    authors = _names(found["authors"], MAX_DEVICE_NAME_LENGTH)
    return LogHead(
        id=checks.log_id(group["id"]),
        name=group["name"] and checks.name(group["name"], MAX_GROUP_NAME_LENGTH),
        created=checks.moment(group["created"]),
        agreement=None if agreed is None else checks.agreement(agreed),
        stake=checks.optional_number(group["stake"], MAX_STAKE),
        shows_win_probability=checks.flag(group["shows_win_probability"]),
        players=players,
        authors=authors,
        payments=_payments(found["payments"], players),
        hidden_players=frozenset(
            checks.log_id(each["id"])
            for each in found["players"]
            if checks.flag(each.get("hidden", False))
        ),
        play_rules=checks.ids(group.get("play_rules", [])),
        shows_avatars=checks.flag(group.get("shows_avatars", True)),
        shows_deal=checks.flag(group.get("shows_deal", True)),
        avatars={
            checks.log_id(each["id"]): checks.avatar(each.get("colour"), each.get("symbol"))
            for each in found["players"]
        },
        photos=_photos(found["players"]),
        seasons=_seasons(found.get("seasons", [])),
        group_changes=read_log_entries(found.get("log", []), players, authors),
        unknown=unknown.rows(checks.log_id(group["id"])),
    )


def _names(data: Any, most: int) -> dict[uuid.UUID, str]:
    """Return names of at most `most` characters by their ids. Raises DamagedFile if they are
    invalid."""
    rows = checks.items(data, _MAX_NAMES)
    names = {checks.log_id(each["id"]): checks.name(each["name"], most) for each in rows}
    if len(names) < len(rows):
        raise DamagedFile
    return names


def _photos(players: list[Any]) -> dict[uuid.UUID, bytes]:
    """Return the photos of the players who have one, by the ids of the players. Raises
    DamagedFile if there are too many."""
    with_photo = [each for each in players if "photo" in each]
    if len(with_photo) > MAX_PHOTOS:
        raise DamagedFile(_("The file has more than %(n)s photos.") % {"n": MAX_PHOTOS})
    return {checks.log_id(each["id"]): checks.photo(each["photo"]) for each in with_photo}


def _seasons(data: Any) -> tuple[LoggedSeason, ...]:
    """Return the seasons. Files of earlier releases have none. Raises DamagedFile if they are
    invalid."""
    seasons = tuple(
        LoggedSeason(
            checks.log_id(each["id"]),
            checks.name(each["name"], MAX_SEASON_NAME_LENGTH),
            checks.day(each["first_day"]),
            checks.day(each["last_day"]),
        )
        for each in checks.items(data)
    )
    if len({each.key for each in seasons}) < len(seasons):
        raise DamagedFile
    if any(each.last_day < each.first_day for each in seasons):
        raise DamagedFile
    return seasons


def _payments(data: Any, players: Mapping[uuid.UUID, str]) -> tuple[LoggedPayment, ...]:
    payments = tuple(
        LoggedPayment(
            checks.log_id(each["id"]),
            checks.log_id(each["payer"]),
            checks.log_id(each["payee"]),
            checks.number(each["chips"], 1),
            checks.moment(each["at"]),
        )
        for each in checks.items(data)
    )
    people = {person for each in payments for person in (each.payer, each.payee)}
    if people - {*players} or len({each.key for each in payments}) < len(payments):
        raise DamagedFile
    if any(each.payer == each.payee for each in payments):
        raise DamagedFile
    return payments

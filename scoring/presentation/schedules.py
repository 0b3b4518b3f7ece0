"""The schedule of an evening: the partners and opponents of each round, and the players who sit
out."""

from collections.abc import Collection, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import Group, Player
from scoring.presentation.games import new_game_url
from scoring.presentation.rotation import sitting_out_sentence
from scoring.rules import BySeat
from scoring.rules.schedules import PlannedRound, Table, evening_rounds, schedule
from scoring.rules.sessions import MIN_PLAYERS


class ScheduleTable(NamedTuple):
    """Two teams, and the address that starts a game of these teams."""

    a: str
    b: str
    url: str


class ScheduleRound(NamedTuple):
    """The tables of a round, and the players who sit out, empty if nobody does."""

    number: int
    tables: list[ScheduleTable]
    out: str


class EveningSchedule(NamedTuple):
    """The rounds of an evening, a note on all of them, and the address that starts a session at
    several tables. All fields are empty if there are too few players."""

    rounds: list[ScheduleRound]
    note: str
    several_tables: str


def evening_schedule(group: Group, players: Sequence[Player]) -> EveningSchedule:
    """Return the schedule of an evening of these players of the group."""
    return EveningSchedule(
        _rounds(group, [player.name for player in players]),
        _note(len(players)),
        _several_tables_url(group, [player.pk for player in players]),
    )


def _rounds(group: Group, names: Sequence[str]) -> list[ScheduleRound]:
    """Return the rounds of an evening of these players; empty for fewer than four."""
    if len(names) < 4:
        return []
    return [
        _round(group, number, planned, names)
        for number, planned in enumerate(evening_rounds(len(names)), 1)
    ]


def _note(players: int) -> str:
    """Return a note on the whole evening; empty for fewer than four players."""
    if players < 4:
        return ""
    if players in {6, 7}:
        return _("Everybody plays four rounds, and nobody has the same partner twice.")
    try:
        schedule(players)
    except ValueError:
        return _("Partners and opponents change, and sitting out is shared evenly.")
    return _("Everybody is everybody’s partner once, and meets everybody twice.")


def _several_tables_url(group: Group, players: Collection[int]) -> str:
    """Return the address that starts a session of these players; empty for fewer than eight."""
    if len(players) < MIN_PLAYERS:
        return ""
    asked = urlencode({"group": group.key, "player": [*players]}, doseq=True)
    return f"{reverse('new_session')}?{asked}"


def _round(
    group: Group, number: int, planned: PlannedRound, names: Sequence[str]
) -> ScheduleRound:
    return ScheduleRound(
        number,
        [_table(group, table, names) for table in planned.tables],
        sitting_out_sentence([names[player] for player in planned.sitting_out]),
    )


def _table(group: Group, table: Table, names: Sequence[str]) -> ScheduleTable:
    a1, a2, b1, b2 = (names[player] for player in table)
    url = new_game_url(group, BySeat(a1, b1, a2, b2))
    return ScheduleTable(f"{a1} + {a2}", f"{b1} + {b2}", url)

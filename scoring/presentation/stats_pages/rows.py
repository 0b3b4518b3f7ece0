"""Parts that several statistics pages use: rows of lists, figures, numbers of games."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number
from scoring.models import Group
from scoring.presentation.records import record_label, record_summary
from scoring.presentation.stats import GameKeys, Names
from scoring.stats.group_stats import GroupStats
from scoring.stats.records import Record
from scoring.stats.tally import Tally

SEPARATOR = " · "


class PageLinks(NamedTuple):
    """The links of a page: the group, the addresses of games, and a query.

    The query selects the same games on other pages.
    """

    group: Group
    keys: GameKeys
    query: str

    def player(self, player: int) -> str:
        """Return the page of a player, for the same games."""
        return player_url(self.group, player) + self.query

    def pair(self, one: int, other: int) -> str:
        """Return the page of two players, for the same games, from the view of the first
        one."""
        return pair_url(self.group, one, other) + self.query


@dataclass(frozen=True, slots=True)
class HighlightRow:
    """A sentence, and the address of the figure on which it is based."""

    sentence: str
    url: str


@dataclass(frozen=True, slots=True)
class ListRow:
    """One entry of a list: its subject, a figure, and a note in small print. `url` is the page
    that it opens, "" if there is none. `player` is the primary key of its player, None if it is
    not about a player."""

    title: str
    value: str
    note: str
    url: str = ""
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of a table of figures, with a note below the figure."""

    label: str
    value: str
    note: str = ""
    url: str = ""


def counted_summary(stats: GroupStats) -> str:
    """Return the numbers of games, rounds and evenings on which the figures are based."""
    evenings = len(stats.evenings)
    if stats.rounds:
        counted = _("%(games)s, %(rounds)s, %(evenings)s.") % {
            "games": ngettext("%(n)s game", "%(n)s games", stats.games) % {"n": stats.games},
            "rounds": ngettext("%(n)s round", "%(n)s rounds", stats.rounds)
            % {"n": stats.rounds},
            "evenings": ngettext("%(n)s evening", "%(n)s evenings", evenings) % {"n": evenings},
        }
    else:
        on = ngettext("On %(n)s evening.", "On %(n)s evenings.", evenings) % {"n": evenings}
        counted = f"{games_sentence(stats.games)} {on}"
    if stats.games_without_rounds:
        counted = f"{counted} {_without_rounds(stats)}"
    if not stats.running:
        return counted
    running = ngettext(
        "And %(n)s that is still running: its rounds count, but nobody has won it.",
        "And %(n)s that are still running: their rounds count, but nobody has won them.",
        stats.running,
    )
    return f"{counted} {running % {'n': stats.running}}"


def games_sentence(games: int) -> str:
    """Return the number of games on which the figures are based, if no round is known."""
    return ngettext("%(n)s game.", "%(n)s games.", games) % {"n": format_number(games)}


def _without_rounds(stats: GroupStats) -> str:
    """Return the number of games that are not part of the figures of rounds and calls."""
    sentence = ngettext(
        "%(n)s of %(games)s was entered without rounds: it counts in no figure of rounds.",
        "%(n)s of %(games)s were entered without rounds: they count in no figure of rounds.",
        stats.games_without_rounds,
    )
    return sentence % {"n": stats.games_without_rounds, "games": stats.games}


def record_rows(records: Iterable[Record], names: Names, keys: GameKeys) -> list[ListRow]:
    return [
        ListRow(
            record_label(record),
            record_summary(record, names),
            date_format(record.day, "DATE_FORMAT"),
            reverse("race", args=[keys[record.game]]),
        )
        for record in records
    ]


def games_won(tally: Tally) -> str:
    sentence = ngettext(
        "%(won)s of %(games)s game won", "%(won)s of %(games)s games won", tally.games
    )
    return sentence % {"won": tally.won, "games": tally.games}


def player_url(group: Group, player: int) -> str:
    return reverse("player_stats", args=[group.key, player])


def pair_url(group: Group, one: int, other: int) -> str:
    """Return the page of two players, from the view of the first one."""
    return reverse("one_pair_stats", args=[group.key, one, other])

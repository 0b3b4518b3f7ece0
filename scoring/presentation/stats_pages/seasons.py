"""The pages of seasons: all of them with their winners, and the tables of one."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number, format_signed
from scoring.models import Group, Season
from scoring.presentation.points import signed_points
from scoring.presentation.stats import Names, calls_made
from scoring.presentation.stats_pages.rows import SEPARATOR, ListRow, games_won, player_url
from scoring.stats.seasons import CallerPlace, SeasonPlace, SeasonTable, games_left


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A row of a table: a place, whose it is, a figure and a note; `player` is the primary
    key."""

    place: str
    player: int
    name: str
    url: str
    value: str
    note: str


@dataclass(frozen=True, slots=True)
class SeasonsPage:
    """`hall` has who won seasons that are over, the most first."""

    seasons: list[ListRow]
    hall: list[ListRow]


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """`standing` says who leads or has won, `outlook` what is still possible and by what
    reckoning; both are empty where there is nothing to say."""

    days: str
    summary: str
    standing: str
    outlook: str
    places: list[PlaceRow]
    callers: list[PlaceRow]


def seasons_page(
    tables: Mapping[Season, SeasonTable], group: Group, names: Names, today: date
) -> SeasonsPage:
    """The seasons of these tables, in their order, and the hall of the winners."""
    over = (table for season, table in tables.items() if season.last_day < today)
    return SeasonsPage(
        [
            ListRow(
                season.name,
                "",
                f"{_days(season)}. {standing_sentence(season, table, names, today)}",
                reverse("season", args=[group.key, season.pk]),
            )
            for season, table in tables.items()
        ],
        _hall((player for table in over for player in table.first), group, names),
    )


def season_page(
    season: Season, table: SeasonTable, group: Group, names: Names, today: date
) -> SeasonPage:
    """The two tables of a season, and what is still possible in it."""
    left = games_left(season, table, today)
    return SeasonPage(
        _days(season),
        _summary(table),
        standing_sentence(season, table, names, today),
        _outlook(table, left),
        [_place_row(each, group, names, left) for each in table.places],
        [_caller_row(each, group, names) for each in table.callers],
    )


def standing_sentence(season: Season, table: SeasonTable, names: Names, today: date) -> str:
    """Who leads or has won."""
    if not table.games:
        return (
            _("No game is over yet.") if season.last_day >= today else _("Nothing was played.")
        )
    players = get_text_list([names[each] for each in table.first], _("and"))
    if season.last_day >= today:
        return (
            _("Ahead: %(players)s.") % {"players": players} if players else _("Nobody leads.")
        )
    return _("Won by %(players)s.") % {"players": players} if players else _("Nobody won it.")


def _days(season: Season) -> str:
    return _("%(first)s to %(last)s") % {
        "first": date_format(season.first_day, "DATE_FORMAT"),
        "last": date_format(season.last_day, "DATE_FORMAT"),
    }


def _summary(table: SeasonTable) -> str:
    return _("%(games)s, %(rounds)s.") % {
        "games": ngettext("%(n)s game", "%(n)s games", table.games)
        % {"n": format_number(table.games)},
        "rounds": ngettext("%(n)s round", "%(n)s rounds", table.rounds)
        % {"n": format_number(table.rounds)},
    }


def _outlook(table: SeasonTable, left: int | None) -> str:
    """How many games are left, and who can still be first in as many."""
    if left is None:
        return ""
    pace = ngettext(
        "If as many games are played a day as so far, %(n)s game is left.",
        "If as many games are played a day as so far, %(n)s games are left.",
        left,
    ) % {"n": format_number(left)}
    able = sum(1 for each in table.places if each.games_to_lead <= left)
    possible = ngettext(
        "In these %(able)s of %(players)s player can still be first.",
        "In these %(able)s of %(players)s players can still be first.",
        len(table.places),
    ) % {"able": format_number(able), "players": format_number(len(table.places))}
    return f"{pace} {possible}"


def _place_row(each: SeasonPlace, group: Group, names: Names, left: int | None) -> PlaceRow:
    tally = each.stats.tally
    told = [games_won(tally)]
    if tally.rounds:
        told.append(
            _("%(points)s points against the opponents")
            % {"points": signed_points(tally.margin.total)}
        )
    if left is not None and each.games_to_lead:
        told.append(_possible(each.games_to_lead, left))
    return PlaceRow(
        str(each.place),
        each.stats.player,
        names[each.stats.player],
        player_url(group, each.stats.player),
        format_signed(each.ahead),
        SEPARATOR.join(told),
    )


def _possible(games: int, left: int) -> str:
    if games > left:
        return _("first place out of reach at this pace")
    sentence = ngettext(
        "can be first after %(n)s game at the earliest",
        "can be first after %(n)s games at the earliest",
        games,
    )
    return sentence % {"n": format_number(games)}


def _caller_row(each: CallerPlace, group: Group, names: Names) -> PlaceRow:
    calls = [calls_made(calls) for calls in (each.stats.tichu, each.stats.grand) if calls.made]
    return PlaceRow(
        str(each.place),
        each.stats.player,
        names[each.stats.player],
        f"{player_url(group, each.stats.player)}#calls",
        signed_points(each.points),
        SEPARATOR.join(calls),
    )


def _hall(winners: Iterable[int], group: Group, names: Names) -> list[ListRow]:
    won = sorted(Counter(winners).items(), key=lambda each: (-each[1], names[each[0]]))
    return [
        ListRow(
            names[player],
            format_number(seasons),
            ngettext("season won", "seasons won", seasons),
            player_url(group, player),
            player,
        )
        for player, seasons in won
    ]

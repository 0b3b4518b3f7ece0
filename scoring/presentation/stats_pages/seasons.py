"""The pages of seasons: the list of seasons with their winners, and the tables of one
season."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number, format_signed
from scoring.models import Group, Season
from scoring.presentation.lists import join_words
from scoring.presentation.points import signed_points
from scoring.presentation.stats import Names, calls_made
from scoring.presentation.stats_pages.rows import (
    SEPARATOR,
    ListRow,
    games_sentence,
    games_won,
    player_url,
)
from scoring.presentation.win_probability import probability_percent
from scoring.stats.estimates import MIN_GAMES
from scoring.stats.seasons import CallerPlace, SeasonPlace, SeasonTable
from scoring.stats.title_chances import SEASONS, TitleChances


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A row of a table: a place, its player, a figure and a note; `player` is the primary
    key."""

    place: str
    player: int
    name: str
    url: str
    value: str
    note: str


@dataclass(frozen=True, slots=True)
class SeasonsPage:
    """The page of all seasons. `winners` are those of seasons that are over, with the number of
    seasons that each has won; the highest number first."""

    seasons: list[ListRow]
    winners: list[ListRow]


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """The standing of a season: its table, the number of remaining games, and the probability
    of each player to be first. The last two are None if they are unknown."""

    table: SeasonTable
    left: int | None
    chances: TitleChances | None

    @property
    def is_decided(self) -> bool:
        """Whether at most one player can still be first."""
        return self.left is not None and len(self.able) < 2

    @property
    def able(self) -> list[SeasonPlace]:
        """The places of the players who can still be first."""
        left = self.left or 0
        return [each for each in self.table.places if each.games_to_lead <= left]


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The page of a season. `standing` names the players who lead or have won, `outlook` says
    what is still possible, and `chances_note` says how the chances are computed. Each may be
    empty."""

    days: str
    summary: str
    standing: str
    outlook: str
    chances_note: str
    places: list[PlaceRow]
    callers: list[PlaceRow]


def seasons_page(
    tables: Mapping[Season, SeasonTable], group: Group, names: Names, today: date
) -> SeasonsPage:
    """Return the seasons of these tables, in their order, and the winners of those that are
    over."""
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
        _winner_rows((player for table in over for player in table.first), group, names),
    )


def season_page(
    season: Season, standing: SeasonStanding, group: Group, names: Names, today: date
) -> SeasonPage:
    """Return the two tables of a season, and its possible results."""
    table = standing.table
    return SeasonPage(
        days=_days(season),
        summary=_summary(table),
        standing=standing_sentence(season, table, names, today),
        outlook=_outlook(standing),
        chances_note=_chances_note(standing),
        places=[_place_row(each, group, names, standing) for each in table.places],
        callers=[_caller_row(each, group, names) for each in table.callers],
    )


def standing_sentence(season: Season, table: SeasonTable, names: Names, today: date) -> str:
    """Return a sentence with the players who lead or have won."""
    if not table.games:
        return (
            _("No game is over yet.") if season.last_day >= today else _("Nothing was played.")
        )
    players = join_words([names[each] for each in table.first])
    if season.last_day >= today:
        return (
            _("Ahead: %(players)s.") % {"players": players} if players else _("Nobody leads.")
        )
    return _("Won by %(players)s.") % {"players": players} if players else _("Nobody won it.")


def _days(season: Season) -> str:
    if season.first_day == season.last_day:
        return date_format(season.first_day, "DATE_FORMAT")
    return _("%(first)s to %(last)s") % {
        "first": date_format(season.first_day, "DATE_FORMAT"),
        "last": date_format(season.last_day, "DATE_FORMAT"),
    }


def _summary(table: SeasonTable) -> str:
    """Return the numbers of games and rounds on which the table is based."""
    if not table.rounds:
        return games_sentence(table.games)
    return _("%(games)s, %(rounds)s.") % {
        "games": ngettext("%(n)s game", "%(n)s games", table.games)
        % {"n": format_number(table.games)},
        "rounds": ngettext("%(n)s round", "%(n)s rounds", table.rounds)
        % {"n": format_number(table.rounds)},
    }


def _outlook(standing: SeasonStanding) -> str:
    """Return the number of remaining games, and the number of players who can still be first;
    empty if the pace is unknown."""
    table, left, chances = standing.table, standing.left, standing.chances
    if left is None:
        return ""
    pace = ngettext(
        "If as many games are played a day as so far, %(n)s game is left.",
        "If as many games are played a day as so far, %(n)s games are left.",
        left,
    ) % {"n": format_number(left)}
    possible = ngettext(
        "In these %(able)s of %(players)s player can still be first.",
        "In these %(able)s of %(players)s players can still be first.",
        len(table.places),
    ) % {
        "able": format_number(len(standing.able)),
        "players": format_number(len(table.places)),
    }
    sentences = [pace, possible]
    if table.games < MIN_GAMES:
        sentences.append(_("From 20 games on the chances are shown here too."))
    elif chances and chances.nobody:
        sentences.append(
            _("Chance that nobody wins it, with no more games won than lost: %(chance)s.")
            % {"chance": probability_percent(float(chances.nobody))}
        )
    return " ".join(sentences)


def _chances_note(standing: SeasonStanding) -> str:
    """Return a note on how the chances are computed, and from how many games."""
    if standing.chances is None:
        return ""
    return _(
        "For the chances, the games that are left were simulated %(seasons)s times. Each is "
        "one of the %(games)s games so far, played again by the same four, and won with "
        "the probability that their skill ratings give. A player who shares the first "
        "place with one other counts as half a winner."
    ) % {
        "seasons": format_number(SEASONS),
        "games": format_number(standing.table.games),
    }


def _place_row(
    each: SeasonPlace, group: Group, names: Names, standing: SeasonStanding
) -> PlaceRow:
    tally = each.stats.tally
    sentences = [games_won(tally)]
    if tally.rounds:
        sentences.append(
            _("%(points)s points against the opponents")
            % {"points": signed_points(tally.margin.total)}
        )
    if standing.left is not None:
        sentences += _possible(each, standing)
    return PlaceRow(
        str(each.place),
        each.stats.player,
        names[each.stats.player],
        player_url(group, each.stats.player),
        format_signed(each.ahead),
        SEPARATOR.join(sentences),
    )


def _possible(each: SeasonPlace, standing: SeasonStanding) -> list[str]:
    if each not in standing.able:
        return [_("first place out of reach at this pace")]
    sentences = []
    if each.games_to_lead:
        sentence = ngettext(
            "can be first after %(n)s game at the earliest",
            "can be first after %(n)s games at the earliest",
            each.games_to_lead,
        )
        sentences.append(sentence % {"n": format_number(each.games_to_lead)})
    if standing.chances:
        chance = float(standing.chances.by_player[each.stats.player])
        if not standing.is_decided:  # until then no chance is 0 or 1
            chance = min(max(chance, 1 / (2 * SEASONS)), 1 - 1 / (2 * SEASONS))
        sentences.append(
            _("chance to win the season: %(chance)s") % {"chance": probability_percent(chance)}
        )
    return sentences


def _caller_row(each: CallerPlace, group: Group, names: Names) -> PlaceRow:
    calls = [calls_made(calls) for calls in each.stats.official_calls if calls.made]
    return PlaceRow(
        str(each.place),
        each.stats.player,
        names[each.stats.player],
        f"{player_url(group, each.stats.player)}#calls",
        signed_points(each.points),
        SEPARATOR.join(calls),
    )


def _winner_rows(winners: Iterable[int], group: Group, names: Names) -> list[ListRow]:
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

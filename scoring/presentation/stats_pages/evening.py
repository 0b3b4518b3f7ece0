"""The page of one evening."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts import Chart
from scoring.models import FirstPlace, Group, Session
from scoring.models.session import session_table
from scoring.presentation.badges import BadgeRow, evening_badges
from scoring.presentation.evening_summary import (
    evening_headline,
    evening_highlights,
    evening_success,
)
from scoring.presentation.game_list import GameSide, game_state
from scoring.presentation.points import format_points, signed_points
from scoring.presentation.rotation import FirstPlaceLine, first_place_line
from scoring.presentation.sessions import seating_title, session_url
from scoring.presentation.stats import NO_VALUE, GameKeys, Names, calls_made, team_label
from scoring.presentation.stats_charts import ahead_chart
from scoring.presentation.stats_pages.rows import (
    SEPARATOR,
    HighlightRow,
    ListRow,
    PageLinks,
    counted_summary,
    games_won,
    player_url,
    record_rows,
)
from scoring.rules import RaceState, Standing
from scoring.stats.badges import Badge
from scoring.stats.evening_summary import EveningSummary
from scoring.stats.evenings import Evening
from scoring.stats.played_game import PlayedGame
from scoring.stats.players import PlayerStats


@dataclass(frozen=True, slots=True)
class GameRow:
    url: str
    state: str
    sides: list[GameSide]
    first_place: FirstPlaceLine | None = None


@dataclass(frozen=True, slots=True)
class EveningPage:
    """The content of the page. `headline` contains the best players of the evening, and is
    empty if there are none. `success` contains their results, and how likely these were."""

    headline: str
    success: list[str]
    highlights: list[HighlightRow]
    summary: str
    games: list[GameRow]
    players: list[ListRow]
    chart: Chart | None
    records: list[ListRow]
    picture_url: str
    badges: list[BadgeRow]


def evening_page(
    evening: Evening,
    summary: EveningSummary,
    badges: Iterable[Badge],
    names: Names,
    links: PageLinks,
) -> EveningPage:
    """Return the page of an evening: its summary, games, results of players, and badges.

    It has no chart and no picture if no round is known.
    """
    group, keys, _query = links
    picture = f"{reverse('evening_picture', args=[group.key])}?day={evening.day:%Y-%m-%d}"
    return EveningPage(
        headline=evening_headline(summary, names),
        success=evening_success(summary),
        highlights=[
            HighlightRow(sentence, reverse("race", args=[keys[game]]))
            for sentence, game in evening_highlights(summary, names).items()
        ],
        summary=counted_summary(evening.stats),
        games=[
            _session_row(each, group, names)
            if isinstance(each, Session)
            else _game_row(each, evening.first_places.get(each.pk), names, keys)
            for each in evening.games_and_sessions
        ],
        players=[_evening_row(stats, group, names) for stats in evening.players],
        chart=ahead_chart(evening, names) if evening.stats.rounds else None,
        records=record_rows(evening.stats.records, names, keys),
        picture_url=picture if evening.stats.rounds else "",
        badges=evening_badges(badges, group, names, keys),
    )


def _session_row(session: Session, group: Group, names: Names) -> GameRow:
    url = session_url(group, session_table(session.games[-1]))
    first = session.first_place
    line = first_place_line(first, names) if first else None
    return GameRow(url, SEPARATOR.join([_("Several tables"), session_state(session)]), [], line)


def session_state(session: Session) -> str:
    """Return the progress of a session: Seating 3 of 7."""
    return seating_title(session_table(session.games[-1]))


def _game_row(
    game: PlayedGame, first: FirstPlace | None, names: Names, keys: GameKeys
) -> GameRow:
    standing = game.standing
    if game.format.changing_partners:
        line = first_place_line(first, names) if first else None
        url = reverse("race", args=[keys[game.pk]])
        return GameRow(url, rotation_state(game, names), [], line)
    sides = [
        GameSide(
            team,
            team_label(names, game.team(team)),
            format_points(total),
            won=standing.winner is team,
        )
        for team, total in standing.totals.items()
    ]
    return GameRow(reverse("race", args=[keys[game.pk]]), _game_state(standing), sides)


def rotation_state(game: PlayedGame, names: Names) -> str:
    """Return the state of a game whose partners change, with its players."""
    players = dict.fromkeys(player for each in game.round_players for player in each)
    return _("Changing partners: %(names)s. %(state)s") % {
        "names": ", ".join(names[player] for player in players),
        "state": game_state(game.standing),
    }


def _game_state(standing: Standing) -> str:
    rounds = standing.rounds
    if standing.state is not RaceState.WON or not standing.rounds_known:
        return game_state(standing)
    return ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds}


def _evening_row(stats: PlayerStats, group: Group, names: Names) -> ListRow:
    first = ngettext(
        "first out in %(first)s of %(rounds)s round",
        "first out in %(first)s of %(rounds)s rounds",
        stats.first.n,
    ) % {"first": stats.first.k, "rounds": stats.first.n}
    calls = [calls_made(each) for each in stats.calls if each.made]
    in_rounds = [first, *calls] if stats.tally.rounds else []
    in_games = [games_won(stats.tally)] if stats.tally.games else []
    return ListRow(
        names[stats.player],
        signed_points(stats.tally.margin.total) if in_rounds else NO_VALUE,
        SEPARATOR.join([*in_games, *in_rounds]),
        player_url(group, stats.player),
        stats.player,
    )


def evening_title(day: date, today: date) -> str:
    """Return "This evening", or the weekday and the date."""
    if day == today:
        return _("This evening")
    return _("%(weekday)s, %(day)s") % {
        "weekday": capfirst(date_format(day, "l")),
        "day": date_format(day, "DATE_FORMAT"),
    }

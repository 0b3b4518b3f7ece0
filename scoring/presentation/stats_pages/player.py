"""The statistics page of one player."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts import Chart
from scoring.charts.number_format import format_signed
from scoring.models import Group
from scoring.presentation.badges import BadgeRow, player_badges
from scoring.presentation.points import signed_points
from scoring.presentation.stats import (
    NO_VALUE,
    Names,
    call_profile,
    call_verdict,
    evening_streak_label,
    evening_url,
    format_interval,
    format_mean,
    format_proportion,
    format_signed_mean,
    streak_label,
)
from scoring.presentation.stats_charts import places_chart, player_calls_chart
from scoring.presentation.stats_pages.profile import ProfileSection, profile_section
from scoring.presentation.stats_pages.rows import Figure, PageLinks
from scoring.stats.badges import Badge
from scoring.stats.estimates import Mean, Proportion
from scoring.stats.group_stats import GroupStats
from scoring.stats.pairs import PartnerStats, RivalStats
from scoring.stats.players import PlayerStats
from scoring.stats.profile import Profile
from scoring.stats.ratings.point_rating import PointRating


@dataclass(frozen=True, slots=True)
class CallSummary:
    profile: str
    verdict: str


@dataclass(frozen=True, slots=True)
class OtherPlayer:
    """The results of a player with and against another player, with the primary key `player`
    and this `name`. `url` is the page of both."""

    player: int
    name: str
    url: str
    together: str
    against: str


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The profile of a player, and the figures below it.

    `edge` is the number of points that the player adds to a team in a round, `edge_note` says
    how reliable it is, and `likely_range` is the 80 % interval, empty without a rating.
    """

    edge: str
    edge_note: str
    likely_range: str
    profile: ProfileSection
    calls_chart: Chart | None
    calls: list[CallSummary]
    call_figures: list[Figure]
    game_figures: list[Figure]
    round_figures: list[Figure]
    places_chart: Chart | None
    other_players: list[OtherPlayer]
    badges: list[BadgeRow]


def player_page(
    profile: Profile,
    stats: GroupStats,
    badges: Iterable[Badge],
    names: Names,
    links: PageLinks,
) -> PlayerPage:
    """Return the page of a player; `badges` are those of this player."""
    player_stats = profile.stats
    player = player_stats.player
    rating = stats.ratings.get(player)
    return PlayerPage(
        edge=NO_VALUE if rating is None else format_signed(rating.edge, 1),
        edge_note=_edge_note(rating),
        likely_range=_likely_range(rating),
        profile=profile_section(profile, names, links),
        calls_chart=player_calls_chart(player_stats),
        calls=[
            CallSummary(call_profile(calls), call_verdict(calls))
            for calls in player_stats.calls
        ],
        call_figures=_call_figures(player_stats),
        game_figures=_game_figures(player_stats, links.group),
        round_figures=_round_figures(player_stats, stats.average),
        places_chart=places_chart(player_stats),
        other_players=[
            OtherPlayer(
                other,
                names[other],
                links.pair(player, other),
                _wins(together),
                _wins(against),
            )
            for other, together, against in stats.met_by(player)
        ],
        badges=player_badges(badges, links.group, links.keys),
    )


def _edge_note(rating: PointRating | None) -> str:
    """Return a note on how reliable the rating of a player is. If the rating is provisional,
    the page says so where it would show the place in the league."""
    if rating is None:
        return _("No game is rated yet: abandoned games and those without rounds are not.")
    return _(
        "The true value lies within the likely range four times in five. The fewer rounds "
        "there are, the wider it is."
    )


def _likely_range(rating: PointRating | None) -> str:
    if rating is None:
        return ""
    return _("Likely range: %(interval)s.") % {"interval": format_interval(rating)}


def _wins(stats: PartnerStats | RivalStats | None) -> str:
    return format_proportion(stats.tally.wins) if stats else NO_VALUE


def _call_figures(stats: PlayerStats) -> list[Figure]:
    counted: list[tuple[str, Proportion]] = [
        (_("Tichu called, of all rounds"), stats.tichu.called),
        (_("Grand Tichu called, of the rounds that allow it"), stats.grand.called),
        *(
            [(_("Extra call called, of the rounds that allow it"), stats.extra.called)]
            if stats.extra.called.n
            else []
        ),
        (_("Calls missed: first out, and nobody had called"), stats.uncalled_first),
        (_("Calls of opponents that failed"), stats.opponent_calls_failed),
    ]
    return [Figure(label, format_proportion(value)) for label, value in counted]


def _game_figures(stats: PlayerStats, group: Group) -> list[Figure]:
    label = _("Games won") if stats.ranked else _("Games won (provisional)")
    recent = [
        Figure(
            _("Of the last %(games)s") % {"games": form.games},
            format_proportion(form.tally.wins),
            _("%(points)s a round against the opponents")
            % {"points": format_signed_mean(form.tally.margin)},
        )
        for form in stats.forms
        if form.tally.games == form.games
    ]
    unknown = Proportion(stats.tally.games_without_rounds, stats.tally.games)
    return [
        Figure(label, format_proportion(stats.tally.wins)),
        *([Figure(_("Without rounds"), format_proportion(unknown))] if unknown.k else []),
        *recent,
        Figure(_("Now"), streak_label(stats.streaks.now)),
        Figure(
            _("Evenings now"),
            evening_streak_label(stats.evening_streaks.now),
            _("An evening is won with more games won than lost."),
        ),
        Figure(_("Longest run of games won"), str(stats.streaks.won)),
        Figure(_("Longest run of games lost"), str(stats.streaks.lost)),
        *_best_evening(stats, group),
    ]


def _best_evening(stats: PlayerStats, group: Group) -> list[Figure]:
    best = stats.best_evening
    if best is None:
        return []
    sentence = ngettext(
        "%(points)s points against the opponents, %(won)s of %(games)s game won",
        "%(points)s points against the opponents, %(won)s of %(games)s games won",
        best.tally.games,
    )
    note = sentence % {
        "points": signed_points(best.tally.margin.total),
        "won": best.tally.won,
        "games": best.tally.games,
    }
    url = evening_url(group, best.day)
    return [Figure(_("Biggest evening"), date_format(best.day, "DATE_FORMAT"), note, url)]


def _round_figures(stats: PlayerStats, average: Mean) -> list[Figure]:
    tally = stats.tally
    beside = ngettext(
        "%(points)s compared with the average of all, over %(rounds)s round",
        "%(points)s compared with the average of all, over %(rounds)s rounds",
        tally.rounds,
    )
    over = ngettext("over %(n)s round", "over %(n)s rounds", tally.counted)
    return [
        Figure(
            _("Points of the team a round"),
            format_mean(tally.per_round),
            beside
            % {
                "points": format_signed_mean(tally.per_round.above(average)),
                "rounds": tally.rounds,
            }
            if tally.rounds
            else "",
        ),
        Figure(
            _("Card points a round, double wins apart"),
            format_mean(tally.card_points),
            over % {"n": tally.counted} if tally.counted else "",
        ),
        Figure(_("First out"), format_proportion(stats.first)),
        Figure(_("Last, where known"), format_proportion(stats.last)),
        Figure(_("Double wins"), format_proportion(tally.double_wins)),
        Figure(_("Double wins suffered"), format_proportion(tally.double_wins_suffered)),
        Figure(_("Bombs noted"), str(stats.bombs)),
    ]

"""The page of ratings and fair teams."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.charts import Chart
from scoring.models import Group
from scoring.presentation.ratings import (
    close_calls,
    matchup_sides,
    matchup_url,
    name_list,
    provisional_players,
    unrated_players,
)
from scoring.presentation.rotation import sitting_out_sentence
from scoring.presentation.stats import Names, team_label
from scoring.presentation.stats_charts import curve_chart, ratings_chart
from scoring.stats.group_ratings import GroupRatings, Lineup


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    number: int
    name: str
    present: bool


@dataclass(frozen=True, slots=True)
class LineupSide:
    players: str
    chance: str


@dataclass(frozen=True, slots=True)
class LineupRow:
    """Two teams, the players who sit out, and the address of the form for a new game with these
    seats."""

    sides: list[LineupSide]
    out: str
    url: str


@dataclass(frozen=True, slots=True)
class RatingsPage:
    chart: Chart
    close_calls: str
    provisional: str
    curve_chart: Chart | None
    choices: list[PlayerChoice]
    unrated: str
    lineups: list[LineupRow]


def ratings_page(
    found: GroupRatings,
    names: Names,
    ticked: Mapping[int, bool],
    lineups: Iterable[Lineup],
    start_in: Group | None,
) -> RatingsPage | None:
    """Return the ratings of all players, and fair teams of the players who are `ticked`. None
    before the first round. `start_in` is the group, if this device may start games in it."""
    if not found.points:
        return None
    present = [player for player, there in ticked.items() if there]
    few, new = provisional_players(found.points), unrated_players(present, found)
    provisional = _("Provisional, with fewer than 20 games and an open dot: %(players)s.")
    unrated = _("No game of theirs is over, so they count as average: %(players)s.")
    return RatingsPage(
        chart=ratings_chart(found, names),
        close_calls=close_calls(found.points, names),
        provisional=provisional % {"players": name_list(few, names)} if few else "",
        curve_chart=curve_chart(found, names),
        choices=[
            PlayerChoice(player, name, ticked[player])
            for player, name in names.items()
            if player in ticked
        ],
        unrated=unrated % {"players": name_list(new, names)} if new else "",
        lineups=[_lineup_row(lineup, names, start_in) for lineup in lineups],
    )


def _lineup_row(lineup: Lineup, names: Names, start_in: Group | None) -> LineupRow:
    return LineupRow(
        [
            LineupSide(
                team_label(names, side.players), _("about %(chance)s") % {"chance": side.chance}
            )
            for side in matchup_sides(lineup.matchup)
        ],
        sitting_out_sentence([names[player] for player in lineup.out]),
        matchup_url(start_in, lineup.matchup, names) if start_in else "",
    )

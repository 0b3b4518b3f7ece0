"""Ratings and lineups in words: which players are too close to call, and how likely each team
wins."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.charts.number_format import format_percent
from scoring.models import Group
from scoring.presentation.games import new_game_url
from scoring.presentation.stats import Names
from scoring.rules import BySeat
from scoring.stats.group_ratings import GroupRatings
from scoring.stats.ratings.point_rating import PointRating
from scoring.stats.ratings.skill_rating import RatedMatchup


class Side(NamedTuple):
    players: tuple[int, int]
    chance: str


def close_calls(ratings: Sequence[PointRating], names: Names) -> str:
    """Return a sentence with the neighbours in the ranking that are too close to call; empty if
    there are none."""
    pairs = [each for each in pairwise(ratings) if each[0].too_close(each[1])]
    if not pairs:
        return ""
    if len(pairs) == len(ratings) - 1:
        return _("It is too close to call between any two who are next to each other.")
    sentences = (
        _("%(one)s and %(other)s") % {"one": names[one.player], "other": names[other.player]}
        for one, other in pairs
    )
    return _("Too close to call: %(pairs)s.") % {"pairs": "; ".join(sentences)}


def provisional_players(ratings: Iterable[PointRating]) -> list[int]:
    """Return the players with too few games for a reliable rating."""
    return [rating.player for rating in ratings if rating.provisional]


def unrated_players(present: Iterable[int], found: GroupRatings) -> list[int]:
    """Return the players who have not finished a game yet."""
    return [player for player in present if player not in found.skill.history]


def matchup_sides(matchup: RatedMatchup) -> list[Side]:
    """Return both teams with their win probabilities, in whole per cent that add up to 100."""
    chance = round(matchup.win_probability, 2)
    return [
        Side(matchup.team, format_percent(chance)),
        Side(matchup.other, format_percent(1 - chance)),
    ]


def matchup_url(group: Group, matchup: RatedMatchup, names: Names) -> str:
    """Return the address of the form for a new game of these two teams of the group."""
    (a1, a2), (b1, b2) = matchup.team, matchup.other
    return new_game_url(group, BySeat(a1, b1, a2, b2).map(names.__getitem__))


def name_list(players: Iterable[int], names: Names) -> str:
    """Return names separated by commas, for players who are not partners."""
    return ", ".join(names[player] for player in players)

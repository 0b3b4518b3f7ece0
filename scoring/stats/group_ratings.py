"""The ratings of a group, cached until one of its games changes, and fair teams."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.core.cache import cache

from scoring.models import Group
from scoring.stats.game_parts import game_parts
from scoring.stats.group_stats import group_stats
from scoring.stats.history import HistoryVersion, read_history
from scoring.stats.played_game import PlayedGame
from scoring.stats.ratings.point_rating import PointRating
from scoring.stats.ratings.rated_game import rated_games
from scoring.stats.ratings.skill_rating import (
    INITIAL_SKILL,
    RatedMatchup,
    SkillRatings,
    rate_skill,
    win_probability_with_average_players,
)

# How many players a lineup is made of: with more than ten there are too many to compare.
MIN_PLAYERS, MAX_PLAYERS = 4, 10
# How many lineups are proposed where somebody sits out.
MAX_LINEUPS = 5
# As many steps as a small chart can show.
_CURVE_STEPS = 40


class Lineup(NamedTuple):
    """Two teams, and which of the present players sit out."""

    matchup: RatedMatchup
    out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GroupRatings:
    """`points` are in order, the best first; `last_players` played on the last evening. `days`
    are the evenings of the games that `skill` rates, in the order of its predictions."""

    points: tuple[PointRating, ...]
    skill: SkillRatings
    last_players: tuple[int, ...]
    days: tuple[date, ...]

    @property
    def sampled_games(self) -> tuple[int, ...]:
        """After how many games `skill_curve` has a value: before the first, after the last, and
        evenly in between."""
        games = len(self.skill.predictions)
        steps = min(games, _CURVE_STEPS)
        return tuple(games * step // steps for step in range(steps + 1)) if games else ()

    def skill_curve(self, player: int) -> tuple[float, ...]:
        """The probability that this player wins a game with three average players, from 0 to 1,
        after each of the `sampled_games`."""
        history = self.skill.history.get(player, ())
        played = [point.game for point in history]
        skills = [INITIAL_SKILL, *(point.skill for point in history)]
        return tuple(
            win_probability_with_average_players(skills[bisect_right(played, game)])
            for game in self.sampled_games
        )

    def skill_before(self, day: date) -> SkillRatings:
        """As it was before the evening of this day."""
        return self.skill.after(bisect_left(self.days, day))

    def lineups(self, present: Sequence[int]) -> list[Lineup]:
        """The fairest first: of four all three ways, of more the fairest of every four, but
        MAX_LINEUPS at most. Empty for fewer than MIN_PLAYERS or more than MAX_PLAYERS."""
        if not MIN_PLAYERS <= len(present) <= MAX_PLAYERS:
            return []
        matchups = self.skill.matchups(present)
        if len(present) > MIN_PLAYERS:
            fairest: dict[frozenset[int], RatedMatchup] = {}
            for matchup in matchups:
                fairest.setdefault(frozenset(matchup.players), matchup)
            matchups = list(fairest.values())[:MAX_LINEUPS]
        return [
            Lineup(matchup, tuple(each for each in present if each not in matchup.players))
            for matchup in matchups
        ]


def group_ratings(group: Group, *, version: HistoryVersion) -> GroupRatings:
    """The ratings at this version of the group's history, computed only once for each."""
    key = f"ratings-{group.key}-{version}"
    cached: GroupRatings | None = cache.get(key)
    if cached is None:
        cached = rate_group(
            read_history(group).games, group_stats(group, version=version).ratings.values()
        )
        cache.set(key, cached)
    return cached


def rate_group(games: Sequence[PlayedGame], points: Iterable[PointRating]) -> GroupRatings:
    """The ratings of these games, of which there is at least one; `points` as they were found
    with the statistics."""
    evening = [game for game in games if game.day == games[-1].day]
    last = {player for game in evening for each in game_parts(game) for player in each.players}
    rated = [(game.day, part) for game in games for part in rated_games([game])]
    skill = rate_skill(part for _, part in rated)
    days = tuple(day for day, part in rated if part.won is not None)
    return GroupRatings(tuple(points), skill, tuple(sorted(last)), days)

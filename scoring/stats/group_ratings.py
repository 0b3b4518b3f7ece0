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

# The number of players for whom lineups are proposed. With more than ten there are too many
# lineups to compare.
MIN_PLAYERS, MAX_PLAYERS = 4, 10
# The number of lineups that are proposed if players sit out.
MAX_LINEUPS = 5
# A small chart can show this many steps.
_CURVE_STEPS = 40


class Lineup(NamedTuple):
    """Two teams, and the present players who sit out."""

    matchup: RatedMatchup
    out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GroupRatings:
    """The ratings of a group. `points` are in order, the best first; `last_players` played on
    the last evening. `days` are the evenings of the games that `skill` rates, in the order of
    its predictions."""

    points: tuple[PointRating, ...]
    skill: SkillRatings
    last_players: tuple[int, ...]
    days: tuple[date, ...]

    @property
    def sampled_games(self) -> tuple[int, ...]:
        """The numbers of games after which `skill_curve` has a value: from 0 to the number of
        all rated games, evenly spaced."""
        games = len(self.skill.predictions)
        steps = min(games, _CURVE_STEPS)
        return tuple(games * step // steps for step in range(steps + 1)) if games else ()

    def skill_curve(self, player: int) -> tuple[float, ...]:
        """Return the probability, from 0 to 1, that this player wins a game with three average
        players, after each of the `sampled_games`."""
        history = self.skill.history.get(player, ())
        played = [point.game for point in history]
        skills = [INITIAL_SKILL, *(point.skill for point in history)]
        return tuple(
            win_probability_with_average_players(skills[bisect_right(played, game)])
            for game in self.sampled_games
        )

    def skill_before(self, day: date) -> SkillRatings:
        """Return the skill ratings as they were before the evening of this day."""
        return self.skill.after(bisect_left(self.days, day))

    def lineups(self, present: Sequence[int]) -> list[Lineup]:
        """Return the fairest lineups first: for four players all three ways, for more players
        the fairest way of every four, at most MAX_LINEUPS. Empty for fewer than MIN_PLAYERS or
        more than MAX_PLAYERS players."""
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
    """Return the ratings at this version of the group's history, computed once per version."""
    key = f"ratings-{group.key}-{version}"
    cached: GroupRatings | None = cache.get(key)
    if cached is None:
        cached = rate_group(
            read_history(group).games, group_stats(group, version=version).ratings.values()
        )
        cache.set(key, cached)
    return cached


def rate_group(games: Sequence[PlayedGame], points: Iterable[PointRating]) -> GroupRatings:
    """Return the ratings of these games, of which there must be at least one; `points` are the
    point ratings that were computed with the statistics."""
    evening = [game for game in games if game.day == games[-1].day]
    last = {player for game in evening for each in game_parts(game) for player in each.players}
    rated = [(game.day, part) for game in games for part in rated_games([game])]
    skill = rate_skill(part for _, part in rated)
    days = tuple(day for day, part in rated if part.won is not None)
    return GroupRatings(tuple(points), skill, tuple(sorted(last)), days)

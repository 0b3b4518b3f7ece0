"""The statistics of a group, cached until one of its games changes."""

from collections import Counter
from dataclasses import dataclass
from datetime import date
from operator import sub
from typing import NamedTuple

from django.core.cache import cache

from scoring.models import Group
from scoring.stats.estimates import Mean
from scoring.stats.group_tallies import Pair, pair_of, tally_games
from scoring.stats.history import GroupHistory, HistoryVersion, history_version, read_history
from scoring.stats.pairs import PartnerStats, RivalStats, partner_stats, rival_stats
from scoring.stats.played_game import GameFormat
from scoring.stats.players import PlayerStats, player_stats
from scoring.stats.ratings.point_rating import PointRating, margin_variance, rate_points
from scoring.stats.ratings.rated_game import rated_games
from scoring.stats.records import Record, find_records, most_played_format, with_equal_worths
from scoring.stats.stats_filter import ALL_GAMES, StatsFilter
from scoring.stats.tally import Tally, sum_tallies
from scoring.stats.win_probability.cache import get_model_for_race, is_supported
from scoring.stats.win_probability.model import WinProbabilityModel

# In seconds. A table of win probabilities is solved in about one second.
_CACHE_SECONDS, _INCOMPLETE_CACHE_SECONDS = 3600, 2


class EveningCounts(NamedTuple):
    """The numbers of games and rounds of an evening."""

    day: date
    games: int
    rounds: int


class LeagueEntry(NamedTuple):
    """A player's place in the league. `ranked` is the value of `GroupStats.is_ranked`.
    `too_close` says that the player before may not be better. `rating` is None if the player
    has no round that is rated."""

    stats: PlayerStats
    rating: PointRating | None
    ranked: bool
    too_close: bool


@dataclass(frozen=True, slots=True)
class GroupStats:
    """The statistics of a group's games, or of those of one filter. Players are primary keys.

    `games` is the number of games that are over, `running` the number of those that are not.
    Rounds of running and abandoned games count, but these games are neither won nor lost, and
    abandoned games are counted in neither number. Of `games_without_rounds` only the result is
    known. `format` is the most frequent of all `formats`; the records of games are of this
    format only. `margin_variance` is the variance of the margin of a round. `complete` is false
    until the table of win probabilities is solved.
    """

    players: dict[int, PlayerStats]
    ratings: dict[int, PointRating]
    partners: dict[Pair, PartnerStats]
    rivals: dict[Pair, RivalStats]
    records: tuple[Record, ...]
    complete: bool
    games: int
    games_without_rounds: int
    running: int
    rounds: int
    average: Mean
    margin_variance: float
    format: GameFormat | None
    formats: int
    targets: tuple[int, ...]
    evenings: tuple[EveningCounts, ...]

    @property
    def years(self) -> list[int]:
        """The years in which games were played."""
        return sorted({evening.day.year for evening in self.evenings})

    def ends_on(self, day: date) -> bool:
        """Whether the latest evening is the one of this day."""
        return bool(self.evenings) and self.evenings[-1].day == day

    def is_ranked(self, player: int) -> bool:
        """Whether a player has enough games for a place in the league. There must be enough
        games that are over, and enough rated games; games without rounds are not rated."""
        rating = self.ratings.get(player)
        rated = rating is not None and not rating.provisional
        return rated and self.players[player].ranked

    def partner_tallies(self, player: int) -> dict[int, Tally]:
        """Return the tallies of this player with each partner, by partner."""
        return {
            other: pair.tally
            for players, pair in self.partners.items()
            if player in players
            for other in players
            if other != player
        }

    def opponent_tallies(self, player: int) -> dict[int, Tally]:
        """Return the tallies of this player against each opponent, by opponent."""
        return {
            other: each.tally for (one, other), each in self.rivals.items() if one == player
        }

    def met_by(self, player: int) -> list[tuple[int, PartnerStats | None, RivalStats | None]]:
        """Return all players whom this player met, with the statistics as a partner and as an
        opponent; the most frequent partner first."""
        rows = [
            (other, self.partners.get(pair_of(player, other)), self.rivals.get((player, other)))
            for other in self.players
            if other != player
        ]
        met = [row for row in rows if row[1] or row[2]]
        return sorted(met, key=lambda row: (-(row[1].tally.games if row[1] else 0), row[0]))

    @property
    def partners_by_chemistry(self) -> list[PartnerStats]:
        """The partners by their chemistry, the highest first. Partners whose chemistry is
        unknown are last."""

        def order(each: PartnerStats) -> tuple[bool, float, Pair]:
            chemistry = each.chemistry if each.chemistry and each.chemistry.known else None
            return chemistry is None, -chemistry.shrunk if chemistry else 0.0, each.players

        return sorted(self.partners.values(), key=order)

    @property
    def rivalries(self) -> list[RivalStats]:
        """Every two opponents once, from the view of the player who won more games. The
        opponents who met most often are first."""
        once = [
            each
            for each in self.rivals.values()
            if (each.tally.won, -each.players[0]) >= (each.tally.lost, -each.players[1])
        ]
        return sorted(once, key=lambda each: (-each.tally.games, each.players))

    @property
    def league(self) -> list[LeagueEntry]:
        """All players, the best first. Players with too few games to be ranked follow, then
        those who were only in games without rounds."""
        order = sorted(
            self.ratings.values(),
            key=lambda each: (not self.is_ranked(each.player), -each.edge, each.player),
        )
        unrated = [
            LeagueEntry(stats, None, ranked=False, too_close=False)
            for player, stats in sorted(self.players.items())
            if player not in self.ratings and stats.tally.games_without_rounds
        ]
        before = [None, *order]
        return [self._entry(*each) for each in zip(order, before, strict=False)] + unrated

    def _entry(self, rating: PointRating, before: PointRating | None) -> LeagueEntry:
        """Return the entry of a rated player; `before` is the rating of the player before."""
        ranked = self.is_ranked(rating.player)
        too_close = ranked and before is not None and rating.too_close(before)
        return LeagueEntry(self.players[rating.player], rating, ranked, too_close)


def group_stats(
    group: Group,
    stats_filter: StatsFilter = ALL_GAMES,
    *,
    version: HistoryVersion | None = None,
) -> GroupStats:
    """Return the statistics of a group, computed only if a game has changed. `version` is the
    version of its history, if the caller has already read it.

    The version is read before the rounds. So a round that is recorded in between is counted,
    and the statistics are computed once more for the new version.
    """
    key = f"statistics-{group.key}-{version or history_version(group)}-{stats_filter}"
    cached: GroupStats | None = cache.get(key)
    if cached is None:
        history = read_history(group, stats_filter)
        usual = most_played_format(history.games)
        model = get_model_for_format(usual, group) if usual else None
        cached = compute_group_stats(history, model)
        seconds = _CACHE_SECONDS if cached.complete else _INCOMPLETE_CACHE_SECONDS
        cache.set(key, cached, seconds)
    return cached


def has_win_probabilities(played: GameFormat) -> bool:
    """Whether there are win probabilities for games of this format."""
    return played.official_points and is_supported(played.race)


def get_model_for_format(played: GameFormat, group: Group) -> WinProbabilityModel | None:
    """Return the model for games of this format in a group. None if the format has no model, or
    if its table is not yet solved."""
    return get_model_for_race(played.race, group.pk) if has_win_probabilities(played) else None


def compute_group_stats(
    history: GroupHistory, model: WinProbabilityModel | None = None
) -> GroupStats:
    """Return the statistics of these games; `model` is passed to `find_records`."""
    games = history.games
    usual = most_played_format(games)
    tallies = tally_games(games)
    over = sum(1 for game in games if game.over)
    both = sum_tallies(game.tally for game in games)
    return GroupStats(
        players=player_stats(history, tallies.players),
        ratings={
            each.player: each for each in rate_points(rated_games(with_equal_worths(games)))
        },
        partners=partner_stats(tallies),
        rivals=rival_stats(games, tallies),
        records=find_records(games, model),
        complete=model is not None or usual is None or not has_win_probabilities(usual),
        games=over,
        games_without_rounds=both.games_without_rounds,
        running=sum(1 for game in games if not game.standing.over),
        rounds=both.rounds,
        average=Mean(both.points + both.against, 2 * both.rounds),
        margin_variance=margin_variance(
            margin for game in games for margin in map(sub, game.a, game.b)
        ),
        format=usual,
        formats=len({game.format for game in games if not game.format.changing_partners}),
        targets=tuple(sorted({target for game in games if (target := game.format.target)})),
        evenings=_evenings(history),
    )


def _evenings(history: GroupHistory) -> tuple[EveningCounts, ...]:
    games = Counter(game.day for game in history.games)
    rounds: Counter[date] = Counter()
    for game in history.games:
        rounds[game.day] += len(game.a)
    return tuple(EveningCounts(day, games[day], rounds[day]) for day in sorted(games))

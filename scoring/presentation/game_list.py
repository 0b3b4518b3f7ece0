"""View models of lists of games: where each stands, and which page it opens."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Game, GameStanding, Role, first_place, series_of
from scoring.models.avatars import Person
from scoring.presentation.games import game_json, standing_json
from scoring.presentation.points import format_points
from scoring.presentation.rotation import FirstPlaceLine, first_place_line
from scoring.presentation.scores import boundary
from scoring.presentation.series import series_line
from scoring.presentation.sessions import session_first_place_line, table_title
from scoring.rules import RaceState, Series, Standing, Team

SILENCE = timedelta(hours=12)
MAX_QUESTIONS = 3


@dataclass(frozen=True, slots=True)
class GameSide:
    """One team's line of a game in a list."""

    team: Team
    names: str
    total: str
    won: bool

    @property
    def digits(self) -> int:
        """The width of the total."""
        return len(self.total)


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game as the home page lists it. `game_json` and `standing_json` are for the script that
    adds unsent rounds to it; `series` says how its series stands, if it is a game of one, or
    which table of a session it is, and `boundary` where the two halves of its score meet.
    `group` is the name of its group, where the list has games of several. It is `silent` if
    nothing was changed for SILENCE; where the page `asks` what became of it, `last_seq` is that
    of its last round. `is_session` is a row that stands for all tables of a session."""

    game: Game
    url: str
    game_json: SafeString
    standing_json: SafeString
    state: str
    series: str
    group: str
    running: bool
    silent: bool
    sides: list[GameSide]
    boundary: str
    last_seq: int
    asks: bool
    is_session: bool = False

    @property
    def first_place(self) -> FirstPlaceLine | None:
        """The players in the first place where partners changed; None for other games and while
        it is running. Reads the score sheet, if it has not been read; for a row of all tables
        of a session those of all."""
        if self.is_session:
            return session_first_place_line(self.game)
        first = None if self.running else first_place(self.game)
        return first_place_line(first, self.game.player_names) if first else None


def listed_games(
    standings: Iterable[GameStanding], group_names: Mapping[int, str], now: datetime
) -> list[ListedGame]:
    """The games of a page in their order, with the names of their groups, by primary key, that
    are to be told apart. A viewer's open the scoreboard, others the table.
    What became of it is asked of the first MAX_QUESTIONS that run and are silent; not of a
    viewer."""
    standings = list(standings)
    _share_names(each.game for each in standings if each.game.rotation)
    unclear = (each.game.pk for each in standings if _is_unclear(each, now))
    asked = set(islice(unclear, MAX_QUESTIONS))
    series = series_of(each.game for each in standings)
    return [
        _listed(
            each,
            series.get(each.game.pk),
            group_names.get(each.game.group_id, ""),
            silent=_is_silent(each.game, now),
            asks=each.game.pk in asked,
        )
        for each in standings
    ]


def _share_names(games: Iterable[Game]) -> None:
    """Let these games of a list read the players of their group once."""
    players: dict[int, tuple[Person, ...]] = {}
    for game in games:
        game.group_players = players.setdefault(
            game.group_id, players.get(game.group_id) or game.group_players
        )


def _is_silent(game: Game, now: datetime) -> bool:
    return now - game.changed_at >= SILENCE


def _is_unclear(each: GameStanding, now: datetime) -> bool:
    """Whether a member can say what became of it."""
    running = not each.standing.over
    return running and each.game.role != Role.VIEWER and _is_silent(each.game, now)


def _listed(
    listed: GameStanding, series: Series | None, group: str, *, silent: bool, asks: bool
) -> ListedGame:
    game, standing, last_seq = listed
    is_viewer = game.role == Role.VIEWER
    return ListedGame(
        game=game,
        url=reverse("scoreboard", args=[game.key]) if is_viewer else game.get_absolute_url(),
        game_json=SafeString("") if game.rotation else game_json(game),
        standing_json=standing_json(standing, last_seq),
        state=game_state(standing),
        series=series_line(series) if series else table_title(game),
        group=group,
        running=not standing.over,
        silent=silent,
        sides=_sides(game, standing),
        boundary=boundary(standing.totals),
        last_seq=last_seq,
        asks=asks,
    )


def _sides(game: Game, standing: Standing) -> list[GameSide]:
    """A line for each team; none where partners change."""
    if game.rotation:
        return []
    return [
        GameSide(team, game.team_names[team], format_points(total), won=standing.winner is team)
        for team, total in standing.totals.items()
    ]


def game_state(standing: Standing) -> str:
    """Running, with how many rounds, or how it ended."""
    rounds = standing.rounds
    if not standing.rounds_known:
        return _("Result only") if standing.winner else _("A draw, result only")
    return {
        RaceState.RUNNING: ngettext("Running, %(n)s round", "Running, %(n)s rounds", rounds)
        % {"n": rounds},
        RaceState.WON: _("Finished"),
        RaceState.DRAW: _("A draw"),
        RaceState.COMPLETED: _("Finished"),
        RaceState.ABANDONED: _("Abandoned"),
        RaceState.FORFEITED: _("Forfeited"),
    }[standing.state]

"""View models of lists of games: the standing of each game, and the page that it opens."""

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
    """The line of one team of a game in a list."""

    team: Team
    names: str
    total: str
    won: bool

    @property
    def digits(self) -> int:
        """The number of characters of the total."""
        return len(self.total)


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list of the home page.

    A script uses `game_json` and `standing_json` to add unsent rounds. `series` is the score of
    the series of the game, if it has one, or its table and seating, if it belongs to a session.
    `boundary` is the place where the two halves of its score meet. `group` is the name of its
    group, if the list contains games of several groups. It is `silent` if nothing was changed
    for SILENCE. If the page `asks` how it ended, `last_seq` is the number of its last round. A
    row with `is_session` stands for all tables of a session.
    """

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
        """The players in the first place if partners changed; None for other games and for
        running games. A row for all tables of a session contains the first place of the
        session. Reads the score sheet, if it has not been read."""
        if self.is_session:
            return session_first_place_line(self.game)
        first = None if self.running else first_place(self.game)
        return first_place_line(first, self.game.player_names) if first else None


def listed_games(
    standings: Iterable[GameStanding], group_names: Mapping[int, str], now: datetime
) -> list[ListedGame]:
    """Return the games of a page in their order. `group_names` are the names of groups that
    have to be distinguished, by primary key. The games of a viewer open the scoreboard, others
    open the table page. The page asks how a game ended for the first MAX_QUESTIONS games that
    run and are silent, but never asks a viewer."""
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
    """Read the players of each group only once for these games of a list."""
    players: dict[int, tuple[Person, ...]] = {}
    for game in games:
        game.group_players = players.setdefault(
            game.group_id, players.get(game.group_id) or game.group_players
        )


def _is_silent(game: Game, now: datetime) -> bool:
    return now - game.changed_at >= SILENCE


def _is_unclear(each: GameStanding, now: datetime) -> bool:
    """Whether the page can ask a member how the game ended."""
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
    """Return a line for each team; empty if partners change."""
    if game.rotation:
        return []
    return [
        GameSide(team, game.team_names[team], format_points(total), won=standing.winner is team)
        for team, total in standing.totals.items()
    ]


def game_state(standing: Standing) -> str:
    """Return a label: running, with the number of rounds, or how the game ended."""
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

"""A series of games in words."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.models import Game, series_of
from scoring.presentation.attribute_json import attribute_json
from scoring.rules import Series, Team


def game_series(game: Game) -> Series | None:
    """Return the series of this game, from the view of the teams as they sit in it; None if
    there is none."""
    return series_of([game]).get(game.pk)


def series_json(series: Series) -> SafeString:
    """Return the facts of a series that a phone needs to continue without the server."""
    return attribute_json({"best_of": series.best_of, "A": series.wins.a, "B": series.wins.b})


def best_of_label(games: int) -> str:
    return _("best of %(games)s") % {"games": games}


def series_line(series: Series, first: Team = Team.A) -> str:
    """Return the score of a series, with the wins of team `first` on the left: 2 : 1, best of
    5."""
    wins = f"{series.wins[first]} : {series.wins[first.opponents]}"
    return _("%(wins)s, %(best_of)s") % {
        "wins": wins,
        "best_of": best_of_label(series.best_of),
    }


def series_summary(series: Series, game: Game) -> str:
    """Return the score of a series, or its winner, with the wins of the winner first."""
    winner = series.winner
    if winner:
        return _("%(names)s win the series: %(line)s") % {
            "names": game.team_names[winner],
            "line": series_line(series, winner),
        }
    return _("The series: %(line)s") % {"line": series_line(series)}

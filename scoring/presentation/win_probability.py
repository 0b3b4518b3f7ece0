"""Win probabilities in words. They are whole per cent, because they are not known more
precisely."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.charts.number_format import format_probability
from scoring.models import Game, ScoreSheet
from scoring.presentation.rounds import round_summary
from scoring.rules import Team
from scoring.stats.win_probability.model import MAX_ROUNDS, MAX_TARGET, WinProbabilityModel
from scoring.stats.win_probability.timeline import ProbabilityChange, Timeline

_COMEBACK = 0.35  # comebacks from this win probability or less are mentioned


def probability_percent(chance: float) -> str:
    """Return a probability from 0 to 1. Only finished games have 0 % and 100 %."""
    return format_probability(chance, _("under %(chance)s"), _("over %(chance)s"))


def leader_win_probability(sheet: ScoreSheet, model: WinProbabilityModel | None) -> str:
    """Return the win probability of the team that is ahead; empty without a model."""
    if model is None:
        return ""
    chance = model.probability(sheet.standing)
    return probability_percent(max(chance, 1 - chance))


def no_win_probability() -> str:
    """Return a sentence that says which games have a win probability."""
    return _(
        "How likely each team is to win is calculated only for games with the points of the "
        "rule book that end at a target of up to %(points)s points or after up to "
        "%(rounds)s rounds, and in no other way, such as by a time limit."
    ) % {"points": MAX_TARGET, "rounds": MAX_ROUNDS}


def timeline_sentences(timeline: Timeline, game: Game) -> Iterator[str]:
    """Yield a sentence on the turning point of a game, and one on the lowest win probability of
    its winners. There are none for a game that was adjusted."""
    turn = timeline.turning_point
    if turn:
        yield _turning_point(turn, game)
    standing = game.sheet.standing
    if standing.winner and standing.played_out and not timeline.adjusted:
        yield from _came_back(timeline, standing.winner, game)


def _turning_point(turn: ProbabilityChange, game: Game) -> str:
    before, after = turn.before, turn.after
    if turn.team is Team.B:
        before, after = 1 - before, 1 - after
    row = game.sheet.rows[turn.round_number - 1]
    return _(
        "Round %(number)s was the turning point: %(names)s went from %(before)s to %(after)s."
        " %(story)s."
    ) % {
        "number": turn.round_number,
        "names": game.team_names[turn.team],
        "before": probability_percent(before),
        "after": probability_percent(after),
        "story": round_summary(row.round, game),
    }


def _came_back(timeline: Timeline, winner: Team, game: Game) -> Iterator[str]:
    low = timeline.lowest(winner)
    if low.probability < _COMEBACK:
        yield _("%(names)s came back from %(chance)s after round %(number)s.") % {
            "names": game.team_names[winner],
            "chance": probability_percent(low.probability),
            "number": low.rounds,
        }

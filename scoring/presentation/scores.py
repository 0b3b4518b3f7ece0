"""View models of the score: both totals, the team that is ahead, and the points that each team
still needs."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.forms import RoundForm
from scoring.models import Game, ScoreSheet, SheetRow
from scoring.models.session import find_session_table
from scoring.presentation.points import format_points, score_pair
from scoring.presentation.rounds import result_summary, round_names, round_summary
from scoring.presentation.win_probability import leader_win_probability
from scoring.rules import ByTeam, RaceState, RoundInProgress, Team, score_round
from scoring.stats.win_probability.model import WinProbabilityModel

# The boundary between the halves moves by at most MAX_SHIFT, a share of the width, with a lead
# of FULL_LEAD. If it moved farther, a total of four digits would not fit in the smaller half.
MAX_SHIFT, FULL_LEAD = 0.08, 500


@dataclass(frozen=True, slots=True)
class TeamScore:
    """The score of a team. `digits` is the number of characters of the total. `needs` says how
    many points are missing to the target, empty if there is none. `won` is true if the team has
    won the game."""

    team: Team
    names: str
    total: str
    digits: int
    needs: str
    won: bool


@dataclass(frozen=True, slots=True)
class Lead:
    """The team that is ahead, its lead, and its win probability, which is empty if it is
    unknown."""

    team: Team
    label: str
    points: int
    win_probability: str


@dataclass(frozen=True, slots=True)
class Score:
    """Both teams, and the team that is ahead. The halves of the screen meet at `boundary`, from
    0 on the left to 1 on the right, as a number in SVG."""

    teams: ByTeam[TeamScore]
    lead: Lead | None
    boundary: str

    @property
    def ranking(self) -> list[TeamScore]:
        """Both teams; the team that is ahead is the first."""
        ahead = self.lead.team if self.lead else Team.A
        return [self.teams[ahead], self.teams[ahead.opponents]]


def score(sheet: ScoreSheet, game: Game, model: WinProbabilityModel | None = None) -> Score:
    """Return the score of this game, with the win probability of `model`."""
    standing, missing = sheet.standing, sheet.points_to_target

    def side(team: Team) -> TeamScore:
        total = format_points(standing.totals[team])
        return TeamScore(
            team,
            game.team_names[team],
            total,
            len(total),
            points_needed(missing[team]) if missing else "",
            won=standing.winner is team,
        )

    lead = _lead(sheet, game, model)
    return Score(ByTeam.from_function(side), lead, boundary(standing.totals))


def boundary(totals: ByTeam[int]) -> str:
    """Return the place at which the halves of the screen meet, from 0 on the left to 1 on the
    right, as a number in SVG. It is the middle if totals are equal, and at most MAX_SHIFT from
    it, with a lead of FULL_LEAD points. Without a network, the browser computes the same
    (view.js)."""
    return f"{0.5 + MAX_SHIFT * min(max((totals.a - totals.b) / FULL_LEAD, -1), 1):.3f}"


def _lead(sheet: ScoreSheet, game: Game, model: WinProbabilityModel | None) -> Lead | None:
    leader = sheet.standing.leader
    if leader is None:
        return None
    label = _("%(team)s lead by") % {"team": game.team_names[leader]}
    probability = leader_win_probability(sheet, model)
    return Lead(leader, label, sheet.standing.lead, probability)


def lead_taken_by(sheet: ScoreSheet, game: Game) -> Team | None:
    """Return the team that took the lead in the last round of a running game, until a fact of
    the next round is known. None if the team was ahead before, or if no team took the lead. A
    tie in between does not end a lead."""
    *before, last = sheet.standings
    leader = sheet.standing.leader
    former = next((each.leader for each in reversed(before) if each.leader), None)
    if sheet.standing.over or leader is not last.leader or former in {None, leader}:
        return None
    return leader if game.in_progress == RoundInProgress() else None


def lead_taken_sentence(team: Team, game: Game) -> str:
    """Return the sentence that this team has taken the lead."""
    return _("Now in the lead: %(team)s") % {"team": game.team_names[team]}


def outcome(sheet: ScoreSheet, game: Game) -> str:
    """Return a sentence with the winners, or with another end of the game; empty if the game is
    running. If a table of a session has finished, other tables and later seatings may have
    rounds to play."""
    standing = sheet.standing
    completed = (
        _("This table has finished") if find_session_table(game) else _("All rounds are played")
    )
    names = {"names": game.team_names[standing.winner] if standing.winner else ""}
    return {
        RaceState.RUNNING: "",
        RaceState.WON: _("%(names)s win!") % names,
        RaceState.DRAW: _("A draw"),
        RaceState.COMPLETED: completed,
        RaceState.ABANDONED: _("Abandoned"),
        RaceState.FORFEITED: _("%(names)s win by forfeit") % names,
    }[standing.state]


def points_needed(points: int) -> str:
    """Return the points that a team still needs to reach the target."""
    return _("needs %(points)s") % {"points": points} if points else _("target reached")


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A round in one line, and its points for both teams."""

    summary: str
    points: str


def scored_result(form: RoundForm) -> ScoredRound:
    """Return the round that was sent with this form."""
    rules = form.game.house_rules
    points = score_round(form.result, rules).points
    return ScoredRound(result_summary(form.result, form.tapped_names, rules), _scores(points))


def scored_row(row: SheetRow, game: Game) -> ScoredRound:
    """Return a round on the sheet, with its bombs and its note."""
    return ScoredRound(round_summary(row.round, game), _scores(row.round.points))


def scored_facts(row: SheetRow, game: Game) -> ScoredRound:
    """Return a round on the sheet, without its bombs and its note."""
    names = round_names(row.round, game)
    summary = result_summary(row.round.result, names, game.house_rules)
    return ScoredRound(summary, _scores(row.round.points))


def _scores(points: ByTeam[int]) -> str:
    return _("scores %(points)s") % {"points": score_pair(points)}

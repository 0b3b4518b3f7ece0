"""A game whose partners change, in words: the players of a round, those who sit out, and the
standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from scoring.charts.number_format import format_number
from scoring.models import FirstPlace, Game, player_standings_of, session_of, team_names
from scoring.presentation.agreements import agreement_details
from scoring.presentation.points import format_points
from scoring.rules import BySeat, RaceState, TieRule
from scoring.rules.player_standings import PlayerScore, PlayerStanding
from scoring.rules.rotation import MIN_PLAYERS, Rotation, RotationScoring, points_by_split


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's line in the standings. `player` is the primary key. `credits` are win points
    or league points, empty if only points count. `won` says that the player has the first place
    of a finished game. A player who has played no round has no place and no points per
    round."""

    place: int | None
    player: int
    name: str
    credits: str
    points: str
    rounds: int
    points_per_round: str
    won: bool


@dataclass(frozen=True, slots=True)
class PlayerStandings:
    """The standings of all players. `credits_label` is the name of the `credits`. `even` says
    whether all players have played the same number of rounds. If not, the places depend on
    values per round, so a list that shows only totals shows no places."""

    rows: list[PlayerRow]
    credits_label: str
    even: bool


def player_standings(game: Game) -> PlayerStandings:
    """Return the standings of the players of a game whose partners change. For a table of a
    session, return those of all tables."""
    rotation, standings, session = game.rotation, player_standings_of(game), session_of(game)
    scoring = rotation.scoring if rotation else RotationScoring.POINTS
    over = game.sheet.standing.state is RaceState.COMPLETED
    if session:
        over = session.over
    return PlayerStandings(
        [_row(each, game, scoring, over=over) for each in standings],
        {
            RotationScoring.POINTS: "",
            RotationScoring.WIN_POINTS: _("Win points"),
            RotationScoring.LEAGUE: _("League points"),
        }[scoring],
        len({each.score.rounds for each in standings}) == 1,
    )


def standings_at_table(game: Game) -> PlayerStandings:
    """Return the standings of the players at the top of the table page: all players, or, at a
    table of a session, the four who play there."""
    standings = player_standings(game)
    if session_of(game) is None:
        return standings
    rows = [row for row in standings.rows if row.player in game.players]
    return replace(standings, rows=rows)


def _row(
    standing: PlayerStanding, game: Game, scoring: RotationScoring, *, over: bool
) -> PlayerRow:
    score = standing.score
    counted = scoring is not RotationScoring.POINTS
    per_round = format_number(float(score.points_per_round), 1)
    return PlayerRow(
        place=standing.place if score.rounds else None,
        player=standing.player,
        name=game.player_names[standing.player],
        credits=_share(Fraction(score.win_points)) if counted else "",
        points=format_points(score.points),
        rounds=score.rounds,
        points_per_round=per_round if score.rounds else "",
        won=over and standing.place == 1,
    )


def _share(points: Fraction) -> str:
    """Return league points as text. They can be halves and quarters, because players share
    them."""
    decimals = 0 if points.denominator == 1 else 1 if points.denominator == 2 else 2
    return format_number(float(points), decimals)


def players_of(game: Game) -> str:
    """Return all players of a game whose partners change, in the order in which they sit."""
    players = game.rotation.players if game.rotation else ()
    return ", ".join(game.player_names[player] for player in players)


def game_title(game: Game) -> str:
    """Return the players of a game: two teams, or all players if partners change."""
    if game.rotation:
        return players_of(game)
    return f"{game.team_names.a} : {game.team_names.b}"


@dataclass(frozen=True, slots=True)
class FirstPlaceLine:
    """The players in the first place of a game whose partners changed, and their points, or
    their credits with the unit. `count` is empty if players share the place with different
    values, from different numbers of rounds."""

    names: str
    count: str


def first_place_line(first: FirstPlace, names: Mapping[int, str]) -> FirstPlaceLine:
    """Return the first place with the names of its players; `names` are by primary key."""
    counts = {_count(score, first.scoring) for score in first.scores}
    return FirstPlaceLine(
        ", ".join(names[player] for player in first.players),
        counts.pop() if len(counts) == 1 else "",
    )


def _count(score: PlayerScore, scoring: RotationScoring) -> str:
    if scoring is RotationScoring.POINTS:
        return format_points(score.points)
    points = Fraction(score.win_points)
    whole = int(points)
    if points.denominator != 1:  # only league points can be shared
        # gettext has no plural forms for fractions. In most languages, fractions have the form
        # of large numbers. In French, the form depends on the whole part.
        sentence = npgettext(
            "a fraction, by its whole part", "%(n)s league points", "%(n)s league points", whole
        )
    elif scoring is RotationScoring.LEAGUE:
        sentence = ngettext("%(n)s league point", "%(n)s league points", whole)
    else:
        sentence = ngettext("%(n)s win point", "%(n)s win points", whole)
    return sentence % {"n": _share(points)}


def names_on_first_place(game: Game) -> str:
    """Return the players in the first place so far of a game whose partners change. At a table
    of a session, the rounds of all tables count."""
    names = [row.name for row in player_standings(game).rows if row.place == 1]
    return ", ".join(names)


def sitting_out(game: Game) -> str:
    """Return a sentence on the players who sit out the present round; empty if nobody does."""
    rotation, left = game.rotation, game.rounds_left
    out = rotation.sitting_out(left[0]) if rotation and left else ()
    return sitting_out_sentence([game.player_names[player] for player in out])


def sitting_out_sentence(names: Sequence[str]) -> str:
    """Return the sentence that the players with these names sit out; empty without names."""
    sentence = ngettext("%(players)s sits out.", "%(players)s sit out.", len(names))
    return sentence % {"players": ", ".join(names)} if names else ""


def plays_next(game: Game) -> str:
    """Return the players of the round after the present one; empty if the present round is the
    last one."""
    rotation, left = game.rotation, game.rounds_left
    if rotation is None or not left[1:]:
        return ""
    now, then = rotation.seats(left[0]), rotation.seats(left[1])
    if now == then:
        return _("Next: the same partners.")
    return _("Next: %(names)s") % {"names": four_names(game.names_in(then))}


def rotation_summary(game: Game) -> str:
    """Return, in one line, the value by which players are ranked, how often partners change,
    and the agreement."""
    rotation = game.rotation
    if rotation is None:
        return ""
    # The rule for ties is left out, because no two teams can be equal.
    agreed = agreement_details(replace(game.agreement, tie=TieRule.PLAY_ON))
    return ", ".join([_scoring_name(rotation), _changes(rotation.rounds_each), agreed])


def _scoring_name(rotation: Rotation) -> str:
    if rotation.scoring is RotationScoring.LEAGUE:
        return _("League evening")
    if rotation.scoring is RotationScoring.WIN_POINTS:
        nine = len(rotation.players) == MIN_PLAYERS and rotation.rounds == 9
        return _("Tournament of nine") if nine else _("Win points")
    return _("Points")


def _changes(rounds_each: int) -> str:
    return ngettext(
        "partners change after every round",
        "partners change after %(n)s rounds",
        rounds_each,
    ) % {"n": rounds_each}


def rotation_facts(game: Game) -> dict[str, object]:
    """Return the facts that a phone needs to continue without the server: the remaining rounds
    of the plan, each with its number and the names of its players in the order of play; the
    scores of all players; and on a league evening the points of the splits."""
    rotation = game.rotation
    if rotation is None:
        return {}
    return {
        "left": [
            [number, list(game.names_in(rotation.seats(number)))] for number in game.rounds_left
        ],
        "scoring": rotation.scoring,
        **({"shown": list(game.names)} if rotation.session else {}),
        "scores": [
            {
                "name": game.player_names[player],
                "credits": float(score.win_points),
                "points": score.points,
                "rounds": score.rounds,
            }
            for _, player, score in player_standings_of(game)
        ],
        "splits": [
            {"names": list(game.names_in(players)), "A": points.a, "B": points.b}
            for players, points in points_by_split(game.rotation_rounds)
        ]
        if rotation.scoring is RotationScoring.LEAGUE
        else [],
    }


def four_names(names: BySeat[str]) -> str:
    """Return the players of a round: Ada + Cleo : Ben + Dora."""
    return " : ".join(team_names(names))


def round_team_names(names: BySeat[str]) -> dict[str, str]:
    """Return the partners of each team among the players of a round, by team."""
    return {team.lower(): name for team, name in team_names(names).items()}

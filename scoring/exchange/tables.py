"""The games of a group as tables for a spreadsheet.

The tables have a row for each round, for each game, and for each player of a game. Unknown
values are empty cells. Totals are empty too if partners change, because they belong to no team.
The teams are called left and right, as on the table page.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from django.utils import timezone

from scoring.exchange.corrected_dates import date_shifts
from scoring.exchange.csv_cells import Cell
from scoring.models import Game, Group, Round, ScoreSheet, SheetRow
from scoring.models.scoresheet import in_order
from scoring.rules import BySeat, ByTeam, CallLevel, Ending, Seat, Standing, Team
from scoring.rules.player_standings import PlayerStanding
from scoring.rules.rotation import RotationRound, RotationScoring
from scoring.stats.evening_date import evening_date

GAMES_AT_ONCE = 50
_SEATS = (Seat.A1, Seat.A2, Seat.B1, Seat.B2)
_SEAT_HEADS = ("left_1", "left_2", "right_1", "right_2")
SIDES = {Team.A: "left", Team.B: "right"}

ROUND_HEAD = (
    *("date", "evening", "game", "round"),
    *_SEAT_HEADS,
    *("first_out", "second", "third", "last", "double_win"),
    *("card_points_left", "card_points_right", "tichu", "grand", "extra", "calls_made"),
    *("points_left", "points_right", "total_left", "total_right"),
    *("bombs", "note", "recorded_at", "straights"),
)
GAME_HEAD = (
    *("game", "evening", "started", "finished", "minutes", "format"),
    *("target", "fixed_rounds", "lead", "floor", "time_limit"),
    *_SEAT_HEADS,
    *("rounds", "total_left", "total_right", "state", "winner"),
)
PLAYER_HEAD = (
    *("game", "evening", "player", "team", "partner", "opponent_1", "opponent_2"),
    *("rounds", "points", "points_of_opponents", "won"),
    *("first_out", "tichu", "tichu_made", "grand", "grand_made", "extra", "extra_made"),
    *("place", "win_points"),
)

Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game with its number in the group, from 1, its score sheet, the names of players by
    primary key, and the time by which it was moved when its date was corrected."""

    number: int
    game: Game
    sheet: ScoreSheet
    names: Mapping[int, str]
    date_shift: timedelta

    @property
    def standing(self) -> Standing:
        return self.sheet.standing

    @property
    def ended(self) -> datetime | None:
        """The time at which the last round was played; None if there is none."""
        last = self.sheet.last_recorded
        return last and last + self.date_shift

    @property
    def evening(self) -> str:
        return evening_date(self.game.created).isoformat()

    def players(self, row: SheetRow) -> BySeat[int]:
        """Return the players of the round."""
        return row.round.players or self.game.players

    def totals(self, standing: ByTeam[int]) -> tuple[int | None, ...]:
        """Return these totals of both teams, or None for each if partners change."""
        return (None, None) if self.game.rotation else tuple(standing)

    def won_by(self, team: Team) -> bool | None:
        """Return whether the team has won; None if the game does not count as a game."""
        return self.standing.winner is team if self.standing.counts_as_game else None


def round_rows(group: Group) -> Iterator[Row]:
    for each in table_games(group):
        for row in each.sheet.rows:
            yield _round_row(each, row)


def game_rows(group: Group) -> Iterator[Row]:
    for each in table_games(group):
        yield _game_row(each)


def player_rows(group: Group) -> Iterator[Row]:
    for each in table_games(group):
        yield from _player_rows(each)


def table_games(group: Group) -> Iterator[TableGame]:
    """Yield all games that are not deleted. They are read in batches."""
    names = group.player_names
    keys = list(Game.objects.filter(group=group).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), GAMES_AT_ONCE):
        chosen = Game.objects.filter(pk__in=keys[start : start + GAMES_AT_ONCE])
        games = chosen.order_by("pk").prefetch_related("rounds")
        sheets = [(game, _sheet(game)) for game in games]
        shifts = date_shifts(sheets)
        for number, (game, sheet) in enumerate(sheets, start + 1):
            yield TableGame(number, game, sheet, names, shifts.get(game.pk, timedelta()))


def _sheet(game: Game) -> ScoreSheet:
    if game.final_totals:
        return game.sheet
    entries = in_order([*game.rounds.all(), *game.placed_adjustments])
    return ScoreSheet(game.race, entries, ending=Ending(game.ending))


def _round_row(each: TableGame, row: SheetRow) -> Row:
    played, result = row.round, row.round.result
    names = each.players(row).map(each.names.__getitem__)
    order = [names[seat] for seat in result.out_order]
    points = result.card_points

    def callers(level: CallLevel) -> str:
        return _together(names[call.seat] for call in result.calls if call.level is level)

    made = _together(names[call.seat] for call in result.calls if call.seat is result.first_out)
    return (
        timezone.localtime(played.recorded + each.date_shift).date().isoformat(),
        each.evening,
        each.number,
        row.number,
        *(names[seat] for seat in _SEATS),
        *[*order, None, None, None][:4],
        result.double_win,
        *((points.a, points.b) if points else (None, None)),
        callers(CallLevel.TICHU),
        callers(CallLevel.GRAND),
        callers(CallLevel.EXTRA),
        made,
        *played.points,
        *each.totals(row.totals),
        len(played.notes.bombs) or None,
        played.note,
        _moment(played.recorded),
        len(played.notes.straights) or None,
    )


def _game_row(each: TableGame) -> Row:
    game, standing = each.game, each.standing
    finished = each.ended if standing.over else None
    names = game.players.map(each.names.__getitem__)
    agreed = game.agreement
    if game.rotation:
        kind = "changing partners"
    else:
        kind = "partners" if standing.rounds_known else "result only"
    return (
        each.number,
        each.evening,
        _moment(game.created),
        _moment(finished) if finished else None,
        int((finished - game.created).total_seconds() // 60) if finished else None,
        kind,
        *(agreed.target, agreed.fixed_rounds, agreed.lead, agreed.floor, agreed.time_limit),
        *(names[seat] for seat in _SEATS),
        standing.rounds if standing.rounds_known else None,
        *each.totals(standing.totals),
        standing.state.value,
        SIDES[standing.winner] if standing.winner else None,
    )


def _player_rows(each: TableGame) -> Iterator[Row]:
    """Yield a row for each player of the game, and for each other player who played one of its
    rounds."""
    here = each.game.players
    people = dict.fromkeys(here[seat] for seat in _SEATS)
    for row in each.sheet.rows:
        people |= dict.fromkeys(each.players(row))
    standings = {standing.player: standing for standing in _player_standings(each)}
    for player in people:
        yield (*_player_row(each, player), *_place(each, standings.get(player)))


def _player_standings(each: TableGame) -> list[PlayerStanding]:
    """Return the standings of the players if partners change. They are empty for a table of a
    session, because a session ranks its players by the rounds of all tables."""
    rotation = each.game.rotation
    if rotation is None or rotation.session:
        return []
    rounds = (row.round for row in each.sheet.rows)
    return rotation.standings(
        [RotationRound(one.players, one.result, one.points) for one in rounds if one.players]
    )


def _place(each: TableGame, standing: PlayerStanding | None) -> Row:
    """Return the place and the win points of the player. On a league evening the win points are
    league points."""
    if standing is None or not standing.score.rounds:
        return None, None
    rotation = each.game.rotation
    counted = rotation and rotation.scoring is not RotationScoring.POINTS
    return standing.place, Fraction(standing.score.win_points) if counted else None


def _player_row(each: TableGame, player: int) -> Row:
    seat = _seat_of(player, each.game.players) if player in each.game.players else None
    # If partners change, or if a player came or left, the player had several partners.
    fixed = seat if not any(row.round.players for row in each.sheet.rows) else None
    rounds = _rounds_of_player(each, player)
    points, calls = _points(rounds), _calls(rounds)
    if not each.standing.rounds_known:
        points, calls = (None,) * len(points), (None,) * len(calls)
    return (
        each.number,
        each.evening,
        each.names[player],
        *_side_of(each, fixed),
        *points,
        each.won_by(seat.team) if seat else None,
        *calls,
    )


def _side_of(each: TableGame, seat: Seat | None) -> Row:
    """Return the team, the partner and both opponents of the player in this seat; four times
    None without a seat."""
    if seat is None:
        return (None,) * 4
    names = each.game.players.map(each.names.__getitem__)
    opponents = (names[other] for other in seat.team.opponents.seats)
    return (SIDES[seat.team], names[seat.partner], *opponents)


_PlayedRounds = list[tuple[Round, Seat]]


def _rounds_of_player(each: TableGame, player: int) -> _PlayedRounds:
    """Return the rounds that the player played, each with the seat of the player."""
    rows = [row for row in each.sheet.rows if player in each.players(row)]
    return [(row.round, _seat_of(player, each.players(row))) for row in rows]


def _points(rounds: _PlayedRounds) -> Row:
    """Return the number of rounds, and the points of the player's team and of the opponents in
    these rounds."""
    own = sum(played.points[seat.team] for played, seat in rounds)
    other = sum(played.points[seat.team.opponents] for played, seat in rounds)
    return len(rounds), own, other


def _calls(rounds: _PlayedRounds) -> Row:
    """Return the number of rounds in which the player was first out and, for each level, the
    number of calls and of made calls."""
    results = [(played.result, seat) for played, seat in rounds]
    counts = [sum(result.first_out is seat for result, seat in results)]
    for level in (CallLevel.TICHU, CallLevel.GRAND, CallLevel.EXTRA):
        called = [(result, seat) for result, seat in results if result.level(seat) is level]
        made = [result for result, seat in called if result.first_out is seat]
        counts += [len(called), len(made)]
    return tuple(counts)


def _seat_of(player: int, players: BySeat[int]) -> Seat:
    return next(seat for seat in Seat if players[seat] == player)


def _together(names: Iterator[str]) -> str:
    return " + ".join(names)


def _moment(moment: datetime) -> str:
    """Return the local time in the form that spreadsheet programs read."""
    return timezone.localtime(moment).strftime("%Y-%m-%d %H:%M:%S")


Rows = Callable[[Group], Iterator[Row]]
TABLES: dict[str, tuple[tuple[str, ...], Rows]] = {
    "rounds": (ROUND_HEAD, round_rows),
    "games": (GAME_HEAD, game_rows),
    "player-games": (PLAYER_HEAD, player_rows),
}

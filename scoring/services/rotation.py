"""The players at the table of a game whose partners change."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.models import SEAT_COLUMNS, SEAT_ID_COLUMNS, Agreement, ChangeKind, Game
from scoring.rules import BySeat, TieRule
from scoring.rules.rotation import Rotation, RotationScoring


@dataclass(frozen=True, slots=True)
class RotationStart:
    """How to start a game whose partners change (see Rotation). The `agreement` says what its
    rounds are worth. `further_players` are the names of those who sit out in the first
    round."""

    agreement: Agreement
    further_players: tuple[str, ...] = ()
    rounds_each: int = 1
    cycles: int = 1
    scoring: RotationScoring = RotationScoring.POINTS

    def plan(self, players: Sequence[int]) -> Rotation:
        """The plan for the players with these primary keys, in order."""
        return Rotation(tuple(players), self.rounds_each, self.cycles, self.scoring)

    def agreement_for(self, plan: Rotation) -> Agreement:
        """The agreement of a game with this plan: it ends after the planned number of rounds,
        with the same worth of rounds."""
        return replace(
            self.agreement,
            target=None,
            fixed_rounds=plan.rounds,
            lead=None,
            floor=None,
            tie=TieRule.DRAW,
            time_limit=None,
        )


def is_seated(game: Game, seating_number: int | None) -> bool:
    """Whether the players that a phone showed at the table can play the next round.
    `seating_number` is the `Game.seating_number` on the phone, None if the phone does not send
    it. If partners change, any remaining round of the plan can be the next one."""
    return seating_number in {None, game.seating_number} or seating_number in game.rounds_left


def planned_players(game: Game, seating_number: int | None) -> BySeat[int] | None:
    """The players of a new round if partners change: those of round `seating_number` of the
    plan, or, if that is not a remaining round, those of the next remaining one. None if
    partners do not change or no round remains."""
    rotation, left = game.rotation, game.rounds_left
    if rotation is None or not left:
        return None
    return rotation.seats(seating_number if seating_number in left else left[0])


def tapped_players(game: Game, seating_number: int) -> BySeat[int] | None:
    """The players of round `seating_number` of the plan, or of an earlier plan of the game
    (from before a player came or left). None if no plan has such a round."""
    plans = [game.rotation_facts]
    for change in game.changes.filter(kind=ChangeKind.SEATING):
        plans += [
            (facts or {}).get("rotation_facts") for facts in (change.before, change.after)
        ]
    for facts in filter(None, plans):
        plan = Rotation.from_dict(facts)
        if seating_number in plan.numbers:
            return plan.seats(seating_number)
    return None


def seat_next(game: Game) -> None:
    """If partners change, seat the players of the next round. After the last round, its players
    remain seated. The game must be locked."""
    rotation, left = game.rotation, game.rounds_left
    if rotation is None or not left or left[0] == game.seating_number:
        return
    players = rotation.seats(left[0])
    game.seating_number = left[0]
    for seat, player in players.items():
        setattr(game, SEAT_ID_COLUMNS[seat], player)
    game.save(update_fields=["seating_number", *SEAT_COLUMNS.values()])
    game.clear_names()

"""The steps of the practice round. Each follows from the step before by legal moves. A move
that is not legal is an error when this module is loaded."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules_ref.play.codes import parse_cards
from rules_ref.practice.decisions import ADA, DECISIONS, HANDS, Choice, Decision
from rules_ref.practice.moves import Move, RoundState


@dataclass(frozen=True)
class Step:
    """A decision with its `number` from 1, the state in which it is made, and the moves since
    the decision before, each with the state before the move."""

    number: int
    decision: Decision
    state: RoundState
    moves: tuple[tuple[RoundState, Move], ...]

    @property
    def slug(self) -> str:
        return self.decision.slug

    def branch(self, choice: Choice) -> tuple[list[tuple[RoundState, Move]], RoundState]:
        """Return the moves of a legal choice, which are the choice itself and the moves that
        would follow, each with the state before it, and the state after all of them. Raises
        IllegalMove."""
        return _play(self.state, (choice.move, *choice.then))


def find_step(slug: str) -> Step | None:
    return next((step for step in STEPS if step.slug == slug), None)


def _follow(decisions: Sequence[Decision]) -> Iterator[Step]:
    """Yield the steps. Raises IllegalMove or UnclearQuestion if the round cannot be played."""
    hands = {seat: parse_cards(codes.split()) for seat, codes in HANDS.items()}
    state, moves = RoundState(hands, ADA), list[tuple[RoundState, Move]]()
    for number, decision in enumerate(decisions, 1):
        yield Step(number, decision, state, tuple(moves))
        taken = [choice.move for choice in decision.choices if choice.taken]
        moves, state = _play(state, (*taken, *decision.then))


def _play(
    state: RoundState, moves: Iterable[Move]
) -> tuple[list[tuple[RoundState, Move]], RoundState]:
    """Return the moves, each with the state before it, and the state after all of them. Raises
    IllegalMove."""
    played = []
    for move in moves:
        played.append((state, move))
        state = state.after(move)
    return played, state


STEPS = tuple(_follow(DECISIONS))

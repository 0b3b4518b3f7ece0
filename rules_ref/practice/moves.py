"""The state of a round on the table, and its change by each legal move.

`rules_ref.play` decides which moves are legal.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules_ref.play import Combination, CombinationKind, Play, Ruling, Situation, judge
from rules_ref.play.codes import CARDS
from scoring.rules import Card, Seat


class IllegalMove(ValueError):
    """A move that a ruling forbids."""


@dataclass(frozen=True, slots=True)
class Move:
    """The cards that a player plays, by their codes. A move without cards is a pass. `wish` is
    the rank that the player of the Mah Jong wishes for, 2 to 14 (ace)."""

    seat: Seat
    codes: str = ""
    wish: int | None = None

    @property
    def cards(self) -> frozenset[Card]:
        return frozenset(CARDS[code] for code in self.codes.split())

    @property
    def play(self) -> Play | None:
        return Play(self.cards) if self.codes else None


@dataclass(frozen=True)
class RoundState:
    """The state of a round.

    - `hands`: the cards of the four players
    - `turn`: the seat whose turn it is
    - `on_table`, `cards`, `owner`: the combination on the table, its cards, and its player
    - `passes`: the number of passes since then
    - `wish`: the wish in force
    - `out`: the players who are out, in order
    """

    hands: Mapping[Seat, frozenset[Card]]
    turn: Seat
    on_table: Combination | None = None
    cards: frozenset[Card] = frozenset()
    owner: Seat | None = None
    passes: int = 0
    wish: int | None = None
    out: tuple[Seat, ...] = ()

    def situation(self, seat: Seat) -> Situation:
        """Return the situation of the player in this seat."""
        return Situation(self.on_table, seat is self.turn, self.wish, self.hands[seat])

    def ruling(self, move: Move) -> Ruling:
        return judge(self.situation(move.seat), move.play)

    def after(self, move: Move) -> "RoundState":
        """Return the state after a legal move. Raises IllegalMove if the move is not legal, or
        if the round is over."""
        if self.over:
            raise IllegalMove(f"{move} comes after the end of the round")
        ruling = self.ruling(move)
        if not ruling.legal:
            raise IllegalMove(f"{move} is not legal: {ruling.reason}")
        return self._after_pass() if ruling.combination is None else self._after_play(move)

    @property
    def over(self) -> bool:
        """Whether partners went out first and second, or three players are out."""
        double_win = len(self.out) == 2 and self.out[0].partner is self.out[1]
        return double_win or len(self.out) >= 3

    def _after_play(self, move: Move) -> "RoundState":
        hand = self.hands[move.seat] - move.cards
        combination = self.ruling(move).combination
        fulfilled = any(card.rank == self.wish for card in move.cards)
        played = replace(
            self,
            hands={**self.hands, move.seat: hand},
            on_table=combination,
            cards=move.cards,
            owner=move.seat,
            passes=0,
            wish=move.wish or (None if fulfilled else self.wish),
            out=self.out if hand else (*self.out, move.seat),
        )
        if combination and combination.kind is CombinationKind.DOG:
            return _lead_from(played, move.seat.partner)
        return replace(played, turn=_next_holder(played, move.seat.next))

    def _after_pass(self) -> "RoundState":
        """Return the state after a pass. The trick is over when all others who still have cards
        have passed in a row."""
        passes = self.passes + 1
        others = [seat for seat, hand in self.hands.items() if hand and seat is not self.owner]
        if self.owner and passes >= len(others):
            return _lead_from(self, self.owner)
        return replace(self, passes=passes, turn=_next_holder(self, self.turn.next))


def _lead_from(state: RoundState, seat: Seat) -> RoundState:
    """Return the state with an empty table and the lead at this seat, or at the next seat that
    still has cards."""
    turn = _next_holder(state, seat)
    return replace(state, on_table=None, cards=frozenset(), owner=None, passes=0, turn=turn)


def _next_holder(state: RoundState, seat: Seat) -> Seat:
    return next((each for each in _from(seat) if state.hands[each]), seat)


def _from(seat: Seat) -> Iterator[Seat]:
    """Yield all seats in playing order, beginning with this one."""
    for _ in Seat:
        yield seat
        seat = seat.next

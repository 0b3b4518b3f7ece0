"""The pages of the practice round: the events, the open hands, and the choices."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _

from rules_ref.play import Combination, Play, PlayOption, Ruling
from rules_ref.practice import CALLS, NAMES, STEPS, Choice, Move, RoundState, Step
from rules_ref.presentation.combinations import card_images, rank_name
from rules_ref.presentation.rulings import explanation, find_rules, note, play_name
from rules_ref.reference import Rule
from scoring.rules import ByTeam, RoundResult, Seat, score_round


@dataclass(frozen=True)
class JudgedMove:
    """A move in the practice round and the ruling on it."""

    state: RoundState
    move: Move

    @cached_property
    def ruling(self) -> Ruling:
        return self.state.ruling(self.move)

    @property
    def proposed_play(self) -> Play | None:
        return self.move.play

    @property
    def on_table(self) -> Combination | None:
        return self.state.on_table

    @property
    def wished_rank(self) -> int | None:
        return self.state.wish

    @property
    def in_turn(self) -> bool:
        return self.move.seat is self.state.turn

    @property
    def player(self) -> str:
        return NAMES[self.move.seat]

    @property
    def name(self) -> str:
        """The name of the move: a combination, or a pass."""
        if not self.move.codes:
            return _("Pass")
        return play_name(self) or _("all of these together")

    @property
    def cards(self) -> str:
        """The cards as images; empty for a pass."""
        return card_images(self.move.cards, self.ruling.combination) if self.move.codes else ""

    @property
    def sentence(self) -> str:
        return explanation(self)

    @property
    def note(self) -> str:
        return note(self)

    @property
    def rules(self) -> list[Rule]:
        return find_rules(self.ruling.rules)


@dataclass(frozen=True)
class ChoiceRow:
    """A choice with its ruling. `address` is the next step if the choice is the one that is
    taken, otherwise the anchor of its answer on the same page. `events` are the events that
    would follow it."""

    number: int
    judged: JudgedMove
    choice: Choice
    next_address: str
    events: list[str]

    @property
    def answer_id(self) -> str:
        return f"answer-{self.number}"

    @property
    def address(self) -> str:
        return self.next_address if self.choice.taken else f"#{self.answer_id}"

    @property
    def comment(self) -> str:
        return _(self.choice.comment) if self.choice.comment else ""


@dataclass(frozen=True)
class HandRow:
    """The hand of a player. `cards` is empty if the player is out."""

    seat: Seat
    cards: str
    in_turn: bool

    @property
    def name(self) -> str:
        return NAMES[self.seat]


@dataclass(frozen=True)
class PracticePage:
    """A step of the practice round as its page shows it."""

    step: Step

    @property
    def title(self) -> str:
        return _(self.step.decision.title)

    @property
    def text(self) -> str:
        return _(self.step.decision.text)

    @property
    def number(self) -> int:
        return self.step.number

    @property
    def decisions(self) -> int:
        """The number of decisions of the round. The last step is the end of the round and has
        no decision."""
        return len(STEPS) - 1

    @property
    def finished(self) -> bool:
        return self.step.state.over

    @property
    def taken(self) -> JudgedMove | None:
        """The move that was chosen in the step before; None in the first step."""
        return JudgedMove(*self.step.moves[0]) if self.step.moves else None

    @property
    def events(self) -> list[str]:
        """The events since that move, in sentences."""
        return _describe(self.step.moves, self.step.state)

    @property
    def hands(self) -> list[HandRow]:
        state = self.step.state
        return [
            HandRow(
                seat,
                card_images(hand) if hand else "",
                seat is state.turn and not self.finished,
            )
            for seat, hand in state.hands.items()
        ]

    @property
    def table_cards(self) -> str:
        state = self.step.state
        return card_images(state.cards, state.on_table) if state.cards else ""

    @property
    def owner(self) -> str:
        """The player of the cards on the table."""
        return NAMES[self.step.state.owner] if self.step.state.owner else ""

    @property
    def wish(self) -> str:
        wish = self.step.state.wish
        return rank_name(wish) if wish else ""

    @property
    def choices(self) -> list[ChoiceRow]:
        state, following = self.step.state, STEPS[self.number :]
        address = step_address(following[0]) if following else ""
        return [
            ChoiceRow(
                number,
                JudgedMove(state, choice.move),
                choice,
                address,
                _describe(*self.step.branch(choice)) if choice.then else [],
            )
            for number, choice in enumerate(self.step.decision.choices, 1)
        ]

    @property
    def player(self) -> str:
        """The name of the player whose turn it is."""
        return NAMES[self.step.state.turn]

    @property
    def legal_plays(self) -> Sequence[PlayOption]:
        """All plays that the player in turn may make, except a pass."""
        state = self.step.state
        return () if self.finished else state.situation(state.turn).legal_plays

    @property
    def may_pass(self) -> bool:
        return self.step.state.ruling(Move(self.step.state.turn)).legal

    @property
    def previous_address(self) -> str:
        return step_address(STEPS[self.number - 2]) if self.number > 1 else ""

    @property
    def points(self) -> ByTeam[int]:
        """The points of the finished round. It is a double win and has no card points."""
        return score_round(RoundResult(out_order=self.step.state.out, calls=CALLS)).points


def step_address(step: Step) -> str:
    first = step is STEPS[0]
    return reverse("practice") if first else reverse("practice_step", args=[step.slug])


def _describe(moves: Sequence[tuple[RoundState, Move]], after: RoundState) -> list[str]:
    """Describe the events after the first of these moves. The first move itself is described
    elsewhere."""
    states = [*(state for state, _move in moves[1:]), after]
    return [
        sentence
        for number, (before, move) in enumerate(moves)
        for sentence in _sentences(before, move, states[number], told=number == 0)
    ]


def _sentences(
    before: RoundState, move: Move, after: RoundState, *, told: bool
) -> Iterator[str]:
    """Describe a move and its consequences. The move itself is left out if it is described
    (`told`) elsewhere."""
    player = NAMES[move.seat]
    if not told:
        yield _move_sentence(before, move)
    if move.wish:
        yield _("%(player)s wishes for %(rank)s.") % {
            "player": player,
            "rank": rank_name(move.wish),
        }
    if len(after.out) > len(before.out):
        yield _("%(player)s is out.") % {"player": player}
    if before.owner and not move.codes and after.owner is None:
        yield _("%(player)s wins the trick.") % {"player": NAMES[before.owner]}


def _move_sentence(before: RoundState, move: Move) -> str:
    judged = JudgedMove(before, move)
    if not move.codes:
        return _("%(player)s passes.") % {"player": judged.player}
    names = {"player": judged.player, "play": judged.name}
    return (
        _("%(player)s leads: %(play)s.") % names
        if before.on_table is None
        else _("%(player)s plays: %(play)s.") % names
    )

"""A ruling on cards that is saved with the decision of the players. It consists of plain
values, and does not depend on the code that made the ruling."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

from scoring.rules.deck import DECK, HAND_SIZE, RANKS

# For each game.
MAX_SAVED_RULINGS = 20
MAX_DECISION_NOTE_LENGTH = 200

TURNS = frozenset({"yes", "no", "passed", "own"})
CARD_CODES = frozenset(f"{card.symbol}{card.suit or ''}" for card in DECK)
_REASON = re.compile(r"[A-Z_]{1,40}")
_ID = re.compile(r"[a-z0-9-]{1,60}")
_MAX_IDS = 10


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """A question: may these cards be played?

    `table` contains the cards on the table, `play` the cards to be played (none for a pass),
    and `hand` the other cards of the hand that were entered. Cards are written as `10j`, `Kt`
    or `dog`. `turn` is one of TURNS: it is the player's turn, it is not, it is the player's
    turn after a pass in this trick, or all others have passed on the player's own play. `wish`
    is the rank that was wished for; `lying` and `said` are the ranks for which a Phoenix stands
    on the table and in the play; each is "" if there is none. `house` contains the names of the
    house rules of the ruling.

    Raises ValueError for a question that no form can send.
    """

    table: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    turn: str = "yes"
    wish: str = ""
    lying: str = ""
    said: str = ""
    house: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        cards = [*self.table, *self.play, *self.hand]
        if not CARD_CODES.issuperset(cards) or len(set(cards)) < len(cards):
            raise ValueError(cards)
        if len(self.play) + len(self.hand) > HAND_SIZE:
            raise ValueError(cards)
        if self.turn not in TURNS:
            raise ValueError(self.turn)
        ranks = {self.wish, self.said, self.lying} - {""}
        if not ranks <= {*RANKS, "1"} or "1" in {self.wish, self.said}:
            raise ValueError(ranks)
        _check_ids(self.house)

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Return the question that `to_dict` has written. Raises ValueError."""
        values = {each.name: facts[each.name] for each in fields(cls)}
        for name, value in values.items():
            wanted = list if name in _LISTS else str
            if type(value) is not wanted or (wanted is list and not _are_texts(value)):
                raise ValueError(name)
        lists = {name: tuple(values[name]) for name in _LISTS}
        return cls(**(values | lists))

    def to_dict(self) -> dict[str, Any]:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return values | {name: list(values[name]) for name in _LISTS}

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the question as names and values of form fields, which are also the query of an
        address."""
        for name in ("table", "play", "hand"):
            for card in getattr(self, name):
                yield name, card
        yield "turn", self.turn
        for name in ("wish", "lying", "said"):
            if getattr(self, name):
                yield name, getattr(self, name)


_LISTS = ("table", "play", "hand", "house")


@dataclass(frozen=True, slots=True)
class SavedRuling:
    """A question about cards, its ruling, and the decision of the players.

    It belongs to the round that follows round `after` (0: the first round). `legal`, `reason`
    and `rules` are the ruling as it was given: whether the play is allowed, a code, and the ids
    of rules. `allowed` and `note` are the decision of the players. Raises ValueError for an
    impossible ruling.
    """

    after: int
    question: CardQuestion
    legal: bool
    reason: str
    rules: tuple[str, ...]
    allowed: bool
    note: str = ""

    def __post_init__(self) -> None:
        if self.after < 0 or not _REASON.fullmatch(self.reason):
            raise ValueError(self.reason)
        if len(self.note) > MAX_DECISION_NOTE_LENGTH:
            raise ValueError(self.note)
        _check_ids(self.rules)

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Return the ruling that `to_dict` has written. Raises ValueError."""
        kinds = {"after": int, "legal": bool, "reason": str, "rules": list}
        kinds |= {"allowed": bool, "note": str}
        values = {name: facts[name] for name in kinds}
        if any(type(values[name]) is not kind for name, kind in kinds.items()):
            raise ValueError(values)
        if not _are_texts(values["rules"]):
            raise ValueError(values)
        values["rules"] = tuple(values["rules"])
        return cls(question=CardQuestion.from_dict(facts["question"]), **values)

    def round_number(self, seqs: Iterable[int]) -> int:
        """Return the number of its round, from 1, on a sheet whose rounds have these `seq`s."""
        return 1 + sum(seq <= self.after for seq in seqs)

    def to_dict(self) -> dict[str, Any]:
        return {
            "after": self.after,
            "question": self.question.to_dict(),
            "legal": self.legal,
            "reason": self.reason,
            "rules": list(self.rules),
            "allowed": self.allowed,
            "note": self.note,
        }


def _are_texts(values: Sequence[object]) -> bool:
    return all(isinstance(each, str) for each in values)


def _check_ids(ids: Sequence[str]) -> None:
    if len(ids) > _MAX_IDS or not all(_ID.fullmatch(each) for each in ids):
        raise ValueError(ids)

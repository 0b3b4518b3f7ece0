"""Which rules of the reference a ruling rests on, and where tables play otherwise."""

from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from itertools import pairwise

from rules_ref.play.combination import DRAGON, MAH_JONG, Combination, Kind
from rules_ref.play.house import House
from rules_ref.play.reasons import Reason
from rules_ref.play.situation import Play, Situation
from scoring.rules.deck import Special

_ACE = 14


class Note(StrEnum):
    """What is said besides the reason."""

    OTHER_BOMB_IN_TURN = "other_bomb_in_turn"  # some tables allow it (rule 56)
    DOG_AGAINST_WISH = "dog_against_wish"  # no text settles it (rule 59)
    HAND_UNTOLD = "hand_untold"  # with the wished rank in hand the answer may be another


def note_on(
    reason: Reason, situation: Situation, play: Play | None, combination: Combination | None
) -> Note | None:
    """What to say besides: where tables differ, or that the hand would have to be known."""
    if reason is Reason.WISH_MUST_BE_HONOURED and combination:
        if combination.bomb:
            return Note.OTHER_BOMB_IN_TURN
        return Note.DOG_AGAINST_WISH if combination.kind is Kind.DOG else None
    if combination and situation.excuse(combination):
        return None
    untold = situation.wish is not None and situation.hand is None and situation.in_turn
    if reason is Reason.OK and untold and not (play and play.has(situation.wish or 0)):
        return Note.HAND_UNTOLD
    return None


def rules_for(
    reason: Reason, situation: Situation, play: Play | None, combination: Combination | None
) -> tuple[str, ...]:
    """Return ids of the reference's rules, the one that decides first.

    None where the answer is no matter of a rule: cards that somebody does not hold.
    """
    if play is None:
        return _for_pass(reason, situation)
    if reason is Reason.NOT_A_COMBINATION:
        return _for_nothing(play)
    if combination is None:
        return ()
    if reason is Reason.OK:
        return (*_for_legal(situation, combination), *_wish_kept(situation, play, combination))
    if reason is Reason.WISH_MUST_BE_HONOURED:
        return _for_wish(situation, combination)
    return _REFUSED[reason](combination, situation.on_table or combination)


def _for_pass(reason: Reason, situation: Situation) -> tuple[str, ...]:
    if reason is Reason.OK:
        return ("no-duty-to-beat",) if situation.wish is None else ("wish-cannot",)
    return {
        Reason.WISH_MUST_BE_HONOURED: ("wish-duty",),
        Reason.LEADER_MUST_PLAY: ("what-to-lead",),
    }.get(reason, ("beat-or-pass",))


def _for_legal(situation: Situation, combination: Combination) -> tuple[str, ...]:
    on_table = situation.on_table
    if on_table is None:
        special = "bomb-lead" if combination.bomb else _OF_KIND[combination.kind]
        return ("what-to-lead", special)
    if combination.bomb:
        order = "bomb-order" if on_table.bomb else "bomb-beats-all"
        return (order,) if situation.in_turn else ("bomb-any-time", order)
    if combination.lone_phoenix:
        return (_phoenix_on(on_table),)
    if combination.rank == DRAGON:
        return ("dragon",)
    return ("beat-or-pass", _OF_KIND[combination.kind])


def _wish_kept(situation: Situation, play: Play, combination: Combination) -> tuple[str, ...]:
    """How a legal play stands to the wish in force."""
    if situation.wish is None:
        return ()
    if play.has(situation.wish):
        return ("wish-duty",) if situation.in_turn else ("wish-bomb-fulfils",)
    if not situation.in_turn:
        return ("wish-bomb-out-of-turn",)
    excuse = situation.excuse(combination)
    return (excuse.rule,) if excuse else ("wish-cannot",)


def _for_wish(situation: Situation, combination: Combination) -> tuple[str, ...]:
    """Why this play does not satisfy the wish."""
    if combination.bomb:
        return ("wish-bomb-in-turn", "wish-duty")
    if combination.kind is Kind.DOG:
        return ("wish-dog", "wish-leader")
    if combination.phoenix_as == situation.wish:
        return ("wish-phoenix", "wish-duty")
    return ("wish-leader" if situation.on_table is None else "wish-duty",)


def _for_nothing(play: Play) -> tuple[str, ...]:
    """Which rule says that these cards are nothing together."""
    specials = {card.special for card in play.cards}
    held = Counter(card.rank for card in play.cards if card.rank)
    if Special.DRAGON in specials:
        return ("dragon",)
    if Special.DOG in specials:
        return ("dog",)
    if Special.PHOENIX in specials:
        return _for_nothing_with_phoenix(play, held, mah_jong=Special.MAH_JONG in specials)
    if len(held) > 1 and set(held.values()) == {3} and _neighbours(held):
        return ("no-triple-chain",)
    if len(held) >= 4 and max(held.values()) == 1:
        return ("straight", "straight-ends") if _ACE in held else ("straight",)
    return _EVERY_KIND


def _for_nothing_with_phoenix(
    play: Play, held: Counter[int], *, mah_jong: bool
) -> tuple[str, ...]:
    if play.phoenix_as is not None and Play(play.cards).readings:
        return ("phoenix-two-readings",)
    if mah_jong and not held:
        return ("phoenix-joker",)
    if not mah_jong and list(held.values()) == [3]:
        return ("four-of-a-kind",)
    if list(held.values()) == [4]:
        return ("four-and-phoenix",)
    if len(held) >= 4 and max(held.values()) == 1 and _neighbours(held):
        return ("phoenix-straight-ends",)
    return ("phoenix-joker", *_EVERY_KIND)


def _neighbours(held: Counter[int]) -> bool:
    return all(high - low == 1 for low, high in pairwise(sorted(held)))


def _not_higher(combination: Combination, on_table: Combination) -> tuple[str, ...]:
    if on_table.rank == DRAGON:
        return ("phoenix-on-what",) if combination.lone_phoenix else ("dragon",)
    if on_table.lone_phoenix:
        return ("phoenix-single", "beat-or-pass")
    if combination.rank == MAH_JONG:
        return ("mah-jong-only-led", "mah-jong")
    return ("beat-or-pass", _OF_KIND[combination.kind])


def _no_bigger_bomb(combination: Combination, on_table: Combination) -> tuple[str, ...]:
    if not combination.bomb:
        return ("bomb-beats-all",)
    equal = (combination.length, combination.rank) == (on_table.length, on_table.rank)
    return ("bomb-equal", "bomb-order") if equal else ("bomb-order",)


def _phoenix_on(on_table: Combination) -> str:
    return "phoenix-on-what" if on_table.rank in {MAH_JONG, _ACE} else "phoenix-single"


_OF_KIND = {
    Kind.SINGLE: "single-pair-triple",
    Kind.PAIR: "single-pair-triple",
    Kind.TRIPLE: "single-pair-triple",
    Kind.STAIRS: "stairs",
    Kind.FULL_HOUSE: "full-house",
    Kind.STRAIGHT: "straight",
    Kind.QUAD_BOMB: "bomb",
    Kind.STRAIGHT_BOMB: "suited-straight",
    Kind.DOG: "dog",
}
_EVERY_KIND = ("single-pair-triple", "stairs", "full-house", "straight", "bomb")

_REFUSED: dict[Reason, Callable[[Combination, Combination], tuple[str, ...]]] = {
    Reason.WRONG_TYPE: lambda _play, _table: ("beat-or-pass",),
    Reason.WRONG_LENGTH: lambda _play, _table: ("same-length",),
    Reason.NOT_HIGHER: _not_higher,
    Reason.ONLY_HIGHER_BOMB: _no_bigger_bomb,
    Reason.DOG_ONLY_AS_LEAD: lambda _play, _table: ("dog",),
    Reason.DOG_NOT_BEATABLE: lambda play, _table: (
        ("dog-no-bomb" if play.bomb else "dog"),
        "dog-protected-lead",
    ),
    # A bomb is refused out of turn by a house rule alone.
    Reason.OUT_OF_TURN_NEEDS_BOMB: lambda play, _table: (
        *((House.BOMBS_IN_TURN.rule,) if play.bomb else ()),
        "bomb-any-time",
    ),
    Reason.CANNOT_BOMB_THE_LEAD: lambda _play, _table: ("bomb-not-the-lead",),
}

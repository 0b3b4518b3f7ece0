"""The rules of the reference from which a ruling follows, and remarks on rulings."""

from collections.abc import Callable
from enum import StrEnum

from rules_ref.play.combination import ACE, DRAGON, MAH_JONG, Combination, CombinationKind
from rules_ref.play.no_combination import rules_for_no_combination
from rules_ref.play.reasons import RulingReason
from rules_ref.play.situation import Play, Situation
from scoring.rules.play_rules import HouseRule


class RulingNote(StrEnum):
    """A remark on a ruling."""

    OTHER_BOMB_IN_TURN = "other_bomb_in_turn"  # some tables allow it (rule 56)
    DOG_AGAINST_WISH = "dog_against_wish"  # no text settles it (rule 59)
    HAND_UNKNOWN = "hand_unknown"  # the answer may differ if the hand has the wished rank


def ruling_note(
    reason: RulingReason,
    situation: Situation,
    play: Play | None,
    combination: Combination | None,
) -> RulingNote | None:
    """Return the remark on a ruling if tables differ on it, or if it depends on an unknown
    hand."""
    if reason is RulingReason.WISH_MUST_BE_HONOURED and combination:
        if combination.bomb:
            return RulingNote.OTHER_BOMB_IN_TURN
        return RulingNote.DOG_AGAINST_WISH if combination.kind is CombinationKind.DOG else None
    if combination and situation.exemption(combination):
        return None
    fulfilled = reason is RulingReason.OK and play and play.has_rank(situation.wish or 0)
    return RulingNote.HAND_UNKNOWN if situation.wish_may_bind and not fulfilled else None


def rules_for(
    reason: RulingReason,
    situation: Situation,
    play: Play | None,
    combination: Combination | None,
) -> tuple[str, ...]:
    """Return ids of rules of the reference. The first one is the rule that decides.

    They are empty if no rule decides, because the cards are not in the hand.
    """
    if play is None:
        return _for_pass(reason, situation)
    if reason is RulingReason.NOT_A_COMBINATION:
        return rules_for_no_combination(play)
    if combination is None:
        return ()
    if reason is RulingReason.OK:
        return (
            *_for_legal(situation, combination),
            *_after_passes(situation, combination),
            *_wish_kept(situation, play, combination),
        )
    return _REFUSED.get(reason) or _REFUSED_BY_CASE[reason](situation, combination)


def _for_pass(reason: RulingReason, situation: Situation) -> tuple[str, ...]:
    if reason is RulingReason.OK:
        return _for_legal_pass(situation)
    if situation.own:
        return ("no-raising-yourself",)
    return {
        RulingReason.WISH_MUST_BE_HONOURED: ("wish-duty",),
        RulingReason.LEADER_MUST_PLAY: ("what-to-lead",),
    }.get(reason, ("beat-or-pass",))


def _for_legal_pass(situation: Situation) -> tuple[str, ...]:
    if situation.on_table and situation.on_table.kind is CombinationKind.DOG:
        return ("dog",)
    if situation.wish is None:
        return ("no-duty-to-beat",)
    return ("no-duty-to-beat", "wish-duty") if situation.hand is None else ("wish-cannot",)


def _for_legal(situation: Situation, combination: Combination) -> tuple[str, ...]:
    on_table = situation.on_table
    if on_table is None:
        special = "bomb-lead" if combination.bomb else _OF_KIND[combination.kind]
        return ("what-to-lead", special)
    if combination.bomb:
        order = "bomb-order" if on_table.bomb else "bomb-beats-all"
        when = "no-raising-yourself" if situation.own else "bomb-any-time"
        return (order,) if situation.in_turn else (when, order)
    if combination.lone_phoenix:
        return (_phoenix_on(on_table),)
    if combination.rank == DRAGON:
        return ("dragon",)
    return ("beat-or-pass", _OF_KIND[combination.kind])


def _after_passes(situation: Situation, combination: Combination) -> tuple[str, ...]:
    """Return the rules by which this may be played after the player, or all others, have
    passed."""
    if situation.on_table is None or combination.bomb:
        return ()
    if situation.own:
        return (HouseRule.RAISE_YOURSELF.rule,)
    return ("pass-and-return",) if situation.passed else ()


def _wish_kept(situation: Situation, play: Play, combination: Combination) -> tuple[str, ...]:
    """Return the rules on the relation of a legal play to the wish in force."""
    if situation.wish is None or (situation.own and not combination.bomb):
        return ()
    if play.has_rank(situation.wish):
        return ("wish-duty",) if situation.in_turn else ("wish-bomb-fulfils",)
    if not situation.in_turn:
        return ("wish-bomb-out-of-turn",)
    if situation.out_of_trick:
        return (HouseRule.PASSED_IS_OUT.rule,)
    excuse = situation.exemption(combination)
    if excuse:
        return (excuse.rule,)
    return ("wish-duty",) if situation.hand is None else ("wish-cannot",)


def _for_wish(situation: Situation, combination: Combination) -> tuple[str, ...]:
    """Return the rules by which this play does not honour the wish."""
    if combination.bomb:
        return ("wish-bomb-in-turn", "wish-duty")
    if combination.kind is CombinationKind.DOG:
        return ("wish-dog", "wish-leader")
    if combination.phoenix_as == situation.wish:
        return ("wish-phoenix", "wish-duty")
    return ("wish-leader" if situation.on_table is None else "wish-duty",)


def _for_out_of_turn(situation: Situation, combination: Combination) -> tuple[str, ...]:
    """Return the rules by which this has to wait, or cannot be played at all."""
    on_table = situation.on_table
    if on_table is None:
        return ("who-leads", "trick-winner")
    if combination.bomb:
        return (HouseRule.BOMBS_IN_TURN.rule, "bomb-any-time")
    if situation.own:
        return ("no-raising-yourself",)
    if situation.out_of_trick:
        return (HouseRule.PASSED_IS_OUT.rule, "pass-and-return")
    if HouseRule.BOMBS_IN_TURN in situation.house_rules:
        return ("beat-or-pass",)
    return ("bomb-order", "bomb-any-time") if on_table.bomb else ("bomb-any-time",)


def _not_higher(situation: Situation, combination: Combination) -> tuple[str, ...]:
    on_table = situation.on_table
    if on_table and on_table.rank == DRAGON:
        return ("dragon",)
    if on_table and on_table.lone_phoenix:
        return ("phoenix-single", "beat-or-pass")
    if combination.rank == MAH_JONG:
        return ("mah-jong-only-led", "mah-jong")
    return ("beat-or-pass", _OF_KIND[combination.kind])


def _bomb_too_small(situation: Situation, combination: Combination) -> tuple[str, ...]:
    return (
        ("bomb-equal", "bomb-order") if combination == situation.on_table else ("bomb-order",)
    )


def _on_the_dog(_situation: Situation, combination: Combination) -> tuple[str, ...]:
    return ("dog-no-bomb" if combination.bomb else "dog", "dog-protected-lead")


def _phoenix_on(on_table: Combination) -> str:
    return "phoenix-on-what" if on_table.rank in {MAH_JONG, ACE} else "phoenix-single"


_OF_KIND = {
    CombinationKind.SINGLE: "single-pair-triple",
    CombinationKind.PAIR: "single-pair-triple",
    CombinationKind.TRIPLE: "single-pair-triple",
    CombinationKind.STAIRS: "stairs",
    CombinationKind.FULL_HOUSE: "full-house",
    CombinationKind.STRAIGHT: "straight",
    CombinationKind.QUAD_BOMB: "bomb",
    CombinationKind.STRAIGHT_BOMB: "suited-straight",
    CombinationKind.DOG: "dog",
}

_REFUSED: dict[RulingReason, tuple[str, ...]] = {
    RulingReason.WRONG_TYPE: ("beat-or-pass",),
    RulingReason.WRONG_LENGTH: ("same-length",),
    RulingReason.PHOENIX_ON_DRAGON: ("phoenix-on-what",),
    RulingReason.ONLY_HIGHER_BOMB: ("bomb-beats-all",),
    RulingReason.DOG_ONLY_AS_LEAD: ("dog",),
    RulingReason.CANNOT_BOMB_THE_LEAD: ("bomb-not-the-lead",),
}
_REFUSED_BY_CASE: dict[RulingReason, Callable[[Situation, Combination], tuple[str, ...]]] = {
    RulingReason.NOT_HIGHER: _not_higher,
    RulingReason.BOMB_TOO_SMALL: _bomb_too_small,
    RulingReason.DOG_NOT_BEATABLE: _on_the_dog,
    RulingReason.OUT_OF_TURN_NEEDS_BOMB: _for_out_of_turn,
    RulingReason.WISH_MUST_BE_HONOURED: _for_wish,
}

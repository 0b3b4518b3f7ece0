"""Rulings on card codes: lists, strings and dicts in the form of `tests/vectors/play.json`.

The code of a card is its rank, `2..10 J Q K A`, and its suit, `j s p t` (jade, sword, pagoda,
star), or it is `mahjong`, `dog`, `phoenix` or `dragon`. A rank is written as in these codes, or
as a number up to 14 (ace).

>>> classify(cards=["8j", "phoenix"])
[{'kind': 'pair', 'rank': 8, 'length': 2, 'phoenix_as': 8}]
>>> judge(on_table={"cards": ["9j"]}, play=["8j"])
{'legal': False, 'reason': 'NOT_HIGHER'}
>>> wish_duty(hand=["8j", "Aj"], on_table={"cards": ["3s"]}, wish="8")
{'must_honour': True, 'plays': [['8j']]}
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_ref.play import classification, ruling
from rules_ref.play.combination import MAH_JONG, PHOENIX_LED, Combination
from rules_ref.play.errors import UnclearQuestion
from rules_ref.play.situation import Play, Situation
from rules_ref.play.wish import wish_duty as find_wish_duty
from scoring.rules.deck import DECK, RANKS, Card
from scoring.rules.play_rules import HouseRule

PASS = "pass"  # noqa: S105 (not a password)
CARDS = {f"{card.symbol}{card.suit or ''}": card for card in DECK}

_CODES = {card: code for code, card in CARDS.items()}
_HALVES = {rank + 0.5 for rank in range(MAH_JONG, max(RANKS.values()) + 1)}


def classify(cards: Iterable[str]) -> list[dict[str, Any]]:
    """Return every combination that the cards together can form, the highest first, each as
    `kind`, `rank`, `length` and, if it contains the Phoenix, `phoenix_as`.

    Raises UnclearQuestion: UNKNOWN_CARD, CARD_TWICE.
    """
    return [_facts(each) for each in classification.classify(parse_cards(cards))]


def judge(  # noqa: PLR0913 (the fields of a question)
    *,
    on_table: Mapping[str, Any] | None,
    play: Sequence[str] | str,
    hand: Iterable[str] | None = None,
    in_turn: bool = True,
    wish: str | int | None = None,
    phoenix_as: str | float | None = None,
    house: Iterable[str] = (),
    passed: bool = False,
    own: bool = False,
) -> dict[str, Any]:
    """Rule on a play, which is a list of cards or `pass`, and return `legal` and `reason`.

    - `on_table`: None for a lead; otherwise `cards` and, if needed, `rank` and `phoenix_as`.
      `rank` is the value of a Phoenix that lies there alone; without it, the Phoenix was led.
      `phoenix_as` is the rank for which a Phoenix on the table stands.
    - `phoenix_as`: the rank for which the Phoenix of the play stands
    - `hand`: all cards of the player, including those of the play
    - `house`: the house rules of the table, as values of `HouseRule`; without any, the official
      rules apply
    - `passed` and `own`: see `Situation`

    Raises UnclearQuestion with one of the codes in `errors.MESSAGES`.
    """
    situation = Situation(
        on_table=parse_table(on_table),
        in_turn=in_turn,
        wish=parse_rank(wish),
        hand=None if hand is None else parse_cards(hand),
        house_rules=parse_house_rules(house),
        passed=passed,
        own=own,
    )
    answer = ruling.judge(situation, _read_play(play, parse_phoenix(phoenix_as)))
    return {"legal": answer.legal, "reason": str(answer.reason)}


def wish_duty(
    *,
    hand: Iterable[str],
    on_table: Mapping[str, Any] | None,
    wish: str | int | None,
    house: Iterable[str] = (),
) -> dict[str, Any]:
    """Return whether a player must honour the wish in the regular turn (`must_honour`), and the
    sets of cards that do so (`plays`). The sets, and the cards of each, are sorted by code.

    Raises UnclearQuestion as `judge` does.
    """
    duty = find_wish_duty(
        parse_cards(hand), parse_table(on_table), parse_rank(wish), parse_house_rules(house)
    )
    plays = sorted(card_codes(option.cards) for option in duty.plays)
    return {"must_honour": duty.must_honour, "plays": plays}


def parse_cards(codes: Iterable[str]) -> frozenset[Card]:
    """Return the cards with these codes. Raises UnclearQuestion: UNKNOWN_CARD, CARD_TWICE."""
    cards: set[Card] = set()
    for code in codes:
        if code not in CARDS:
            raise UnclearQuestion("UNKNOWN_CARD", card=code)
        if CARDS[code] in cards:
            raise UnclearQuestion("CARD_TWICE", card=code)
        cards.add(CARDS[code])
    return frozenset(cards)


def card_codes(cards: Iterable[Card]) -> list[str]:
    return sorted(_CODES[card] for card in cards)


def parse_table(facts: Mapping[str, Any] | None) -> Combination | None:
    """Return the combination on the table; see `judge`.

    Raises UnclearQuestion: UNKNOWN_CARD, CARD_TWICE, UNKNOWN_RANK, NOTHING_ON_TABLE,
    NO_COMBINATION_ON_TABLE.
    """
    if facts is None:
        return None
    cards = parse_cards(facts.get("cards") or ())
    if not cards:
        raise UnclearQuestion("NOTHING_ON_TABLE")
    said = parse_phoenix(facts.get("phoenix_as"))
    readings = Play(cards, said).readings
    if not readings:
        raise UnclearQuestion("NO_COMBINATION_ON_TABLE")
    if not readings[0].lone_phoenix:
        return readings[0]
    value = parse_phoenix(facts.get("rank")) or said or PHOENIX_LED
    if value not in _HALVES:
        raise UnclearQuestion("UNKNOWN_RANK", rank=value)
    return replace(readings[0], rank=value, phoenix_as=value)


def parse_rank(sign: str | float | None) -> int | None:
    """Parse a rank, 2 to 14, from its sign or number. Returns None for None. Raises
    UnclearQuestion (UNKNOWN_RANK)."""
    if sign is None:
        return None
    rank = RANKS.get(sign) if isinstance(sign, str) else sign
    if rank not in RANKS.values():
        raise UnclearQuestion("UNKNOWN_RANK", rank=sign)
    return int(rank or 0)


def parse_house_rules(names: Iterable[str]) -> frozenset[HouseRule]:
    """Return the house rules with these names. Raises UnclearQuestion: UNKNOWN_HOUSE_RULE."""
    found: set[HouseRule] = set()
    for name in names:
        if name not in list(HouseRule):
            raise UnclearQuestion("UNKNOWN_HOUSE_RULE", name=name)
        found.add(HouseRule(name))
    return frozenset(found)


def parse_phoenix(sign: str | float | None) -> float | None:
    """Parse the rank for which a Phoenix stands: 2 to 14, or 1.5 to 14.5 in steps of 1 for a
    Phoenix as a single card, which is half a rank above another card.

    Raises UnclearQuestion (UNKNOWN_RANK).
    """
    return sign if isinstance(sign, float) and sign in _HALVES else parse_rank(sign)


def _read_play(play: Sequence[str] | str, phoenix_as: float | None) -> Play | None:
    if play == PASS:
        return None
    if isinstance(play, str):
        raise UnclearQuestion("UNKNOWN_PLAY", play=play)
    return Play(parse_cards(play), phoenix_as)


def _facts(combination: Combination) -> dict[str, Any]:
    facts = {
        "kind": str(combination.kind),
        "rank": combination.rank,
        "length": combination.length,
    }
    as_what = combination.phoenix_as
    return facts if as_what is None else {**facts, "phoenix_as": as_what}

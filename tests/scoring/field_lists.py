"""Forms of a round as any client may send them, and their expected results by a naive count
that does not use the rules library."""

import re
from typing import Any

from hypothesis import strategies as st

Fields = list[tuple[str, str]]

SEATS = ["A1", "B1", "A2", "B2"]
PARTNER = {"A1": "A2", "A2": "A1", "B1": "B2", "B2": "B1"}
PILES = [*SEATS, "hand"]
CALLS = {"tichu": 100, "grand": 200, "extra": 400}

points = st.one_of(
    st.integers(-6, 27).map(lambda steps: str(5 * steps)),
    st.sampled_from(
        ["", " 60 ", "\N{MINUS SIGN}5", "61", "6.5", "x", "5 5", "1e1", "0", "1000"]
    ),
)
seat = st.sampled_from([*SEATS, *SEATS, *SEATS, "", "C1", "a1"])

one_field = st.one_of(
    st.tuples(st.sampled_from(["first", "second", "third", "last", *CALLS]), seat),
    st.tuples(st.sampled_from(["card_points", *PILES]), points),
    st.tuples(st.sampled_from(["next", "pile"]), st.just("count")),
)


@st.composite
def possible(draw: st.DrawFn) -> Fields:
    """Draw the fields of a possible round with one to three places of the order."""
    order = draw(st.permutations(SEATS))
    told = draw(st.integers(1, 3))
    fields = list(zip(("first", "second", "third"), order[:told], strict=False))
    callers = draw(st.sets(st.sampled_from(SEATS)))
    fields += [(draw(st.sampled_from([*CALLS])), caller) for caller in sorted(callers)]
    if told > 1 and order[1] == PARTNER[order[0]]:
        return fields
    if draw(st.booleans()):
        return [*fields, ("card_points", str(5 * draw(st.integers(-5, 25))))]
    piles = [0] * 5
    for worth in [5] * 4 + [10] * 8 + [25, -25]:
        piles[draw(st.integers(0, 4))] += worth
    return [*fields, ("last", order[3]), *zip(PILES, map(str, piles), strict=True)]


@st.composite
def sent(draw: st.DrawFn) -> Fields:
    """Draw the fields of a possible round, usually with up to three changes, or random
    fields."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.lists(one_field, max_size=9))
    fields = draw(possible())
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2, 3]))):
        place = draw(st.integers(0, len(fields)))
        fewer = draw(st.booleans())
        fields = [
            *fields[:place],
            *draw(st.lists(one_field, max_size=1)),
            *fields[place + fewer :],
        ]
    return fields


def number(text: str) -> int | None:
    digits = text.strip().replace("\N{MINUS SIGN}", "-")
    return int(digits) if re.fullmatch(r"-?[0-9]{1,9}", digits) else None


def scored(fields: Fields, rules: dict[str, Any]) -> tuple[int, int] | None:
    """Return the points of the round for both teams, or None if it must be refused."""
    once = [name for name, _ in fields if name not in CALLS]
    if len(set(once)) < len(once):
        return None
    given = dict(fields)
    order = [given.get(place, "") for place in ("first", "second", "third")]
    while order and not order[-1]:
        order.pop()
    if not order or len(set(order)) < len(order) or not set(order) <= set(SEATS):
        return None
    doubled = len(order) > 1 and order[1] == PARTNER[order[0]]
    left = card_points(given, order, doubled=doubled)
    called = [(value, name) for name, value in fields if name in CALLS]
    if left is None or not may_call(called, rules):
        return None
    score = {"A": left, "B": 100 - left}
    if doubled:
        score = {"A": 0, "B": 0} | {order[0][0]: rules.get("double_win", 200)}
    for caller, level in called:
        failed = rules.get("failed_calls", "minus")
        pays = failed == "opponents" or (failed == "opponents_grand" and level == "grand")
        if caller == order[0]:
            score[caller[0]] += CALLS[level]
        elif pays:
            score[{"A": "B", "B": "A"}[caller[0]]] += CALLS[level]
        else:
            score[caller[0]] -= CALLS[level]
    return score["A"], score["B"]


def may_call(called: list[tuple[str, str]], rules: dict[str, Any]) -> bool:
    callers = [caller for caller, _ in called]
    teams = [caller[:1] for caller in callers]
    kinds = [(caller[:1], level) for caller, level in called]
    return bool(
        set(callers) <= set(SEATS)
        and len(set(callers)) == len(callers)
        and (rules["grand"] or all(level != "grand" for _, level in called))
        and (rules.get("extra_call") or all(level != "extra" for _, level in called))
        and not (rules["calls_per_team"] == "one" and len(set(teams)) < len(teams))
        and not (rules["calls_per_team"] == "one_of_each" and len(set(kinds)) < len(kinds))
    )


def card_points(given: dict[str, str], order: list[str], *, doubled: bool) -> int | None:
    """Return the card points of the left team, 0 after a double win; None if they are
    impossible."""
    typed, last = given.get("card_points"), given.get("last")
    counted = transferred(given, order[0], last) if last else None
    if last and (counted is None or last in order):
        return None
    if not last and any(given.get(pile) for pile in PILES):
        return None
    if doubled:
        return None if typed or last else 0
    if not typed:
        return counted
    left = number(typed)
    if left is None or left % 5 or not -25 <= left <= 125:
        return None
    return left if counted in {None, left} else None


def transferred(given: dict[str, str], first: str, last: str) -> int | None:
    piles = [number(given.get(pile, "")) for pile in PILES]
    if last not in SEATS or None in piles:
        return None
    worth = [pile or 0 for pile in piles]
    below = [pile for pile in worth if pile < 0]
    if sum(worth) != 100 or any(pile % 5 for pile in worth):
        return None
    if len(below) > 1 or min(worth) < -25:
        return None
    holders = [first if each == last else each for each in SEATS]
    holders.append("B1" if last[0] == "A" else "A1")
    return sum(pile for pile, to in zip(worth, holders, strict=True) if to[0] == "A")

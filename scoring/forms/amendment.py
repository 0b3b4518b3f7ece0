"""What a person means who changes one fact of a recorded round and leaves the others."""

from collections.abc import Mapping
from itertools import zip_longest

from scoring.rules import RoundResult, Seat

PLACES = ("first", "second", "third")


def complete_amendment(sent: Mapping[str, str], before: RoundResult) -> dict[str, str]:
    """The fields `first`, `second`, `third` and `card_points` of a round that was `before`,
    from what was `sent` of them; "" is a field without a value.

    Who takes another one's place gives up the own one to that one. A double win stays one when
    only the player who was first out changes, and is none any more when card points are tapped.
    Card points that are not sent stay as they were, unless `last` says that all was counted
    anew. What contradicts itself after that is left to RoundResult.
    """
    was = dict(zip_longest(PLACES, map(str, before.out_order[:3]), fillvalue=""))
    fields = {name: sent.get(name) or "" for name in (*PLACES, "card_points")}
    _exchange(fields, was)
    if before.double_win and fields["second"] == was["second"]:
        if fields["card_points"] and _is_double_win(fields):
            fields |= {"second": "", "third": ""}
        elif not fields["card_points"] and fields["first"] in set(Seat):
            fields["second"] = str(Seat(fields["first"]).partner)
    if fields["third"] == was["third"] and (
        not fields["second"] or fields["third"] in {fields["first"], fields["second"]}
    ):
        fields["third"] = ""
    kept = not fields["card_points"] and not sent.get("last")
    if kept and before.card_points and not _is_double_win(fields):
        fields["card_points"] = str(before.card_points.a)
    return fields


def _exchange(fields: dict[str, str], was: Mapping[str, str]) -> None:
    """Give the place of who moved to who stood where he moved to."""
    moved = [place for place in PLACES if fields[place] and fields[place] != was[place]]
    for place in moved:
        for other in PLACES:
            if other not in moved and fields[other] == fields[place]:
                fields[other] = was[place]


def _is_double_win(fields: Mapping[str, str]) -> bool:
    first = fields["first"]
    return first in set(Seat) and fields["second"] == Seat(first).partner

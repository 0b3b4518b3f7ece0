"""Complete the fields of an amended round, in which a person changes one fact and leaves the
others. The script of the form does the same (`table/amending.js`)."""

from collections.abc import Mapping
from itertools import zip_longest

from scoring.rules import RoundResult, Seat

PLACES = ("first", "second", "third")


def complete_amendment(sent: Mapping[str, str], before: RoundResult) -> dict[str, str]:
    """The fields `first`, `second`, `third` and `card_points` of the amended round, "" for a
    field without a value. `sent` are the fields that were sent, and `before` is the round so
    far.

    If a player is put in the place of another one, the two swap places. A double win is kept if
    only the player who was first out changes; it ends if card points are tapped. Card points
    that are not sent do not change, unless `last` says that the cards were counted again. If
    the fields then contradict each other, RoundResult refuses them.
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
    """Give each player whose place was taken by another one the former place of that one."""
    moved = [place for place in PLACES if fields[place] and fields[place] != was[place]]
    for place in moved:
        for other in PLACES:
            if other not in moved and fields[other] == fields[place]:
                fields[other] = was[place]


def _is_double_win(fields: Mapping[str, str]) -> bool:
    first = fields["first"]
    return first in set(Seat) and fields["second"] == Seat(first).partner

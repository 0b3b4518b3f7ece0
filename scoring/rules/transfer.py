"""The end of a round: the last player's hand and tricks become somebody else's (rule 92)."""

from scoring.rules.deck import DECK_POINTS
from scoring.rules.errors import IllegalRound
from scoring.rules.teams import BySeat, ByTeam, Seat


def transfer(
    captured: BySeat[int], last_hand: int, *, first_out: Seat, last: Seat
) -> ByTeam[int]:
    """Return both teams' card points when one player is left with cards.

    `captured` are the card points in each player's own tricks after Dragon gifts, `last_hand`
    those still in the last player's hand; together they are the deck's 100. The hand goes to
    the last player's opponents, his tricks to the player who went out first, even if that is
    his own partner. After a double win nothing is counted, and nothing is passed on.

    Raises IllegalRound: FIRST_IS_LAST, CARD_POINTS_SUM_NOT_100.
    """
    if first_out is last:
        raise IllegalRound("FIRST_IS_LAST")
    counted = sum(captured) + last_hand
    if counted != DECK_POINTS:
        raise IllegalRound("CARD_POINTS_SUM_NOT_100", total=counted)
    piles = dict(captured.items())
    piles[first_out] += piles.pop(last)
    piles[last.next] += last_hand
    return ByTeam.of(lambda team: sum(piles.get(seat, 0) for seat in team.seats))

"""Hypothesis strategies for cards and situations. They use few ranks, so that many combinations
are possible."""

from hypothesis import strategies as st

from rules_ref.play import Combination
from rules_ref.play.codes import CARDS
from scoring.rules.deck import Card
from tests.play.catalogue import readings

hands = st.integers(2, 10).flatmap(
    lambda low: st.frozensets(
        st.sampled_from(
            [card for card in CARDS.values() if low <= (card.rank or low) <= low + 5]
        ),
        min_size=1,
        max_size=9,
    )
)
ranks = st.integers(2, 14)


@st.composite
def tables(render_cards: st.DrawFn) -> Combination | None:
    """Draw a combination that can be on the table, or None."""
    cards = render_cards(st.sampled_from(LAID))
    return render_cards(st.sampled_from(readings(cards))) if cards else None


def _sets(codes: str) -> list[frozenset[Card]]:
    return [frozenset(CARDS[code] for code in line.split()) for line in codes.split(",")]


# Low combinations of every kind and of many lengths, which higher cards can beat.
LAID: list[frozenset[Card] | None] = [
    None,
    *_sets(
        "mahjong, 2j, 7s, Kp, At, phoenix, dragon, dog, 2j 2s, 5p 5t, 8j phoenix, 3j 3s 3p,"
        "2j 2s 3j 3s, 4j 4s 5j phoenix, 2j 2s 3j 3s 4p 4t, 2j 2s 2p Aj As, 3j 3s 5p 5t phoenix,"
        "mahjong 2j 3s 4p 5t, 2j 3j 4j 5j 6s, 3j 4s phoenix 6p 7t, mahjong 2j 3s 4p 5t 6j,"
        "2s 3p 4t 5j 6s 7p 8t, 2j 2s 2p 2t, 8j 8s 8p 8t, 2p 3p 4p 5p 6p, 3s 4s 5s 6s 7s 8s"
    ),
]

"""Stakes sum to zero, and are settled by the fewest payments."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import BySeat, Team
from scoring.rules.stakes import settle, stakes_won

FOUR = BySeat("Ada", "Ben", "Cleo", "Dora")


def test_winners_share_the_stakes_of_all_four() -> None:
    assert stakes_won(FOUR, 5, Team.B) == {"Ada": -5, "Ben": 5, "Cleo": -5, "Dora": 5}


def test_everybody_gets_his_own_back_where_nobody_wins() -> None:
    assert stakes_won(FOUR, 5, None) == {"Ada": 0, "Ben": 0, "Cleo": 0, "Dora": 0}


def test_nothing_is_paid_where_nobody_owes_anything() -> None:
    assert settle({"Ada": 0, "Ben": 0}) == []


def test_balances_that_some_have_won_and_nobody_lost_are_refused() -> None:
    with pytest.raises(ValueError, match="others have lost"):
        settle({"Ada": 5})


def fewest_payments(balances: tuple[int, ...]) -> int:
    """Return the smallest number of payments. Each step tries all payments that settle the
    balance of the payer or of the payee."""
    reached, payments = {tuple(sorted(filter(None, balances)))}, 0
    while () not in reached:
        reached = {
            tuple(sorted(filter(None, after)))
            for before in reached
            for payer, payee in product(range(len(before)), repeat=2)
            if before[payer] < 0 < before[payee]
            for after in [settled(before, payer, payee)]
        }
        payments += 1
    return payments


def settled(balances: tuple[int, ...], payer: int, payee: int) -> list[int]:
    after = [*balances]
    chips = min(-after[payer], after[payee])
    after[payer] += chips
    after[payee] -= chips
    return after


balances = st.lists(st.integers(-9, 9), min_size=1, max_size=6).map(
    lambda chips: (*chips, -sum(chips))
)


@given(balances)
def test_no_fewer_payments_settle_it(chips: tuple[int, ...]) -> None:
    assert len(settle(dict(enumerate(chips)))) == fewest_payments(chips)


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=19))
def test_everybody_has_nothing_left_however_many_they_are(chips: list[int]) -> None:
    left = Counter(dict(enumerate([*chips, -sum(chips)])))
    payments = settle(left)
    for payment in payments:
        left[payment.payer] += payment.chips
        left[payment.payee] -= payment.chips

    assert set(left.values()) == {0}
    assert all(payment.chips > 0 for payment in payments)
    assert len(payments) <= len(chips)


@given(
    st.lists(
        st.tuples(
            st.permutations("ABCDEFG"), st.integers(1, 50), st.sampled_from([*Team, None])
        )
    )
)
def test_stakes_of_any_games_sum_to_zero(
    games: list[tuple[list[str], int, Team | None]],
) -> None:
    ledger: Counter[str] = Counter()
    for players, stake, winner in games:
        ledger.update(stakes_won(BySeat(*players[:4]), stake, winner))

    assert sum(ledger.values()) == 0

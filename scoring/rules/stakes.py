"""Stakes: the chips that a game moves between its four players, and the fewest payments to
settle them."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from scoring.rules.teams import BySeat, Team

MAX_STAKE = 1000

# With up to this number of players who owe or get chips, the fewest payments are found. With
# more players, the number of payments is at most the number of players minus one, which may not
# be the fewest.
MAX_EXACT = 12

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class StakePayment(Generic[K]):
    """A payment of a whole number of chips, at least one, by `payer` to `payee`."""

    payer: K
    payee: K
    chips: int


def stakes_won(players: BySeat[K], stake: int, winner: Team | None) -> dict[K, int]:
    """Return the chips that each player has won or lost in a game with this `stake`.

    The winners share the stakes of all four players. Without a winner, all players get their
    stakes back. The sum is 0.
    """
    if winner is None:
        return dict.fromkeys(players, 0)
    return {
        player: stake if seat.team is winner else -stake for seat, player in players.items()
    }


def settle(balances: Mapping[K, int]) -> list[StakePayment[K]]:
    """Return the fewest payments that settle all debts; `balances` sum to 0.

    A group of players whose balances sum to 0 needs one payment fewer than it has players. So
    the number of payments is lowest if the players are divided into as many such groups as
    possible. With more than MAX_EXACT players, the payments may not be the fewest. Raises
    ValueError if the balances do not sum to 0.
    """
    open_balances = {player: chips for player, chips in balances.items() if chips}
    if sum(open_balances.values()):
        raise ValueError("What some have won others have lost.")
    players = [*open_balances]
    groups = (
        _groups([*open_balances.values()])
        if len(players) <= MAX_EXACT
        else [[*range(len(players))]]
    )
    return [
        payment
        for group in groups
        for payment in _settle_group({players[n]: open_balances[players[n]] for n in group})
    ]


def _groups(balances: list[int]) -> list[list[int]]:
    """Return as many groups of indices of balances as possible, so that the balances of each
    group sum to 0."""
    every = 1 << len(balances)
    sums, most, last = [0] * every, [0] * every, [0] * every
    for chosen in range(1, every):
        low = (chosen & -chosen).bit_length() - 1
        sums[chosen] = sums[chosen & (chosen - 1)] + balances[low]
        # The index that is added last. Without it, the other indices form as many complete
        # groups as possible.
        places = [n for n in range(len(balances)) if chosen >> n & 1]
        last[chosen] = max(places, key=lambda n: most[chosen & ~(1 << n)])
        most[chosen] = most[chosen & ~(1 << last[chosen])] + (sums[chosen] == 0)
    groups: list[list[int]] = []
    chosen = every - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        groups[-1].append(last[chosen])
        chosen &= ~(1 << last[chosen])
    return groups


def _settle_group(balances: dict[K, int]) -> list[StakePayment[K]]:
    """Return payments from the player who owes most to the player who is owed most, until all
    is settled. Each payment settles at least one player, and the last one settles two."""
    payments = []
    while any(balances.values()):
        payer = min(balances, key=lambda player: balances[player])
        payee = max(balances, key=lambda player: balances[player])
        chips = min(-balances[payer], balances[payee])
        balances[payer] += chips
        balances[payee] -= chips
        payments.append(StakePayment(payer, payee, chips))
    return payments

"""The chips that the players of a group have won and lost."""

from collections import Counter
from dataclasses import dataclass

from scoring.models import Game, Group, standings_of_games
from scoring.rules.stakes import StakePayment, settle, stakes_won


@dataclass(frozen=True, slots=True)
class StakeLedger:
    """The chips that each player has more or less, by primary key, from the games that are over
    and the payments; they sum to 0. `on_table` is the number of chips in games that are
    running."""

    balances: dict[int, int]
    on_table: int

    @property
    def payments(self) -> list[StakePayment[int]]:
        """The fewest payments that settle the balances."""
        return settle(self.balances)


def stake_ledger(group: Group) -> StakeLedger:
    """Return the ledger of a group. It is computed from the games as they are now, so it
    includes every correction."""
    balances: Counter[int] = Counter()
    on_table = 0
    games = list(Game.objects.filter(group=group, stake__isnull=False))
    for game, standing, _ in standings_of_games(games):
        stake = game.stake or 0
        if standing.over:
            balances.update(stakes_won(game.players, stake, standing.winner))
        else:
            on_table += 4 * stake
    for payer, payee, chips in group.payments.values_list("payer", "payee", "chips"):
        balances.update({payer: chips})
        balances.update({payee: -chips})
    return StakeLedger(dict(balances), on_table)

"""Stakes in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Game, Payment, ScoreSheet
from scoring.presentation.points import signed_points
from scoring.rules.stakes import StakePayment
from scoring.stats.stakes import StakeLedger


def chips_label(chips: int) -> str:
    return ngettext("%(n)s chip", "%(n)s chips", chips) % {"n": chips}


def stake_sentence(sheet: ScoreSheet, game: Game) -> str:
    """Return a sentence on the chips that a finished game has moved; empty if there is no
    stake."""
    if not game.stake:
        return ""
    winner = sheet.standing.winner
    if winner is None:
        return _("Everybody gets the stake back: %(chips)s.") % {
            "chips": chips_label(game.stake)
        }
    return _("%(names)s win %(chips)s each.") % {
        "names": game.team_names[winner],
        "chips": chips_label(game.stake),
    }


@dataclass(frozen=True, slots=True)
class StakesPage:
    """The page of stakes. `balances` contains players by primary key and name, each with the
    number of chips that the player has more or less; the highest first. `to_pay` and `paid` are
    sentences, each with its payment. `last_payment` is the latest payment, 0 if there is
    none."""

    balances: list[tuple[int, str, str]]
    on_table: str
    to_pay: list[tuple[str, StakePayment[int]]]
    paid: list[tuple[str, Payment]]
    last_payment: int


def stakes_page(
    ledger: StakeLedger, payments: Sequence[Payment], names: Mapping[int, str]
) -> StakesPage:
    """Return the page of this ledger and these payments, the latest first. `names` are the
    names of players by primary key."""
    ranked = sorted(ledger.balances.items(), key=lambda row: (-row[1], names[row[0]]))
    on_table = _("%(chips)s of running games are on the table.") % {
        "chips": chips_label(ledger.on_table)
    }
    return StakesPage(
        [(player, names[player], signed_points(chips)) for player, chips in ranked],
        on_table if ledger.on_table else "",
        [
            (_given(_("%(payer)s gives %(payee)s %(chips)s."), names, each), each)
            for each in ledger.payments
        ],
        [
            (
                _given(
                    _("%(payer)s gave %(payee)s %(chips)s."),
                    names,
                    StakePayment(each.payer_id, each.payee_id, each.chips),
                ),
                each,
            )
            for each in payments
        ],
        payments[0].pk if payments else 0,
    )


def _given(sentence: str, names: Mapping[int, str], payment: StakePayment[int]) -> str:
    return sentence % {
        "payer": names[payment.payer],
        "payee": names[payment.payee],
        "chips": chips_label(payment.chips),
    }

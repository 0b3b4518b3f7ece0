"""The stake of a group's games, and payments that settle what players owe each other."""

import uuid

from scoring.models import Group, Payment, Player
from scoring.rules.stakes import StakePayment
from scoring.services.players import current_player
from scoring.services.transaction import Conflict, lock_group, write_transaction


def set_stake(group: Group, chips: int | None) -> None:
    """Set the number of chips that each player puts down for a new game; None for no stake. The
    stake of games that were already started does not change."""
    Group.objects.filter(pk=group.pk).update(stake=chips)


def last_payment(group: Group) -> int:
    """The primary key of the latest payment; 0 if there is none."""
    return group.payments.order_by("-pk").values_list("pk", flat=True).first() or 0


def pay(group: Group, payment: StakePayment[Player], *, key: uuid.UUID, seen: int) -> None:
    """Store a payment that was made. If a payment with this key exists, nothing is changed.
    Raises Conflict if `seen` is not the latest payment, because another phone may have stored
    the same payment, or if a player no longer exists or both were merged into one."""
    with write_transaction():
        lock_group(group.pk)
        if group.payments.filter(key=key).exists():
            return
        if last_payment(group) != seen:
            raise Conflict
        payer = current_player(group, payment.payer.pk)
        payee = current_player(group, payment.payee.pk)
        if payer is None or payee is None:
            raise Conflict
        if payer == payee and payment.payer != payment.payee:  # merged meanwhile
            raise Conflict
        group.payments.create(key=key, payer=payer, payee=payee, chips=payment.chips)


def remove_payment(group: Group, number: int) -> bool:
    """Delete a payment that was not actually made. Returns whether the group had it."""
    return Payment.objects.filter(group=group, pk=number).delete()[0] > 0

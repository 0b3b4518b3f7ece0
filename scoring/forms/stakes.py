"""Forms for the stakes of a group."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Group, Player
from scoring.rules.stakes import MAX_STAKE, StakePayment
from scoring.services import stakes
from scoring.services.transaction import Conflict

WRONG_STAKE = gettext_lazy(
    "A stake is a whole number of chips from 1 to 1000, or empty for none."
)
OTHER_PAYMENT = gettext_lazy(
    "Somebody noted or took back a payment meanwhile: look at what is left to pay."
)
WRONG_PAYMENT = gettext_lazy("Choose two players, and a whole number of chips from 1.")


class StakeForm(UniqueFieldsForm):
    """The stake of each player in a new game; empty for no stake."""

    stake = forms.IntegerField(
        min_value=1,
        max_value=MAX_STAKE,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), WRONG_STAKE),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, group: Group) -> None:
        super().__init__(data, initial={"stake": group.stake})
        self.group = group

    def save(self) -> None:
        stakes.set_stake(self.group, self.cleaned_data["stake"])


class PaymentForm(UniqueFieldsForm):
    """Chips that one player of the group gave another; `seen` is the primary key of the latest
    payment that the page showed."""

    key = forms.UUIDField(required=False)
    seen = forms.IntegerField(min_value=0)
    payer = forms.ModelChoiceField(Player.objects.none())
    payee = forms.ModelChoiceField(Player.objects.none())
    chips = forms.IntegerField(min_value=1, max_value=1_000_000)

    def __init__(self, data: Mapping[str, Any], *, group: Group) -> None:
        super().__init__(data)
        self.group = group
        for name in ("payer", "payee"):
            self.fields[name].queryset = group.players.all()  # type: ignore[attr-defined]

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        if self.errors or data["payer"] == data["payee"]:
            self.errors.clear()
            self.add_error(None, str(WRONG_PAYMENT))

    def execute(self) -> bool:
        """Store the payment. Returns False if it is refused, with the reason in `errors`."""
        if not self.is_valid():
            return False
        data = self.cleaned_data
        payment = StakePayment(data["payer"], data["payee"], data["chips"])
        key = data["key"] or uuid.uuid4()
        try:
            stakes.pay(self.group, payment, key=key, seen=data["seen"])
        except Conflict:
            self.add_error(None, str(OTHER_PAYMENT))
            return False
        return True

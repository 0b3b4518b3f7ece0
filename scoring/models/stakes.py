"""Payments between players of a group that settle their stakes."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from scoring.models.group import Group, Player


class Payment(models.Model):
    """Chips that one player gave another outside the games; `key` was made by the browser."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="payments")
    payer = models.ForeignKey(Player, models.CASCADE, related_name="+")
    payee = models.ForeignKey(Player, models.CASCADE, related_name="+")
    chips = models.PositiveIntegerField()
    key = models.UUIDField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["group", "key"], name="payment_key_once"),
            models.CheckConstraint(
                name="payment_possible", condition=Q(chips__gte=1) & ~Q(payer=F("payee"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} gave {self.payee_id} {self.chips}"

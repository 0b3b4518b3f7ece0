from functools import reduce
from operator import add

from django.db import migrations, models
from django.db.models import Case, Q, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import Exact, GreaterThanOrEqual, LessThan, LessThanOrEqual

SEATS = ("A1", "B1", "A2", "B2")


def transfer_possible():
    names = [*(f"transfer__captured__{seat}" for seat in SEATS), "transfer__last_hand"]
    piles = [Coalesce(Cast(KT(name), models.IntegerField()), 0) for name in names]
    below = [Case(When(LessThan(pile, 0), then=Value(1)), default=Value(0)) for pile in piles]
    possible = Q(Exact(reduce(add, piles), 100)) & Q(LessThanOrEqual(reduce(add, below), 1))
    for pile in piles:
        possible &= Q(GreaterThanOrEqual(pile, -25)) & Q(Exact(pile % 5, 0))
    return possible


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0008_forget_impossible_piles"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                name="round_transfer_possible",
                condition=Q(transfer__isnull=True) | transfer_possible(),
            ),
        ),
    ]

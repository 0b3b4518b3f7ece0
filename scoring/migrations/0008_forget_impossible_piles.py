"""Piles that the deck cannot be divided into were taken where their points were typed. The card
points of such a round stand; what was counted where is forgotten, here and in the change log."""

from collections import Counter
from itertools import product

from django.db import migrations
from django.db.models import Q

IN_DECK = Counter({"5": 4, "10": 4, "K": 4, "dragon": 1, "phoenix": 1})
SEATS = ("A1", "B1", "A2", "B2")


def impossible(transfer):
    captured = transfer.get("captured") or {}
    piles = [*(captured.get(seat, 0) for seat in SEATS), transfer.get("last_hand", 0)]
    return sum(points < 0 for points in piles) > 1


def can_be_dealt(piles):
    """Whether the deck has the cards of these piles, and cards for those of which only the points
    are known: fives and tens, and the Dragon and the Phoenix on one pile each, or on none."""
    points = [pile for pile in piles if type(pile) is int]
    cards = [pile for pile in piles if isinstance(pile, list)]
    counted = Counter(card for pile in cards for card in pile)
    if len(points) + len(cards) < len(piles) or not counted <= IN_DECK:
        return False
    if any(each % 5 or not -25 <= each <= 125 for each in points):
        return False
    left = IN_DECK - counted
    fives, tens = left["5"], left["10"] + left["K"]
    anywhere, nowhere = [None, *range(len(points))], [None]
    for dragon, phoenix in product(*(anywhere if left[card] else nowhere for card in ("dragon", "phoenix"))):
        rest = [
            each - 25 * (place == dragon) + 25 * (place == phoenix)
            for place, each in enumerate(points)
        ]
        odd = sum(each % 10 == 5 for each in rest)
        wanted = sum(each // 10 for each in rest)
        if min(rest, default=0) >= 0 and odd <= fives and wanted <= tens + (fives - odd) // 2:
            return True
    return False


def readable(count):
    """The piles of a round in progress: where they are impossible, only those counted card by
    card."""
    if can_be_dealt(count.values()):
        return count
    return {name: pile for name, pile in count.items() if not isinstance(pile, int)}


def forget(apps, schema_editor):
    Round, Change, Game = (apps.get_model("scoring", name) for name in ("Round", "Change", "Game"))
    for each in Round.objects.filter(transfer__isnull=False).iterator():
        if impossible(each.transfer):
            Round.objects.filter(pk=each.pk).update(transfer=None)
    told = Q(before__has_key="transfer") | Q(after__has_key="transfer")
    for each in Change.objects.filter(told).iterator():
        for facts in (each.before, each.after):
            if facts and "transfer" in facts and impossible(facts["transfer"]):
                del facts["transfer"]
        each.save(update_fields=["before", "after"])
    for game in Game.objects.filter(progress__isnull=False).iterator():
        counts = {name: game.progress.get(name) or {} for name in ("by_team", "by_player")}
        kept = {name: readable(count) for name, count in counts.items()}
        if kept != counts:
            Game.objects.filter(pk=game.pk).update(progress=game.progress | kept)


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0007_told"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
    ]

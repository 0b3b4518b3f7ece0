"""The house rules of play of a group."""

from collections.abc import Collection

from scoring.models import PlayRules
from scoring.rules.play_rules import NO_HOUSE_RULES, HouseRule
from scoring.services.transaction import lock_group, write_transaction


def play_rules(group_id: int) -> frozenset[HouseRule]:
    """The present house rules of play of the group; the official rules if it never agreed on
    others."""
    latest = PlayRules.objects.filter(group=group_id).first()
    return latest.rules if latest else NO_HOUSE_RULES


def set_play_rules(group_id: int, rules: Collection[HouseRule], device_id: int | None) -> bool:
    """Set these house rules of play, agreed on by this device. Returns whether they differ from
    the rules before. If they are the same, nothing is written."""
    with write_transaction():
        lock_group(group_id)
        if play_rules(group_id) == frozenset(rules):
            return False
        names = [str(rule) for rule in HouseRule if rule in rules]
        PlayRules.objects.create(group_id=group_id, names=names, device_id=device_id)
    return True

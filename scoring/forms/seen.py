"""What a phone has seen of the round in progress: it comes back with what the phone sends."""

import json

from django import forms
from django.core.exceptions import ValidationError

from scoring.forms.changes import OUTDATED
from scoring.rules import IllegalRound, RoundInProgress


class SeenField(forms.CharField):
    """`seen()` as it was put on the page; nothing where it is left out."""

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: object) -> RoundInProgress:
        try:
            facts = json.loads(super().clean(value) or "{}")
            return RoundInProgress.from_facts(facts)
        except (IllegalRound, ValueError, TypeError, AttributeError):
            raise ValidationError(OUTDATED) from None


def seen(known: RoundInProgress) -> str:
    """Places, calls and what closes Grand Tichu: all that the table's form can change."""
    facts = known.facts()
    return json.dumps({name: facts[name] for name in _TOLD if name in facts})


_TOLD = ("order", "calls", "dealt", "played")

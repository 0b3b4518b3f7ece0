"""A snapshot of the round in progress, which a page sends back with what was ticked on it."""

import json

from django import forms
from django.core.exceptions import ValidationError

from scoring.forms.command_form import STALE_PAGE
from scoring.forms.untrusted import read_json
from scoring.rules import IllegalRound, RoundInProgress


class SnapshotField(forms.CharField):
    """The JSON of `snapshot`; an empty round in progress where it is left out."""

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: object) -> RoundInProgress:
        try:
            facts = read_json(super().clean(value) or "{}")
            return RoundInProgress.from_dict(facts)
        except (IllegalRound, ValueError, TypeError, AttributeError):
            raise ValidationError(STALE_PAGE) from None


def snapshot(known: RoundInProgress) -> str:
    """Places, calls and what closes Grand Tichu: what the table's form changes, as JSON."""
    facts = known.to_dict()
    return json.dumps({name: facts[name] for name in _FIELDS if name in facts})


_FIELDS = ("order", "calls", "dealt", "played")

"""What a page of the table had seen when it sent a form: the last round, who sat there, and a
snapshot of the round in progress."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.forms.command_form import STALE_PAGE, version_field
from scoring.forms.round_form import initial_values, read_places
from scoring.forms.untrusted import read_json
from scoring.rules import Call, CallLevel, IllegalRound, RoundInProgress, Seat, SeenProgress

_MAX_LENGTH = 500


class SnapshotField(forms.CharField):
    """A `snapshot`; `missing` where it is left out. Pages and queued items of the former
    release have it as JSON."""

    def __init__(self, missing: RoundInProgress | None = None) -> None:
        super().__init__(required=False)
        self.missing = missing

    def clean(self, value: object) -> RoundInProgress | None:
        if value is None:
            return self.missing
        try:
            return _parse(super().clean(value))
        except (IllegalRound, ValueError, TypeError, AttributeError):
            raise ValidationError(STALE_PAGE) from None


class SeenTable(forms.Form):
    """The fields of a form that say what its page had seen: `after` is the `seq` of the last
    round, `known` what the page knew of the round in progress, `told` what it has told of that
    without an answer, `seating` the `Game.seating_number`, missing where it is 0."""

    after = version_field()
    known = SnapshotField(missing=RoundInProgress())
    told = SnapshotField()
    # Pages and queued items of the former release send it by this name.
    seating = forms.IntegerField(
        required=False, min_value=0, error_messages={"invalid": STALE_PAGE}
    )

    @property
    def seen(self) -> SeenProgress:
        """What the page had seen of the round in progress."""
        return SeenProgress(self.cleaned_data["known"], self.cleaned_data["told"])


def snapshot(known: RoundInProgress) -> str:
    """Places, calls and what closes Grand Tichu: what the table's form changes, as a query of
    its ticks ("first=A1&tichu=B1&dealt=on")."""
    closed = {"dealt": known.all_dealt, "played": known.play_started}
    ticks = initial_values(known.out_order, known.calls)
    ticks |= {name: "on" for name, ticked in closed.items() if ticked}
    return urlencode(ticks, doseq=True)


def read_ticks(data: Mapping[str, Any], values: Callable[[str], list[str]]) -> RoundInProgress:
    """The places, the calls and what closes Grand Tichu, as they are ticked in a form with this
    `data`; `values` gives all of a field. Raises IllegalRound."""
    return RoundInProgress(
        out_order=tuple(Seat.parse(place) for place in read_places(data)),
        calls=tuple(
            Call(Seat.parse(seat), level) for level in CallLevel for seat in values(level)
        ),
        all_dealt="dealt" in data,
        play_started="played" in data,
    )


_TICKS = frozenset({"first", "second", "third", *CallLevel, "dealt", "played"})


def _parse(text: str) -> RoundInProgress:
    if len(text) > _MAX_LENGTH:
        raise ValueError
    if text.startswith("{"):
        return RoundInProgress.from_dict(read_json(text))
    ticks = QueryDict(text)
    if not _TICKS.issuperset(ticks):
        raise ValueError
    return read_ticks(ticks, ticks.getlist)

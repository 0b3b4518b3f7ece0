"""The fields with which a form says what its page showed, so that the ticks of several phones
can be merged.

They contain the last round, the seating, and snapshots of the round in progress.
"""

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
    """A `snapshot` of the round in progress; `missing` is its value if it is not sent. Pages
    and queued items of the previous release send it as JSON."""

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
    """The fields with which a form says what its page showed.

    - `after`: the `seq` of the last round
    - `known`: the round in progress as the server last sent it
    - `told`: the round in progress as the page has sent it since, if no response was received
      yet
    - `seating`: the `Game.seating_number`, missing if that is 0
    """

    after = version_field()
    known = SnapshotField(missing=RoundInProgress())
    told = SnapshotField()
    # The name of this field in pages and queued items of the previous release.
    seating = forms.IntegerField(
        required=False, min_value=0, error_messages={"invalid": STALE_PAGE}
    )

    @property
    def seen_progress(self) -> SeenProgress:
        """The round in progress as the server last sent it, and as the page has sent it
        since."""
        return SeenProgress(self.cleaned_data["known"], self.cleaned_data["told"])


def snapshot(known: RoundInProgress) -> str:
    """The ticks of a round in progress as a query ("first=A1&tichu=B1&dealt=on"): places,
    calls, and the ticks that end the time for Grand Tichu."""
    closed = {"dealt": known.all_dealt, "played": known.play_started}
    ticks = initial_values(known.out_order, known.calls)
    ticks |= {name: "on" for name, ticked in closed.items() if ticked}
    return urlencode(ticks, doseq=True)


def read_ticks(data: Mapping[str, Any], values: Callable[[str], list[str]]) -> RoundInProgress:
    """The round in progress that is ticked in a form: places, calls, and the ticks that end the
    time for Grand Tichu. `data` contains the fields, and `values` returns all values of a
    field. Raises IllegalRound."""
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

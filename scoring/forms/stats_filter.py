"""The form that chooses the games of statistics."""

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.stats.stats_filter import ALL_GAMES, StatsFilter

_NO_DAY = {"invalid": gettext_lazy("A day is written like this: 2026-03-06.")}


class StatsFilterForm(UniqueFieldsForm):
    """The first and the last day of the games, and their target. A missing field is no
    restriction."""

    since = forms.DateField(required=False, error_messages=_NO_DAY)
    until = forms.DateField(required=False, error_messages=_NO_DAY)
    target = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=1_000_000,
        error_messages={
            name: gettext_lazy("A target is a whole number of points from 1 to 1,000,000.")
            for name in ("invalid", "min_value", "max_value")
        },
    )

    def clean(self) -> dict[str, Any]:
        super().clean()
        asked = self.cleaned_data
        since, until = asked.get("since"), asked.get("until")
        if since and until and since > until:
            self.add_error("until", _("The last day is before the first: swap them."))
        return asked

    @property
    def value(self) -> StatsFilter:
        """The requested filter; all games if the fields are invalid."""
        if not self.is_valid():
            return ALL_GAMES
        asked = self.cleaned_data
        return StatsFilter(asked["since"], asked["until"], asked["target"])

    @property
    def query(self) -> str:
        """The same filter as the query of an address; empty for all games."""
        asked = {name: value for name, value in self.cleaned_data.items() if value}
        return f"?{urlencode(asked)}" if asked and not self.errors else ""

    @property
    def is_used(self) -> bool:
        """Whether a filter is requested, even an invalid one."""
        return bool(self.errors or self.query)

    @property
    def is_custom(self) -> bool:
        """Whether a filter is requested that is not exactly one whole year."""
        return self.is_used and not (self.value.year and self.value.target is None)


class EveningForm(UniqueFieldsForm):
    """One evening, by its day."""

    day = forms.DateField(required=False, error_messages=_NO_DAY)

    @property
    def value(self) -> date | None:
        """The requested day; None if it is missing or invalid."""
        return self.cleaned_data["day"] if self.is_valid() else None

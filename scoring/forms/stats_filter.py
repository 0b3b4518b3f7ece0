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
    """From which day to which, and to which target; what is left out is no bound."""

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
        """The filter that was asked for; all games if it cannot be read."""
        if not self.is_valid():
            return ALL_GAMES
        asked = self.cleaned_data
        return StatsFilter(asked["since"], asked["until"], asked["target"])

    @property
    def query(self) -> str:
        """The same question as part of an address, empty for everything."""
        asked = {name: value for name, value in self.cleaned_data.items() if value}
        return f"?{urlencode(asked)}" if asked and not self.errors else ""

    @property
    def is_used(self) -> bool:
        """Whether a filter is asked for, also one that is refused."""
        return bool(self.errors or self.query)

    @property
    def is_custom(self) -> bool:
        """Whether a filter is asked for that is not the whole of one year."""
        return self.is_used and not (self.value.year and self.value.target is None)


class EveningForm(UniqueFieldsForm):
    """One evening, by its day."""

    day = forms.DateField(required=False, error_messages=_NO_DAY)

    @property
    def value(self) -> date | None:
        """None where no day is asked for, or none that can be read."""
        return self.cleaned_data["day"] if self.is_valid() else None

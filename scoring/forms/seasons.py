"""The form of a season: its name and its days."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.seat_names import NameField
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import MAX_SEASON_NAME_LENGTH, Group, Season
from scoring.services.seasons import (
    SameDays,
    SeasonFacts,
    TooManySeasons,
    add_season,
    change_season,
)

_DAY = dict.fromkeys(
    ("required", "invalid"), gettext_lazy("Write both days like this: 2026-03-06.")
)
_YEARS = range(1970, 2200)
TOO_MANY = gettext_lazy("The group has 100 seasons: remove one that nobody looks at.")


class SeasonForm(UniqueFieldsForm):
    """A season of the group: a new one, or the given one."""

    key = forms.UUIDField(required=False)
    name = NameField(
        max_length=MAX_SEASON_NAME_LENGTH,
        error_messages={
            "required": gettext_lazy("Write what the season is called, such as “Winter 2026”."),
            "max_length": gettext_lazy("A season’s name has at most 60 letters: shorten it."),
        },
    )
    first_day = forms.DateField(error_messages=_DAY)
    last_day = forms.DateField(error_messages=_DAY)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        group: Group,
        season: Season | None = None,
    ) -> None:
        super().__init__(data, initial=_initial(season) if season else {})
        self.group, self.season = group, season

    def clean(self) -> dict[str, Any]:
        super().clean()
        first, last = (self.cleaned_data.get(name) for name in ("first_day", "last_day"))
        if first and last and last < first:
            self.add_error("last_day", _("The last day is before the first: swap them."))
        elif first and last and not (first.year in _YEARS and last.year in _YEARS):
            self.add_error("first_day", _("A season lies between the years 1970 and 2199."))
        return self.cleaned_data

    def save(self) -> Season | None:
        """Store the season, and return it; None if it is refused, with the reason in
        `errors`."""
        if not self.is_valid():
            return None
        data = self.cleaned_data
        facts = SeasonFacts(data["name"], data["first_day"], data["last_day"])
        try:
            if self.season:
                change_season(self.season, facts)
                return self.season
            return add_season(self.group, facts, key=data["key"] or uuid.uuid4())
        except TooManySeasons:
            self.add_error(None, str(TOO_MANY))
        except SameDays as error:
            sentence = _(
                "“%(season)s” has the same days: choose others, or change that season."
            )
            self.add_error("first_day", sentence % {"season": error.name})
        return None


def _initial(season: Season) -> dict[str, str]:
    """The values of the form for a season that is changed, with days in the format of a date
    field."""
    return {
        "name": season.name,
        "first_day": season.first_day.isoformat(),
        "last_day": season.last_day.isoformat(),
    }

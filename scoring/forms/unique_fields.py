"""Fields that may be sent only once: contradictory values are refused, not resolved by their
order."""

from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from scoring.rules import MESSAGES

FIELD_TWICE = "FIELD_TWICE"


class UniqueFieldsForm(forms.Form):
    """A form that refuses a field that is sent twice, even with equal values, except those in
    `multiple_fields`. Django would take the last value, so that the player who was first out
    would depend on the order of the boxes on the page."""

    multiple_fields: frozenset[str] = frozenset()

    def clean(self) -> dict[str, Any] | None:
        """Raises ValidationError before the fields are used otherwise."""
        for name in self._names_sent_twice():
            error = forms.ValidationError(_(MESSAGES[FIELD_TWICE]), code=FIELD_TWICE)
            raise forms.ValidationError({name: error}) if name in self.fields else error
        return super().clean()

    def _names_sent_twice(self) -> list[str]:
        sent = [each for each in (self.data, self.files) if isinstance(each, MultiValueDict)]
        return [
            name
            for each in sent
            for name, values in each.lists()
            if len(values) > 1 and name not in self.multiple_fields
        ]

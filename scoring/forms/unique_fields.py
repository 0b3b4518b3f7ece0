"""Fields that may be sent once: a contradiction is refused, not resolved by its order."""

from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from scoring.rules import MESSAGES

FIELD_TWICE = "FIELD_TWICE"


class UniqueFieldsForm(forms.Form):
    """A form that refuses a field that is sent twice, even with one value, except those in
    `multiple_fields`. Django would take the last value: who was first would depend on the order
    of the boxes on the page."""

    multiple_fields: frozenset[str] = frozenset()

    def clean(self) -> dict[str, Any] | None:
        """Raises ValidationError before anything else is made of what was sent."""
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

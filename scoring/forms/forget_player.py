"""The form by which the owner of a group has a player's name forgotten."""

from django import forms
from django.utils.translation import gettext_lazy

from scoring.forms.unique_fields import UniqueFieldsForm


class ForgetPlayerForm(UniqueFieldsForm):
    """The confirmation that the name may be deleted for good."""

    sure = forms.BooleanField(
        error_messages={"required": gettext_lazy("Tick that it cannot be undone.")}
    )

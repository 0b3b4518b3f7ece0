"""The form with which the owner of a group lets the name of a player be forgotten."""

from django import forms
from django.utils.translation import gettext_lazy

from scoring.forms.unique_fields import UniqueFieldsForm


class ForgetPlayerForm(UniqueFieldsForm):
    """The confirmation that the name may be deleted permanently."""

    sure = forms.BooleanField(
        error_messages={"required": gettext_lazy("Tick that it cannot be undone.")}
    )

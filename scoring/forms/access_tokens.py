"""The form that creates an access token."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from scoring.forms.seat_names import NameField
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Group
from scoring.services.access_tokens import TooManyTokens, create_token

TOO_MANY = gettext_lazy("The group has 20 tokens: revoke one that is no longer used.")


class AccessTokenForm(UniqueFieldsForm):
    """The name that an owner gives a token."""

    name = NameField(
        max_length=40,
        error_messages={
            "required": gettext_lazy("Write what the token is for, such as “living room”."),
            "max_length": gettext_lazy("A name has at most 40 letters: shorten it."),
        },
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, group: Group) -> None:
        super().__init__(data)
        self.group = group

    def create(self) -> str:
        """Create the token, and return it; "" if it is refused, with the reason in `errors`."""
        if not self.is_valid():
            return ""
        try:
            return create_token(self.group, self.cleaned_data["name"], self.group.device_id)
        except TooManyTokens:
            self.add_error(None, str(TOO_MANY))
            return ""

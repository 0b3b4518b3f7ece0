"""What every form that changes a game shares: the one place where IllegalRound becomes a form
error."""

import uuid
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.models import Game
from scoring.rules import SENTENCES, IllegalRound

T = TypeVar("T")

OUTDATED = gettext_lazy("This page is out of date: reload it, and try again.")


class GameForm(forms.Form, Generic[T]):
    """A change of a game. `key` is made in the browser for this one submission; without
    JavaScript there is none, and `after`, `seen` or `number` alone keep a second tap out."""

    key = forms.UUIDField(required=False, error_messages={"invalid": OUTDATED})

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game) -> None:
        super().__init__(data)
        self.game = game

    def change(self, key: uuid.UUID) -> T:
        """Carry the change out, and return what it made. Raises Conflict and IllegalRound."""
        raise NotImplementedError

    def carry_out(self) -> T | None:
        """Check what was sent and make the change; None if it is refused, with the reason in
        the form's errors. Raises Conflict."""
        if not self.is_valid():
            return None
        try:
            return self.change(self.cleaned_data["key"] or uuid.uuid4())
        except IllegalRound as error:
            self.refuse(error)
            return None

    def come_late(self) -> None:
        """Say that the round this was about is no longer in progress."""
        late = _("Round %(number)s has been recorded meanwhile, so nothing of this was stored.")
        self.add_error(None, late % {"number": self.game.end.standing.rounds})

    def refuse(self, error: IllegalRound) -> None:
        self.add_error(None, forms.ValidationError(sentence(error), code=error.code))

    def typed(self, name: str) -> list[str]:
        """What stands under a name: what was sent, or what the form starts from."""
        if isinstance(self.data, MultiValueDict) and self.is_bound:
            return list(self.data.getlist(name))
        value = (self.data if self.is_bound else self.initial).get(name) or []
        return [value] if isinstance(value, str) else list(value)

    @property
    def refused(self) -> list[tuple[str, str]]:
        """Everything that is wrong: a sentence for a person, and its code."""
        return [
            (str(sentence), str(error.code))
            for errors in self.errors.as_data().values()
            for error in errors
            for sentence in error.messages
        ]


def sentence(error: IllegalRound) -> str:
    """What the error tells a person to do, in the reader's language."""
    return _(SENTENCES[error.code]) % error.params


def seen_number() -> forms.IntegerField:
    return forms.IntegerField(
        min_value=0,
        error_messages=dict.fromkeys(("required", "invalid", "min_value"), OUTDATED),
    )

"""CommandForm, the base of forms that change a game. Only this module converts IllegalRound
into a form error."""

import uuid
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Change, Game, SheetRow
from scoring.rules import MESSAGES, BySeat, IllegalRound
from scoring.services.transaction import Submission

T_co = TypeVar("T_co", covariant=True)

STALE_PAGE = gettext_lazy("This page is out of date: reload it, and try again.")


class CommandForm(UniqueFieldsForm, Generic[T_co]):
    """A change of a game, which `execute` makes by calling a service. Subclasses define
    `apply`.

    `key` is the idempotency key that the browser makes for each submission. Without JavaScript
    there is none; a second submission is then refused because of its `after`, `seen` or
    `number`.
    """

    key = forms.UUIDField(required=False, error_messages={"invalid": STALE_PAGE})

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game) -> None:
        super().__init__(data)
        self.game = game

    def apply(self, submission: Submission) -> T_co:
        """Call the service, and return its result. Raises Conflict and IllegalRound."""
        raise NotImplementedError

    @property
    def seen_seating(self) -> int | None:
        """The `Game.seating_number` that the phone showed; None if the form does not contain
        it."""
        seating: int | None = self.cleaned_data.get("seating")
        return seating

    def execute(self) -> T_co | None:
        """Validate the form and make the change. Returns the result of `apply`; None if the
        change is refused, with the reason in `errors`. Raises Conflict."""
        if not self.is_valid():
            return None
        try:
            key = self.cleaned_data["key"] or uuid.uuid4()
            return self.apply(Submission(key, self.game.device_id, self.seen_seating))
        except IllegalRound as error:
            self.add_illegal_round(error)
            return None

    def next_recorded_round(self) -> SheetRow | None:
        """The round that was in progress on the phone, if it was recorded since; else None."""
        after = self.cleaned_data["after"]
        if after and self.game.sheet.row(after) is None:
            return None
        return next(iter(self.game.sheet.rounds_since(after)), None)

    def add_stale_error(self) -> None:
        """Add the error that the game was changed meanwhile. It is called after a Conflict."""
        row = self.next_recorded_round()
        late = (
            _("Round %(number)s has been recorded meanwhile, so nothing of this was stored.")
            if row
            else _("The game was changed meanwhile, so nothing of this was stored.")
        )
        self.add_error(None, late % {"number": row.number if row else 0})

    def add_illegal_round(self, error: IllegalRound, *fields: str) -> None:
        """Add the message and code of this error to these fields; without fields, to the whole
        form."""
        refusal = forms.ValidationError(illegal_round_message(error), code=error.code)
        for field in fields or (None,):
            self.add_error(field, refusal)

    def values(self, name: str) -> list[str]:
        """All values of a field: the values that were sent, or the initial ones of an unbound
        form."""
        if isinstance(self.data, MultiValueDict) and self.is_bound:
            return list(self.data.getlist(name))
        value = (self.data if self.is_bound else self.initial).get(name) or []
        return [value] if isinstance(value, str) else list(value)

    @property
    def error_list(self) -> list[tuple[str, str]]:
        """Every error as its message and code."""
        return [
            (str(sentence), str(error.code))
            for errors in self.errors.as_data().values()
            for error in errors
            for sentence in error.messages
        ]


def illegal_round_message(error: IllegalRound) -> str:
    """The message of this error in the current language."""
    return _(MESSAGES[error.code]) % error.params


def version_field() -> forms.IntegerField:
    """A field with a required number that says what the phone showed: a `seq`, a version, or
    the number of a change."""
    return forms.IntegerField(
        min_value=0,
        error_messages=dict.fromkeys(("required", "invalid", "min_value"), STALE_PAGE),
    )


class RecordedRoundForm(CommandForm[Change]):
    """A change of the recorded round `seq`; `seen` is the version of the round that the page
    showed."""

    seen = version_field()

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game, seq: int) -> None:
        super().__init__(data, game=game)
        self.seq = seq

    @property
    def row(self) -> SheetRow | None:
        """The present round on the sheet; None if it was removed."""
        return self.game.sheet.row(self.seq)

    @property
    def names(self) -> BySeat[str]:
        """The players of the round; the present players if it is not on the sheet."""
        return self.game.names_in(self._own_players)

    @property
    def player_ids(self) -> BySeat[int]:
        """The primary keys of the players in `names`."""
        return self._own_players or self.game.players

    @property
    def _own_players(self) -> BySeat[int] | None:
        return self.row.round.players if self.row else None

"""The parameters of requests to the API."""

import uuid
from datetime import UTC, datetime
from urllib.parse import urlencode

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Game, Group
from scoring.models.log_ids import game_has_log_id

_INVALID_SINCE = gettext_lazy(
    "since is a day or a time, such as 2026-01-31 or 2026-01-31T19:30:00Z."
)


class GamesQueryForm(UniqueFieldsForm):
    """The games that began at `since` or later and come after the game with the id `after`,
    which was the last game of the previous page."""

    since = forms.DateTimeField(required=False, error_messages={"invalid": _INVALID_SINCE})
    after = forms.UUIDField(
        required=False,
        error_messages={"invalid": gettext_lazy("after is the id of a game.")},
    )

    def __init__(self, data: object, *, group: Group) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.group = group

    def clean_since(self) -> datetime | None:
        since: datetime | None = self.cleaned_data["since"]
        try:
            return since and since.astimezone(UTC)
        except OverflowError:  # before the year 1 or after the year 9999 in UTC
            raise forms.ValidationError(str(_INVALID_SINCE)) from None

    def clean_after(self) -> Game | None:
        after: uuid.UUID | None = self.cleaned_data["after"]
        if after is None:
            return None
        # A game that was deleted since the previous page still marks the place.
        game = Game.with_deleted.filter(game_has_log_id(after), group=self.group).first()
        if game is None:
            raise forms.ValidationError(_("This group has no game with the id after."))
        return game

    def games(self) -> QuerySet[Game]:
        """The requested games, in the order in which they began."""
        games = Game.objects.filter(group=self.group).order_by("created", "pk")
        if since := self.cleaned_data["since"]:
            games = games.filter(created__gte=since)
        if after := self.cleaned_data["after"]:
            later = Q(created=after.created, pk__gt=after.pk) | Q(created__gt=after.created)
            games = games.filter(later)
        return games

    def query_after(self, log_id: str) -> str:
        """The query of the address of the next page, after the game with this id."""
        since = self.cleaned_data["since"]
        return urlencode(({"since": since.isoformat()} if since else {}) | {"after": log_id})

    @property
    def sentence(self) -> str:
        """The messages of all errors of the form."""
        return " ".join(str(each) for errors in self.errors.values() for each in errors)

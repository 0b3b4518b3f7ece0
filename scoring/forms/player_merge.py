"""The form with which the owner of a group says that two of its players are one person."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Player
from scoring.services.player_merge import (
    CannotMerge,
    MergeRefusal,
    PlayerMergePreview,
    merge_players,
    preview_merge,
)

_NOT_THERE = gettext_lazy("Choose who it is.")


class PlayerMergeForm(UniqueFieldsForm):
    """The player into whom `player` is merged."""

    into = forms.ModelChoiceField(
        Player.objects.none(),
        error_messages=dict.fromkeys(("required", "invalid_choice"), _NOT_THERE),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, player: Player) -> None:
        super().__init__(data)
        self.player = player
        self.fields["into"].queryset = self._others  # type: ignore[attr-defined]

    @property
    def choices(self) -> list[tuple[Player, bool]]:
        """The players who can be the same person as this one, and whether each of them is
        chosen."""
        chosen = str(self["into"].value())
        return [(each, str(each.pk) == chosen) for each in self._others]

    @property
    def _others(self) -> QuerySet[Player]:
        return self.player.group.players.exclude(pk=self.player.pk)

    @property
    def kept(self) -> Player:
        """The chosen player of a valid form."""
        kept: Player = self.cleaned_data["into"]
        return kept

    def preview(self) -> PlayerMergePreview | None:
        """The effect of the merge; None if it is refused, with the reason in `errors`."""
        if not self.is_valid():
            return None
        try:
            return preview_merge(self.player, self.kept)
        except CannotMerge as refused:
            self.add_error("into", self._sentence(refused))
            return None

    def merge(self, device: int) -> bool:
        """Merge the players, for this device. Returns False if it is refused, with the reason
        in `errors`."""
        if self.is_valid():
            try:
                merge_players(self.player, self.kept, device)
            except CannotMerge as refused:
                self.add_error("into", self._sentence(refused))
            except Player.DoesNotExist:
                self.add_error("into", str(_NOT_THERE))
        return not self.errors

    def _sentence(self, refused: CannotMerge) -> str:
        names = {"one": self.player.name, "other": self.kept.name}
        began = refused.began
        day = {"day": date_format(localtime(began), "DATE_FORMAT")} if began else {}
        return str(_REFUSALS[refused.reason]) % {**names, **day}


_REFUSALS = {
    MergeRefusal.SAME_GAME: gettext_lazy(
        "%(one)s and %(other)s are both in the game of %(day)s or its change log: two players"
        " of one game are not one person."
    ),
    MergeRefusal.SAME_SERIES: gettext_lazy(
        "%(one)s and %(other)s are both in the series with the game of %(day)s: two players of"
        " one series are not one person."
    ),
    MergeRefusal.PAYMENT: gettext_lazy(
        "%(one)s and %(other)s have paid each other: take these payments back first, on the"
        " page of stakes."
    ),
    MergeRefusal.HAS_MERGED: gettext_lazy(
        "Another player was merged into %(one)s: take that back first, or merge %(other)s "
        "into %(one)s."
    ),
}

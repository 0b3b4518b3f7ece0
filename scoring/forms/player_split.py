"""The form with which the owner of a group moves games of a player to another player."""

from collections.abc import Collection
from functools import cached_property

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from scoring.forms.seat_names import NAME_TOO_LONG, NameField
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Player
from scoring.models.names import MAX_NAME_LENGTH
from scoring.services.player_split import CannotSplit, SplitRefusal, split_player

_TICK = gettext_lazy("Tick the games that somebody else played.")


class PlayerSplitForm(UniqueFieldsForm):
    """The games of `player` to move, and the name of the player who gets them."""

    multiple_fields = frozenset({"game"})

    data: QueryDict
    name = NameField(
        max_length=MAX_NAME_LENGTH,
        error_messages={
            "required": gettext_lazy("Write whose games they are."),
            "max_length": NAME_TOO_LONG,
        },
    )
    game = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _TICK),
    )

    def __init__(
        self, data: QueryDict | None = None, *, player: Player, games: Collection[int]
    ) -> None:
        super().__init__(data)
        self.player, self.games = player, games
        self.fields["game"].choices = [(each, each) for each in games]  # type: ignore[attr-defined]

    @cached_property
    def ticked(self) -> frozenset[int]:
        """The primary keys of the ticked games."""
        sent = set(self.data.getlist("game")) if self.is_bound else ()
        return frozenset(each for each in self.games if str(each) in sent)

    def split(self, device: int) -> bool:
        """Move the games to the other player, for this device. Returns False if it is refused,
        with the reason in `errors`."""
        if self.is_valid():
            name, games = self.cleaned_data["name"], self.cleaned_data["game"]
            try:
                split_player(self.player, name, games, device)
            except CannotSplit as refused:
                sentence = _REFUSALS[refused.reason]
                self.add_error("name", str(sentence) % {"one": self.player.name, "other": name})
            except Player.DoesNotExist:
                self.add_error("name", str(_TICK))
        return not self.errors


_REFUSALS = {
    SplitRefusal.SAME_PLAYER: gettext_lazy("%(other)s is %(one)s: write another name."),
    SplitRefusal.NO_GAMES: _TICK,
    SplitRefusal.SAME_GAME: gettext_lazy(
        "%(other)s is in one of these games, in its series or in its change log: leave it out,"
        " or write another name."
    ),
    SplitRefusal.MERGED: gettext_lazy(
        "Some of these games are of a player who was merged into %(one)s: take that back first."
    ),
}

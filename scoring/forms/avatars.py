"""The colour and the symbol of a player."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.seat_names import NameField
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import COLOURS, AvatarChoice, Player, is_symbol
from scoring.services.players import choose_avatar

SYMBOLS = ("🐉", "🐦", "🐕", "🦊", "🐱", "🦉", "🐢", "🦁", "🍀", "🌙", "🎲", "☕")
OTHER = "other"
_GONE = gettext_lazy("This can no longer be chosen: choose again.")


class AvatarForm(UniqueFieldsForm):
    """The avatar that is chosen for a player: a colour, and one of SYMBOLS or (OTHER) another
    symbol. Empty fields mean that the avatar follows from the group: its next colour and a
    monogram."""

    colour = forms.ChoiceField(
        required=False,
        choices=[(colour, colour) for colour in ("", *COLOURS)],
        error_messages={"invalid_choice": _GONE},
    )
    symbol = forms.ChoiceField(
        required=False,
        choices=[(symbol, symbol) for symbol in ("", *SYMBOLS, OTHER)],
        error_messages={"invalid_choice": _GONE},
    )
    other = NameField(required=False)

    def __init__(self, data: object = None, *, player: Player) -> None:
        self.player = player
        chosen = player.symbol or ""
        initial = {"colour": player.colour or "", "symbol": chosen}
        if chosen and chosen not in SYMBOLS:
            initial |= {"symbol": OTHER, "other": chosen}
        super().__init__(data, initial=initial)  # type: ignore[arg-type]

    def clean(self) -> None:
        super().clean()
        if self.cleaned_data.get("symbol") == OTHER:
            other = self.cleaned_data.get("other", "")
            if not is_symbol(other):
                self.add_error("other", _("Type a single emoji, or a single letter."))

    def save(self) -> None:
        data = self.cleaned_data
        symbol = data["other"] if data["symbol"] == OTHER else data["symbol"]
        choose_avatar(self.player, AvatarChoice(data["colour"] or None, symbol or None))

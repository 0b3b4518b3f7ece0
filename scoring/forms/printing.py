"""The document of a game to print, and its paper size."""

from enum import StrEnum

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.printing import Paper


class SheetKind(StrEnum):
    """A pad to write on, or the rounds of the game as a fair copy."""

    PAD = "pad"
    ROUNDS = "rounds"


class PrintGameForm(forms.Form):
    """The choices for a printed game. A missing field has its first choice."""

    sheet = forms.ChoiceField(
        label=_("What"),
        choices=[
            (SheetKind.PAD, _("Empty pad with a QR code")),
            (SheetKind.ROUNDS, _("Fair copy of the rounds")),
        ],
        required=False,
        error_messages={"invalid_choice": _("Choose the pad or the fair copy.")},
    )
    paper = forms.ChoiceField(
        label=_("Paper"),
        choices=[(Paper.A4, _("A4")), (Paper.LETTER, _("Letter"))],
        required=False,
        error_messages={"invalid_choice": _("Choose A4 or Letter as the paper.")},
    )

    @property
    def chosen_sheet(self) -> SheetKind:
        return SheetKind(self.cleaned_data["sheet"] or SheetKind.PAD)

    @property
    def chosen_paper(self) -> Paper:
        return Paper(self.cleaned_data["paper"] or Paper.A4)

"""The form for the options of a document to print."""

from django import forms
from django.utils.translation import gettext_lazy as _

from rules_ref.printing import CARD_SIZES, Ink
from scoring.printing import Paper

CARDS = [
    ("poker", _("Card, 63 × 88 mm (poker)")),
    ("bridge", _("Card, 57 × 89 mm (bridge)")),
]
LABELS = {
    "L7165": _("8 labels of 99.1 × 67.7 mm on A4 (as Avery L7165)"),
    "3483": _("4 labels of 105 × 148 mm on A4 (as Avery 3483)"),
    "5164": _("6 labels of 4 × 3⅓ inches on Letter (as Avery 5164)"),
    "5168": _("4 labels of 3½ × 5 inches on Letter (as Avery 5168)"),
}
SIZES = [*CARDS, *LABELS.items()]


class PrintForm(forms.Form):
    """Paper, colour, and the size of a card. A value that is left out is the first of its
    choices."""

    paper = forms.ChoiceField(
        label=_("Paper"),
        choices=[(Paper.A4, _("A4")), (Paper.LETTER, _("Letter"))],
        required=False,
        error_messages={"invalid_choice": _("Choose A4 or Letter as the paper.")},
    )
    ink = forms.ChoiceField(
        label=_("Ink"),
        choices=[(Ink.COLOUR, _("Colour")), (Ink.BLACK, _("Black and white"))],
        required=False,
        error_messages={"invalid_choice": _("Choose colour, or black and white.")},
    )
    size = forms.ChoiceField(
        label=_("Size"),
        choices=SIZES,
        required=False,
        error_messages={"invalid_choice": _("Choose one of the sizes in the list.")},
    )

    @property
    def chosen_paper(self) -> Paper:
        return Paper(self.cleaned_data["paper"] or Paper.A4)

    @property
    def chosen_ink(self) -> Ink:
        return Ink(self.cleaned_data["ink"] or Ink.COLOUR)

    @property
    def chosen_size(self) -> str:
        return str(self.cleaned_data["size"] or CARD_SIZES[0].name)

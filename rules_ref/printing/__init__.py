"""The quick sheet on paper: cards, labels and a leaflet. They have the text of its page."""

from rules_ref.printing.aid import CARD_SIZES, CardSize, aid_on_cards, aid_on_labels
from rules_ref.printing.card_drawings import Ink
from rules_ref.printing.fold_out import fold_out

__all__ = ["CARD_SIZES", "CardSize", "Ink", "aid_on_cards", "aid_on_labels", "fold_out"]

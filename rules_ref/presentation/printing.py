"""The documents that can be printed, and the pages of each."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_noop, override
from django.utils.translation import gettext as _

from rules_ref.printing import CARD_SIZES, Ink, aid_on_cards, aid_on_labels, fold_out
from scoring.printing import (
    LABEL_SHEETS,
    Page,
    Paper,
    PrintedSheet,
    pdf_language,
    render_pdf,
    render_svg,
    score_sheet,
)


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The paper and the options of a document to print."""

    paper: Paper
    ink: Ink
    size: str


@dataclass(frozen=True, slots=True)
class Printout:
    """A document to print: its address, its name, the way to use it, the fields of its options,
    and the function that draws its pages."""

    slug: str
    name: str
    use: str
    fields: tuple[str, ...]
    draw: Callable[[PrintOptions], list[Page]]

    @property
    def title(self) -> str:
        return _(self.name)

    @property
    def about(self) -> str:
        return _(self.use)

    def svg(self, options: PrintOptions) -> list[SafeString]:
        """Return the pages for a browser."""
        return _svg(self, options, get_language())

    def pdf(self, options: PrintOptions) -> bytes:
        return _pdf(self, options, pdf_language(get_language()))


def _aid(options: PrintOptions) -> list[Page]:
    for sheet in LABEL_SHEETS:
        if sheet.name == options.size:
            return [aid_on_labels(sheet, options.ink)]
    card = next(card for card in CARD_SIZES if card.name == options.size)
    return [aid_on_cards(options.paper, card, options.ink)]


def _fold_out(options: PrintOptions) -> list[Page]:
    return [fold_out(options.paper, options.ink)]


def _score_pad(options: PrintOptions) -> list[Page]:
    return score_sheet(PrintedSheet(_("Tichu")), options.paper)


PRINTOUTS = (
    Printout(
        "aid",
        gettext_noop("Player’s aid"),
        gettext_noop(
            "Two cards with a front and a back. Cut along the solid marks, fold at the dashed"
            " ones and glue, or print on label paper and stick them on spare cards."
        ),
        ("size", "paper", "ink"),
        _aid,
    ),
    Printout(
        "fold-out",
        gettext_noop("Quick sheet to fold"),
        gettext_noop(
            "The whole quick sheet on one page. Fold it in half, top to bottom, then twice"
            " like an accordion, the cover outside."
        ),
        ("paper", "ink"),
        _fold_out,
    ),
    Printout(
        "score-pad",
        gettext_noop("Score pad"),
        gettext_noop(
            "Empty rows to fill in by hand. The pad of a game, with its names and a QR code"
            " that opens its table, is under “Game” at the table."
        ),
        ("paper",),
        _score_pad,
    ),
)


def find_printout(slug: str) -> Printout | None:
    return next((each for each in PRINTOUTS if each.slug == slug), None)


# There are few options, and the pages are the same for all readers of a language.
@lru_cache(maxsize=32)
def _pages(printout: Printout, options: PrintOptions, language: str) -> tuple[Page, ...]:
    with override(language):
        return tuple(printout.draw(options))


@lru_cache(maxsize=32)
def _svg(printout: Printout, options: PrintOptions, language: str) -> list[SafeString]:
    pages = _pages(printout, options, language)
    return [render_svg(page, f"page{number}-") for number, page in enumerate(pages, start=1)]


@lru_cache(maxsize=16)
def _pdf(printout: Printout, options: PrintOptions, language: str) -> bytes:
    pages = _pages(printout, options, language)
    with override(language):
        return render_pdf(pages, printout.title)

"""The sources of the rules, and the confidence in each rule."""

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from rules_ref.errors import ContentError


class Confidence(TextChoices):
    PUBLISHER = "publisher", gettext_lazy("Publisher's rules")
    SEVERAL = "several", gettext_lazy("Other sources")
    INFERENCE = "inference", gettext_lazy("Inferred")

    @property
    def reason(self) -> str:
        return _(_REASONS[self])


_REASONS = {
    Confidence.PUBLISHER: gettext_noop("A rule text of the publisher says so."),
    Confidence.SEVERAL: gettext_noop(
        "Others say so; no rule text of the publisher that we read does."
    ),
    Confidence.INFERENCE: gettext_noop("No text says so outright: it follows from the others."),
}

_NAMES = {
    "000": gettext_noop("a player's article on the rules, with its comments"),
    "001": gettext_noop("a Korean rules page"),
    "002": gettext_noop("the table reference of rules.netmercur.com"),
    "003": gettext_noop("the guide of BrettspielWelt"),
    "004": gettext_noop("the tutorial of spectrum.games"),
    "RGG": gettext_noop("rule book and FAQ of Rio Grande Games and Abacus"),
    "FM": gettext_noop("rules of Fata Morgana"),
    "FM-DE": gettext_noop("German rules of Fata Morgana"),
    "FM-FAQ": gettext_noop("FAQ of Fata Morgana"),
    "DTM": gettext_noop("rules of the Deutsche Tichu Meisterschaft"),
    "GÖ": gettext_noop("rules of the Göttingen tournament"),
    "TNET": gettext_noop("tichu.net"),
    "TAKE": gettext_noop("takeonrules.com"),
    "BSW": gettext_noop("BrettspielWelt"),
    "AARON": gettext_noop("the rules page of Aaron Fuegi"),
    "ABACUS": gettext_noop("rules of Abacus"),
    "GRAV": gettext_noop("the forum of gravon.de"),
    "JG": gettext_noop("the duplicate Tichu of jeff-goldsmith.org"),
    "WIKI-DE": gettext_noop("the German Wikipedia"),
    "tichu.one": gettext_noop("the forum of tichu.one"),
    "52T": gettext_noop("a page on Tichu with an ordinary pack of 52 cards"),
    "REF": gettext_noop("a rules reference by others"),
    "Kim-Jiny": gettext_noop("the program Kim-Jiny/tichu-online"),
    "ICubE01": gettext_noop("the program ICubE01/tichu-sim"),
    "frohlfing": gettext_noop("the program frohlfing/tichu"),
    "tichu-guru": gettext_noop("the score counter tichu-guru"),
    "TichuMate": gettext_noop("the score counter TichuMate"),
    "tichuml": gettext_noop("the program NeonButrfly/tichuml"),
    "jangyoujin": gettext_noop("the score counter jangyoujin0917/tichu-counter"),
    "michelvw": gettext_noop("the score counter michelvw/tichu-counter"),
    "tichu-turnier": gettext_noop("the program tichu-turnier"),
}
# REF>FM-FAQ: the FAQ was not read, but a reference that quotes it.
_QUOTED = "REF>"


def check_source(code: str) -> None:
    """Raises ContentError for an unknown source."""
    if code.removeprefix(_QUOTED) not in _NAMES:
        raise ContentError(f"there is no source {code!r}")


def source_name(code: str) -> str:
    """Return the name of a source for display."""
    name = _(_NAMES[code.removeprefix(_QUOTED)])
    return _("%(source)s (quoted by others)") % {"source": name} if _QUOTED in code else name

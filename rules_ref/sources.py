"""The sources of the rules, and the confidence in each rule."""

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from rules_ref.errors import ContentError


class Confidence(TextChoices):
    PUBLISHER = "publisher", gettext_lazy("Publisher’s rules")
    SEVERAL = "several", gettext_lazy("Other sources")
    INFERENCE = "inference", gettext_lazy("Inferred")
    SILENT = "silent", gettext_lazy("Not settled")
    ADVICE = "advice", gettext_lazy("Advice")

    @property
    def reason(self) -> str:
        return _(_REASONS[self])


_REASONS = {
    Confidence.PUBLISHER: gettext_noop("A rule text of the publisher says so."),
    Confidence.SEVERAL: gettext_noop(
        "Others say so; none of the publisher’s rule texts that we read does."
    ),
    Confidence.INFERENCE: gettext_noop(
        "No text says so directly: it follows from other rules."
    ),
    Confidence.SILENT: gettext_noop("No rule text that we read settles it."),
    Confidence.ADVICE: gettext_noop("Not a rule: players recommend it, or figures support it."),
}

_NAMES = {
    "000": gettext_noop("a player’s article on the rules, with its comments"),
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
    # Advice
    "FUEGI": gettext_noop("the article on strategy by Aaron Fuegi, with its footnotes"),
    "EDWARD": gettext_noop("an article on advanced strategy in the forum of BoardGameGeek"),
    "DURKIN": gettext_noop("the articles on strategy by Brian Durkin, nextlevelcardgames.com"),
    "TRAIN": gettext_noop("the articles on strategy of thattraingame.com"),
    "BGGEEKS": gettext_noop("an article on the push at boredgamegeeks.blogspot.com"),
    "GURU": gettext_noop("the tips of brettspielguru.de"),
    "STYLIX": gettext_noop("the articles on strategy of the Korean café Stylix"),
    "HAMZY": gettext_noop("the notes of a lunch-time group at hamzy.net"),
    "BSW-FIGURES": gettext_noop(
        "two published evaluations of some 21 million rounds on BrettspielWelt"
    ),
    "OWN": gettext_noop("what this program calculates or can score"),
    # Background
    "URS": gettext_noop("the page of its author Urs Hostettler on the game"),
    "FM-SITE": gettext_noop("the site of Fata Morgana"),
    "BOOSTER": gettext_noop("the author’s FAQ of the Tichu Booster"),
    "OPINIONATED": gettext_noop("an article with an interview at opinionatedgamers.com"),
    "MEOPLES": gettext_noop("meoplesmagazine.com"),
    "WIKI": gettext_noop("the English Wikipedia"),
    "NAMU": gettext_noop("the Korean wiki Namu"),
    "ZHIYANJIA": gettext_noop("a Chinese article at zhiyanjia.com"),
    "BLICK": gettext_noop("a report of the newspaper Blick"),
    "SG": gettext_noop("a report of the St. Galler Nachrichten"),
    "IVYSAUR": gettext_noop("a rules summary at storytime.ivysaur.me"),
    "UBG": gettext_noop("the variants at ultraboardgames.com, from the booklet"),
    "TIENTSIN": gettext_noop("the rules for six of the booklet, at tichu.ddd-verlag.de"),
    "HIES": gettext_noop("the league of Hiesfeld"),
    "MTC": gettext_noop("the rules of the Tichu club of Munich"),
    "LIGA": gettext_noop("the rules of a league on BrettspielWelt"),
}
# For example, REF>FM-FAQ means that not the FAQ itself was read, but a reference that quotes
# it.
_QUOTED = "REF>"


def check_source(code: str) -> None:
    """Raise ContentError if the source is unknown."""
    if code.removeprefix(_QUOTED) not in _NAMES:
        raise ContentError(f"there is no source {code!r}")


def source_name(code: str) -> str:
    """Return the name of a source for display."""
    name = _(_NAMES[code.removeprefix(_QUOTED)])
    return _("%(source)s (quoted by others)") % {"source": name} if _QUOTED in code else name

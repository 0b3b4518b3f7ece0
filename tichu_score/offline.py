"""What a device keeps for times without a network, and by which version of the site."""

import functools
import hashlib
import re
from collections.abc import Iterator

from django.contrib.staticfiles.finders import get_finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse

from rules_ref.reading import CONTENT, reference
from rules_ref.search import index
from scoring.views.answers import release

# What pages load; pictures of the icon belong to the system that shows it.
_LOADED = (".css", ".js", ".svg")
_APPS = ("scoring/", "rules_ref/", "tichu_score/")


@functools.cache
def version() -> str:
    """Changes with every page and file that a device keeps: twelve hexadecimal digits."""
    digest = hashlib.sha256(release().encode())
    for path in sorted(CONTENT.rglob("*.md")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def shell() -> dict[str, object]:
    """What the service worker is told: which addresses it keeps, and what stands where."""
    return {
        "version": version(),
        "assets": sorted(assets()),
        "pages": [index_address(), *rules()],
        "mine": [reverse("home"), reverse("new_game"), reverse("waiting")],
        "games": reverse("kept"),
        "offline": reverse("offline"),
        "blank": reverse("blank_table"),
        "search": reverse("search"),
        "index": index_address(),
        "rule": reverse("rule", args=["-"]).removesuffix("-/"),
    }


def assets() -> set[str]:
    """The addresses of the files that the site's pages load."""
    names = {name for finder in get_finders() for name, _ in finder.list([])}
    own = {static(name) for name in names if name.startswith(_APPS) and name.endswith(_LOADED)}
    return own | set(re.findall(r'src="([^"]+)"', render_to_string("_htmx.html")))


def rules() -> Iterator[str]:
    """The addresses of the whole reference, but for the rulings: those the server makes."""
    yield from (reverse("rules"), reverse("disputes"), reverse("search"))
    for page in reference().pages:
        yield reverse("chapter", args=[page.slug])


def index_address() -> str:
    return reverse("search_index", args=[index().digest])

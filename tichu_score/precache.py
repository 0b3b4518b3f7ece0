"""The files that the service worker caches, so that pages open without a network."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override

from rules_ref.loader import reference
from rules_ref.practice import STEPS
from rules_ref.presentation.practice import step_address
from rules_ref.presentation.printing import PRINTOUTS
from rules_ref.presentation.search import search_index_url
from scoring.presentation.unsent_changes import unsent_messages_url
from scoring.release import release
from tichu_score.bundles import bundled_only
from tichu_score.static_files import read_source

# PNG files are icons of the installed app, and the operating system stores them.
_ASSET_TYPES = (".css", ".js", ".svg")
_APPS = ("scoring/", "rules_ref/", "tichu_score/")


def precache_manifest() -> dict[str, object]:
    """Return the configuration of the service worker: what to cache, and special addresses."""
    return {
        "version": release(),
        "assets": sorted(asset_urls()),
        "pages": [reverse("device_settings"), *reference_urls()],
        "personal": [reverse("home"), reverse("new_game"), reverse("unsent_changes")],
        "games": reverse("offline_manifest"),
        "photoPrefix": reverse("photo", args=["-"]).removesuffix("-.jpg"),
        "offline": reverse("offline"),
        "blank": reverse("blank_table"),
        "search": reverse("search"),
        "rules": reverse("rules"),
        "rulesIn": [reverse("rules_in", args=[language]) for language, _ in settings.LANGUAGES],
        "shareTarget": reverse("share_target"),
        "searchIndexes": in_each_language(search_index_url),
        "messages": in_each_language(unsent_messages_url),
        "rulePrefix": reverse("rule", args=["-"]).removesuffix("-/"),
    }


@cache
def asset_urls() -> frozenset[str]:
    """Return the addresses of all static files that pages load. They are computed once per
    process, because browsers request the service worker with almost every page."""
    found = {name for finder in get_finders() for name, _ in finder.list([])}
    names = {name for name in found if name.startswith(_APPS) and name.endswith(_ASSET_TYPES)}
    modules = {name for name in names if name.endswith(".js")}
    own = {static(name) for name in names - bundled_only(modules, read_source)}
    return frozenset(own) | set(re.findall(r'src="([^"]+)"', render_to_string("_htmx.html")))


def reference_urls() -> Iterator[str]:
    """Yield the addresses of the reference, except rulings, which only the server can give."""
    yield from (reverse("rules"), reverse("disputes"), reverse("search"))
    yield from map(step_address, STEPS)
    yield reverse("printouts")
    yield from (reverse("printout", args=[each.slug]) for each in PRINTOUTS)
    for page in reference().pages:
        yield reverse("chapter", args=[page.slug])


def in_each_language(address: Callable[[], str]) -> dict[str, str]:
    """Return, by language, an address that differs between languages."""

    def address_in(language: str) -> str:
        with override(language):
            return address()

    return {language: address_in(language) for language, _ in settings.LANGUAGES}

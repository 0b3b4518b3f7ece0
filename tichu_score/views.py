"""Pages that no app owns: what makes the site an app, and what to show when all else fails."""

import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_GET

from tichu_score.offline import shell


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """A form whose proof of origin is missing or old: say how to go on."""
    return render(request, "403_csrf.html", status=403)


# The paper of light screens, as in tichu.css: a manifest has one colour for both schemes. The
# pages themselves name both.
PAPER = "#f7f5f0"


@require_GET
@conditional_page
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """What a system wants to know to install the site as an app."""
    home, drawn = reverse("home"), "tichu_score/img/{}.png"
    small = _icon(drawn.format("icon-192"), 192)
    app = {
        "id": home,
        "name": "Tichu Score",
        "short_name": "Tichu",
        "description": _("Two taps a round. Scores, rules and every evening of your group."),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games", "utilities"],
        "icons": [
            small,
            _icon(drawn.format("icon-512"), 512),
            _icon(drawn.format("maskable-512"), 512) | {"purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": _("New game"), "url": reverse("new_game"), "icons": [small]},
            {"name": _("Rules"), "url": reverse("rules"), "icons": [small]},
        ],
    }
    return JsonResponse(app, content_type="application/manifest+json")


def _icon(name: str, size: int) -> dict[str, str]:
    return {"src": static(name), "sizes": f"{size}x{size}", "type": "image/png"}


@require_GET
@conditional_page
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Its scope is its folder, so it stands at the root."""
    context = {"shell": json.dumps(shell(), indent=1)}
    return render(request, "tichu_score/sw.js", context, content_type="text/javascript")


@require_GET
@conditional_page
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """What a device shows in place of a page that it does not have, when no answer comes."""
    return render(request, "tichu_score/offline.html")

"""Pages that no app owns: the service worker, and what to show when all else fails."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_GET

from tichu_score.offline import shell


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """A form whose proof of origin is missing or old: say how to go on."""
    return render(request, "403_csrf.html", status=403)


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

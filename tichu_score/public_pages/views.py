"""Views of the public pages. They are the same for everybody, and need no database."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from tichu_score.public_pages.accessibility import ACCESSIBILITY
from tichu_score.public_pages.page import PublicPage
from tichu_score.public_pages.privacy import PRIVACY
from tichu_score.public_pages.score_safety import SCORE_SAFETY


@require_safe
@conditional_page
@cache_control(no_cache=True)
def privacy(request: HttpRequest) -> HttpResponse:
    """A page on what is stored, who sees it, and for how long."""
    return _render(request, PRIVACY)


@require_safe
@conditional_page
@cache_control(no_cache=True)
def accessibility(request: HttpRequest) -> HttpResponse:
    """A page on how the site is made accessible to everybody, and on its known limits."""
    return _render(request, ACCESSIBILITY)


@require_safe
@conditional_page
@cache_control(no_cache=True)
def score_safety(request: HttpRequest) -> HttpResponse:
    """A page on what happens to scores when something goes wrong."""
    return _render(request, SCORE_SAFETY)


def _render(request: HttpRequest, page: PublicPage) -> HttpResponse:
    context = {"page": page, "contact": settings.CONTACT or settings.SECURITY_CONTACT}
    return render(request, "tichu_score/public_page.html", context)

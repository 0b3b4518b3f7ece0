"""Adjustments of a game's points in addition to its rounds."""

import uuid

from django.http import HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import AdjustForm, RemoveAdjustmentForm
from scoring.views import access, responses
from scoring.views.access import Request


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def adjust(request: Request, key: uuid.UUID) -> HttpResponse:
    """Add or subtract points in addition to the rounds."""
    game = access.get_game_with_rounds(request, key)
    form = AdjustForm(request.POST or None, game=game)
    return responses.change_page(request, form, "scoring/adjust.html")


@require_POST
def remove_adjustment(request: Request, key: uuid.UUID, seq: int) -> HttpResponse:
    game = access.get_game_with_rounds(request, key)
    return responses.execute(request, RemoveAdjustmentForm(request.POST, game=game, seq=seq))

"""A finished game, for BG Stats."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.exchange.bg_stats import play_address
from scoring.views import access
from scoring.views.access import Request
from scoring.views.qr import MAX_ADDRESS_LENGTH, qr_code


@require_safe
@cache_control(private=True, no_cache=True)
def bg_stats(request: Request, key: uuid.UUID) -> HttpResponse:
    """The address that adds the game to BG Stats, as a link and, if it is short enough, as a QR
    code. 404 if the game cannot be added."""
    game = access.get_game(request, key)
    address = play_address(game)
    if address is None:
        raise Http404
    qr = qr_code(address) if len(address) <= MAX_ADDRESS_LENGTH else ""
    context = {"game": game, "address": address, "qr": qr}
    return render(request, "scoring/bg_stats.html", context)

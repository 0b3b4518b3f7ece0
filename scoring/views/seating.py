"""Substitute a player of a running game, or change the players of a rotation."""

import uuid

from django.http import HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from scoring.forms import ChangePlayersForm, SubstituteForm
from scoring.views import access, responses
from scoring.views.access import Request


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def substitute(request: Request, key: uuid.UUID) -> HttpResponse:
    """Ask for the player who leaves and the one who takes the seat; if partners change, for all
    players who are present."""
    game = access.get_game(request, key)
    if game.rotation:
        players = ChangePlayersForm(request.POST or None, game=game)
        return responses.change_page(request, players, "scoring/change_players.html")
    form = SubstituteForm(request.POST or None, game=game)
    return responses.change_page(request, form, "scoring/substitute.html")

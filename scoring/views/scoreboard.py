"""Table mode: a scoreboard that all four players can read."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.views import access
from scoring.views.access import Request


@require_safe
@cache_control(private=True, no_cache=True)
@vary_on_headers("HX-Request")
def scoreboard(request: Request, key: uuid.UUID) -> HttpResponse:
    """The present scoreboard, or 204 for a page that already shows this revision."""
    game = access.get_visible_game(request, key)
    if request.GET.get("seen") == str(game.revision):
        return HttpResponse(status=204)
    # The calls of a game that is over apply again only if the game is resumed.
    calls = () if game.sheet.standing.over else game.in_progress.calls
    context = {"game": game, "sheet": game.sheet, "calls": calls}
    part = "#table" if request.htmx else ""
    return render(request, f"scoring/scoreboard.html{part}", context)

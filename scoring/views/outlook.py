"""What do we need? Which results of the coming round win, tie, or keep a team in the game."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from scoring import rules
from scoring.views import access
from scoring.views.access import Request


@require_GET
@cache_control(private=True, no_cache=True)
@vary_on_headers("HX-Request")
def outlook(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.find_game(request, key)
    standing = game.end.standing
    calls = game.in_progress.calls
    prospects = (
        () if standing.over else rules.outlook(game.race, standing, calls, game.house_rules)
    )
    context = {"game": game, "standing": standing, "prospects": prospects}
    part = "#outlook" if request.htmx else ""
    return render(request, "scoring/outlook.html" + part, context)

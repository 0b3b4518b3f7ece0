"""The answer to "What do we need?": the results of the coming round with which a team wins,
ties, or stays in the game."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring import rules
from scoring.views import access
from scoring.views.access import Request


@require_safe
@cache_control(private=True, no_cache=True)
@vary_on_headers("HX-Request")
def winning_conditions(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.get_game(request, key)
    standing = game.summary.standing
    calls = game.in_progress.calls
    scenarios = (
        ()
        if standing.over or game.rotation
        else rules.list_scenarios(game.race, standing, calls, game.house_rules)
    )
    context = {"game": game, "standing": standing, "scenarios": scenarios}
    part = "#winning-conditions" if request.htmx else ""
    return render(request, "scoring/winning_conditions.html" + part, context)

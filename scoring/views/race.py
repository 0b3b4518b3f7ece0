"""The race: both totals and the win probability after each round."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.models import Role
from scoring.stats.win_probability.timeline import get_timeline
from scoring.views import access
from scoring.views.access import Request


@require_safe
@cache_control(private=True, no_cache=True)
def race(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.get_visible_game(request, key)
    context = {
        "game": game,
        "sheet": game.sheet,
        "timeline": get_timeline(game),
        "scores": game.role != Role.VIEWER,
    }
    return render(request, "scoring/race.html", context)

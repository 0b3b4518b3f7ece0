"""The race: how both totals and the chances went, round by round."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from scoring.models import Role
from scoring.stats.course import course
from scoring.views import access
from scoring.views.access import Request


@require_GET
@cache_control(private=True, no_cache=True)
def race(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.find_shown(request, key)
    context = {
        "game": game,
        "sheet": game.sheet,
        "course": course(game),
        "scores": game.role != Role.VIEWER,
    }
    return render(request, "scoring/race.html", context)

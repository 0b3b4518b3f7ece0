"""The pages that the service worker stores for use without a network."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.models import Game, Role, standings
from scoring.presentation.rotation import game_title
from scoring.views import access

GAMES_LOOKED_AT = 20


@require_safe
@cache_control(private=True, no_cache=True)
def offline_manifest(request: HttpRequest) -> HttpResponse:
    """The pages that name the group, the latest game, and those that are not over."""
    games = Game.objects.visible_to(access.device_token(request)).with_names()
    latest = standings(list(games[:GAMES_LOOKED_AT]))
    kept = [
        _told(each.game)
        for place, each in enumerate(latest)
        if place == 0 or not each.standing.over
    ]
    return JsonResponse({"pages": _pages(request), "games": kept})


def _pages(request: HttpRequest) -> list[str]:
    """The pages with forms; none before the browser has a CSRF cookie: two pages fetched at
    once would set two, and the browser keeps one of them."""
    proves = settings.CSRF_COOKIE_NAME in request.COOKIES
    return [reverse("home"), reverse("new_game"), reverse("offline_queue")] if proves else []


def _told(game: Game) -> dict[str, str]:
    watched = game.role == Role.VIEWER
    address = reverse("scoreboard", args=[game.key]) if watched else game.get_absolute_url()
    return {"address": address, "names": game_title(game)}

"""What a device keeps, to show without a network."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from scoring.models import Game, Role, standings
from scoring.views import access

GAMES_LOOKED_AT = 20


@require_GET
@cache_control(private=True, no_cache=True)
def kept(request: HttpRequest) -> HttpResponse:
    """The pages that name the group, the latest game, and those that are not over."""
    games = Game.objects.seen_by(access.token(request)).with_names()
    latest = standings(list(games[:GAMES_LOOKED_AT]))
    kept = [
        _told(game)
        for place, (game, standing) in enumerate(latest)
        if place == 0 or not standing.over
    ]
    return JsonResponse({"pages": _pages(request), "games": kept})


def _pages(request: HttpRequest) -> list[str]:
    """None before the browser has the secret that forms prove their origin with: with two pages
    fetched at once it would get two, and keep one of them."""
    proves = settings.CSRF_COOKIE_NAME in request.COOKIES
    return [reverse("home"), reverse("new_game"), reverse("waiting")] if proves else []


def _told(game: Game) -> dict[str, str]:
    watched = game.role == Role.VIEWER
    address = reverse("scoreboard", args=[game.key]) if watched else game.get_absolute_url()
    return {"address": address, "names": f"{game.team_names.a} : {game.team_names.b}"}

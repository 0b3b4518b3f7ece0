"""The pages that the service worker stores for use without a network."""

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.models import Game, Player, Role, standings_of_games
from scoring.presentation.avatars import photo_address
from scoring.presentation.rotation import game_title
from scoring.views import access

GAMES_LOOKED_AT = 20


@require_safe
@cache_control(private=True, no_cache=True)
def offline_manifest(request: HttpRequest) -> HttpResponse:
    """The pages that show the group, the latest game, the games that are not over, and the
    photos of the players in the groups of these games."""
    games = Game.objects.visible_to(access.device_token(request)).with_names()
    latest = standings_of_games(list(games[:GAMES_LOOKED_AT]))
    kept_games = [
        each.game for place, each in enumerate(latest) if place == 0 or not each.standing.over
    ]
    photos = _photos(kept_games)
    entries = [_manifest_entry(each) for each in kept_games]
    return JsonResponse({"pages": _pages(request), "games": entries, "photos": photos})


def _pages(request: HttpRequest) -> list[str]:
    """The pages with forms; empty if the browser has no CSRF cookie yet. Two pages that are
    fetched at the same time would set two cookies, and the browser stores only one of them."""
    has_csrf_cookie = settings.CSRF_COOKIE_NAME in request.COOKIES
    return (
        [reverse("home"), reverse("new_game"), reverse("unsent_changes")]
        if has_csrf_cookie
        else []
    )


def _photos(games: Iterable[Game]) -> list[str]:
    groups = {game.group_id for game in games if game.shows_avatars}
    players = Player.objects.filter(group__in=groups, photo__isnull=False).order_by("photo")
    digests = players.values_list("photo", flat=True).distinct()
    return [photo_address(each) for each in digests if each]


def _manifest_entry(game: Game) -> dict[str, str]:
    is_viewer = game.role == Role.VIEWER
    address = reverse("scoreboard", args=[game.key]) if is_viewer else game.get_absolute_url()
    return {"address": address, "names": game_title(game)}

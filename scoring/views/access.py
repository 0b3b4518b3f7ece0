"""Who asks: the device behind a request, and what it may see."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from scoring.models import Device, Game, Group, SheetRow


class Request(HttpRequest):
    """A request as the middleware hands it on."""

    htmx: HtmxDetails


COOKIE = "device"
COOKIE_AGE = 400 * 24 * 3600  # the longest that browsers keep a cookie

# Enough to tell the phones at one table apart.
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def token(request: HttpRequest) -> str:
    return request.COOKIES.get(COOKIE, "")


def find_game(request: HttpRequest, key: uuid.UUID) -> Game:
    """The game, if this device may see it; 404 if not, the same as for nothing there."""
    game = Game.find(key, token=token(request))
    if game is None:
        raise Http404
    return game


def find_row(game: Game, seq: int) -> SheetRow:
    """The round on the game's sheet, or 404."""
    row = game.sheet.row(seq)
    if row is None:
        raise Http404
    return row


def own_group(device: Device) -> Group:
    """The group that a game started on this device goes to; the first one is made silently."""
    group = device.groups.order_by("-membership__id").first()
    if group is None:
        group = Group.objects.create()
        device.join(group)
    return group


def device_of(request: HttpRequest) -> tuple[Device, str]:
    """The device and its token, both made now if this browser has none."""
    device = Device.objects.holding(token(request))
    if device:
        return device, token(request)
    return Device.objects.register(_system(request))


def remember(request: HttpRequest, response: HttpResponse, device_token: str) -> HttpResponse:
    """Let the browser keep its token, from now on for as long as browsers allow."""
    if device_token:
        response.set_cookie(
            COOKIE,
            device_token,
            max_age=COOKIE_AGE,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    return response


def _system(request: HttpRequest) -> str:
    agent = request.headers.get("User-Agent", "")
    return next((name for mark, name in _SYSTEMS.items() if mark in agent), "Browser")

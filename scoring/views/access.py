"""Who asks: the device behind a request, and what it may see."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from scoring.models import Device, Game, Group, Role, SheetRow


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
    """The game, if this device may score it; 404 if not, the same as for nothing there."""
    game = find_shown(request, key)
    if game.role == Role.VIEWER:
        raise Http404
    return game


def find_shown(request: HttpRequest, key: uuid.UUID) -> Game:
    """The game, if this device may see its score, or 404."""
    game = Game.find(key, token=token(request))
    if game is None:
        raise Http404
    return game


def find_group(request: HttpRequest, key: uuid.UUID) -> Group:
    """The group, if this device is a member's there, or 404."""
    group = Group.objects.seen_by(token(request)).filter(key=key).first()
    if group is None or group.role == Role.VIEWER or group.deleted:
        raise Http404
    return group


def find_shown_group(request: HttpRequest, key: uuid.UUID) -> Group:
    """The group, if this device may see its games, or 404."""
    group = Group.objects.seen_by(token(request)).filter(key=key, deleted=None).first()
    if group is None:
        raise Http404
    return group


def find_own_group(request: HttpRequest, key: uuid.UUID, *, deleted: bool = False) -> Group:
    """The group, if this device is its owner's, or 404; a deleted one where that is asked."""
    group = Group.objects.seen_by(token(request)).filter(key=key).first()
    if group is None or group.role != Role.OWNER or bool(group.deleted) is not deleted:
        raise Http404
    return group


def find_row(game: Game, seq: int) -> SheetRow:
    """The round on the game's sheet, or 404."""
    row = game.sheet.row(seq)
    if row is None:
        raise Http404
    return row


def scoring_group(request: HttpRequest) -> Group | None:
    """The group that a game started on this device goes to: the one that it joined last."""
    groups = Group.objects.seen_by(token(request)).filter(deleted=None)
    return next((group for group in groups if group.role != Role.VIEWER), None)


def first_group(device: Device) -> Group:
    """A group for the first game, made silently; who starts it is its owner."""
    group = Group.objects.create()
    device.join(group, Role.OWNER)
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

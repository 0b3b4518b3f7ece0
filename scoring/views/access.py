"""Authorization: which device sends a request, and what it may see. All views load groups and
games with this module. The response for anything that a device may not see is a 404."""

import uuid
from collections.abc import Iterable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from scoring.cookies import cookie_name, read_cookie
from scoring.models import Device, Game, Group, Role, SheetRow
from scoring.services.membership import register_device
from scoring.tokens import DEVICE_COOKIE, parse_device_token


class Request(HttpRequest):
    """A request with the attributes that the middleware adds."""

    htmx: HtmxDetails


COOKIE_AGE = 400 * 24 * 3600  # the maximum for which browsers store a cookie

# Names of systems by a part of the User-Agent, to distinguish the phones at one table.
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def device_token(request: HttpRequest) -> str:
    """The device token in the cookie, "" if there is none."""
    return parse_device_token(read_cookie(request.COOKIES, DEVICE_COOKIE))


def get_game(request: HttpRequest, key: uuid.UUID) -> Game:
    """The game, if this device may score it. Raises Http404, also for the device of a
    viewer."""
    game = get_visible_game(request, key)
    if game.role == Role.VIEWER:
        raise Http404
    return game


def get_game_with_rounds(request: HttpRequest, key: uuid.UUID) -> Game:
    """The game, if this device may score it and its rounds are known. Raises Http404, also for
    a game that was entered with its result."""
    game = get_game(request, key)
    if game.final_totals:
        raise Http404
    return game


def get_visible_game(request: HttpRequest, key: uuid.UUID) -> Game:
    """The game, if this device may see its score. Raises Http404."""
    game = Game.find(key, token=device_token(request))
    if game is None:
        raise Http404
    return game


def get_owned_game(request: HttpRequest, key: uuid.UUID, *, deleted: bool = False) -> Game:
    """The game, if this device is an owner's in its group; with `deleted` only a deleted game,
    otherwise only one that is not deleted. Raises Http404."""
    games = Game.with_deleted.visible_to(device_token(request)).with_names()
    game = games.filter(key=key, deleted__isnull=not deleted).first()
    if game is None or game.role != Role.OWNER:
        raise Http404
    return game


def get_group(request: HttpRequest, key: uuid.UUID) -> Group:
    """The group, if this device is a member's or an owner's in it. Raises Http404."""
    group = Group.objects.playable_by(device_token(request)).filter(key=key).first()
    if group is None:
        raise Http404
    return group


def get_visible_group(request: HttpRequest, key: uuid.UUID) -> Group:
    """The group, if this device may see its games. Raises Http404."""
    group = Group.find(key, token=device_token(request))
    if group is None:
        raise Http404
    return group


def get_owned_group(request: HttpRequest, key: uuid.UUID, *, deleted: bool = False) -> Group:
    """The group, if this device is an owner's in it; with `deleted` only a deleted group,
    otherwise only one that is not deleted. Raises Http404."""
    group = Group.objects.visible_to(device_token(request)).filter(key=key).first()
    if group is None or group.role != Role.OWNER or bool(group.deleted) is not deleted:
        raise Http404
    return group


def get_row(game: Game, seq: int) -> SheetRow:
    """The round on the game's sheet. Raises Http404."""
    row = game.sheet.row(seq)
    if row is None:
        raise Http404
    return row


def current_group(request: HttpRequest) -> Group | None:
    """The group in which this device starts games by default: the one that it joined last. None
    if there is none."""
    return Group.objects.playable_by(device_token(request)).first()


def current_group_of(groups: Iterable[Group]) -> Group | None:
    """The same as `current_group`, found in these groups, which must be all that the device may
    see."""
    mine = (group for group in groups if group.role != Role.VIEWER and not group.deleted)
    return next(mine, None)


def chosen_group(request: HttpRequest) -> Group | None:
    """The group in which a game is to start: the group in the address or the form, or else the
    current one. Raises Http404 if the device may not start games in it."""
    chosen = request.POST.get("group") or request.GET.get("group")
    if not chosen:
        return current_group(request)
    try:
        return get_group(request, uuid.UUID(chosen))
    except ValueError:
        raise Http404 from None


def find_group_to_name(request: HttpRequest, group: Group | None) -> Group | None:
    """The group, disambiguated, if a page has to show its name; None if the device has no other
    group."""
    groups = (
        Group.objects.visible_to(device_token(request)).filter(deleted=None).disambiguated()
    )
    return next((each for each in groups if each == group), None) if groups[1:] else None


def get_or_create_device(request: HttpRequest) -> tuple[Device, str]:
    """The device of this browser and its token. A browser without a device gets a new one."""
    device = Device.objects.by_token(device_token(request))
    if device:
        return device, device_token(request)
    return register_device(_system(request))


def set_device_cookie(request: HttpRequest, response: HttpResponse, token: str) -> HttpResponse:
    """Set the cookie with the device token, for as long as browsers store a cookie.

    If the browser also has a cookie without the prefix of its name, that cookie gets the same
    value, because servers of release 0.1, which can still run during an upgrade, read only that
    one. A cookie without the prefix is never created, because anybody in the network could set
    it. Release 0.3 can drop this, because upgrades go from each release to the next.
    """
    secure, path_prefix = request.is_secure(), settings.PATH_PREFIX
    name = cookie_name(DEVICE_COOKIE, secure=secure, path_prefix=path_prefix)
    former = {DEVICE_COOKIE} & set(request.COOKIES)
    for each in {name, *former} if token else ():
        response.set_cookie(
            each,
            token,
            max_age=COOKIE_AGE,
            path=f"{path_prefix}/",
            secure=secure,
            httponly=True,
            samesite="Lax",
        )
    return response


def _system(request: HttpRequest) -> str:
    agent = request.headers.get("User-Agent", "")
    return next((name for mark, name in _SYSTEMS.items() if mark in agent), "Browser")

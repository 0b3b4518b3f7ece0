"""The group: its settings, its devices, and invitations to it."""

import uuid
from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms import DeviceForm, GroupForm, row_number
from scoring.models import Game, Group, JoinRequest, Membership, Role
from scoring.presentation.group_log import group_log_entries
from scoring.security_log import log_event
from scoring.services import membership
from scoring.services.membership import create_join_code
from scoring.views import access, joining
from scoring.views.qr import absolute_url, qr_code, qr_image

MAX_LOG_ENTRIES = 1000


@never_cache
@require_safe
def group(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    return _page(request, access.get_group(request, key))


def _page(request: HttpRequest, group: Group, *, refused: str = "") -> HttpResponse:
    mine = _mine(group)
    requests = JoinRequest.objects.answerable_by(mine)
    context = {
        "group": group,
        "members": group.membership_set.with_devices_of_person().order_by("id"),
        "mine": mine,
        "requests": requests.select_related("device", "player"),
        "new_owners": group.players.claimed().exclude(membership__role=Role.OWNER),
        "free": group.players.unclaimed().offered(),
        "is_owner": group.role == Role.OWNER,
        "deleted_games": _deleted_games(group),
        "refused": refused,
    }
    return render(request, "scoring/group.html", context, status=422 if refused else 200)


def _deleted_games(group: Group) -> Iterable[Game]:
    """The games that an owner can restore, the latest deleted first."""
    if group.role != Role.OWNER:
        return ()
    deleted = Game.with_deleted.filter(group=group, deleted__isnull=False)
    return deleted.with_names().order_by("-deleted")


@never_cache
@require_safe
def log(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The log of changes to players, imports and tokens."""
    group = access.get_group(request, key)
    entries = group_log_entries(group.changes.with_device_names()[:MAX_LOG_ENTRIES], group)
    return render(request, "scoring/group_log.html", {"group": group, "entries": entries})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.get_group(request, key)
    form = GroupForm(request.POST if request.method == "POST" else None, group=group)
    if form.is_valid():
        form.save()
        return redirect(group)
    context = {"group": group, "form": form}
    status = 422 if form.errors else 200
    return render(request, "scoring/group_settings.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The link as a QR code and as text. A POST creates a code to read out."""
    return _invitation(request, access.get_group(request, key))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite_to_table(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The invitation on a table page. A device that joins with it is redirected to this
    game."""
    game = access.get_game(request, key)
    return _invitation(request, game.group, game)


@never_cache
@require_safe
def invitation_qr_code(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The link for joining at a table as an image, for the scoreboard."""
    game = access.get_game(request, key)
    return qr_image(_link(request, "join", game.group.join_token, game))


def _link(request: HttpRequest, name: str, token: str, game: Game | None) -> str:
    """The address of the page `name` with this token of the group. With a game, that page
    redirects to the game at the end."""
    query = f"?{joining.TABLE_PARAMETER}={game.key}" if game else ""
    return absolute_url(request, name, token) + query


def _invitation(request: HttpRequest, group: Group, game: Game | None = None) -> HttpResponse:
    address = _link(request, "join", group.join_token, game)
    viewer_address = _link(request, "watch", group.watch_token, game)
    context = {
        "group": group,
        "game": game,
        "address": address,
        "qr": qr_code(address),
        "viewer_address": viewer_address,
        "viewer_qr": qr_code(viewer_address),
        "calendar": absolute_url(request, "calendar", group.watch_token),
        "code": _new_code(group) if request.method == "POST" else None,
        "code_page": absolute_url(request, "join_by_code"),
    }
    return render(request, "scoring/invite.html", context)


def _new_code(group: Group) -> str:
    code = create_join_code(group)
    log_event("code created", group=group.pk)
    return code


@require_POST
def answer_request(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Accept or decline the join request of a device."""
    group = access.get_group(request, key)
    accept = request.POST.get("answer") == "yes"
    if not membership.answer_request(_mine(group), number, accept=accept):
        raise Http404
    event = "join request accepted" if accept else "join request declined"
    log_event(event, group=group.pk, device=group.device_id)
    return redirect(group)


@require_POST
def claim_player(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Link this device to a player who has no device yet."""
    group = access.get_group(request, key)
    membership.claim_player(group, group.device_id, row_number(request.POST.get("player", "")))
    return redirect(group)


@require_POST
def create_recovery_link(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Create a recovery link for the person of this device. The link of an owner makes a phone
    an owner's, so only an owner's device may create it."""
    mine = _mine(access.get_group(request, key))
    if not mine.may_create_recovery_link or mine.player is None:
        raise Http404
    log_event("recovery link created", group=mine.group_id, device=mine.device_id)
    return joining.recovery_link_page(request, mine.player)


@require_POST
def name_device(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    group = access.get_group(request, key)
    form = DeviceForm(request.POST)
    member = _member(group, number)
    if not form.is_valid():
        first, *_ = (each for errors in form.errors.values() for each in errors)
        return _page(request, group, refused=str(first))
    form.save(member)
    return redirect(group)


@require_POST
def revoke(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Remove a device from the group: this device or another one. Only an owner may remove an
    owner's device."""
    group = access.get_group(request, key)
    member = _member(group, number)
    if member.role == Role.OWNER and group.role != Role.OWNER:
        raise Http404
    if member.device_id == group.device_id:
        return _leave(group, member)
    membership.revoke(group, member)
    log_event("device revoked", group=group.pk, device=member.device_id)
    return redirect(group)


def _leave(group: Group, member: Membership) -> HttpResponse:
    """Remove the device that sent the request. The last device of the last owner stays."""
    if not membership.leave(group, member):
        return redirect(group)
    log_event("device left", group=group.pk, device=member.device_id)
    response = redirect("home")
    # The pages that the browser has cached must not be shown again. The service worker deletes
    # by itself the pages that the device may no longer see, and does not delete unsent rounds
    # of other groups.
    response["Clear-Site-Data"] = '"cache"'
    return response


def _mine(group: Group) -> Membership:
    """The membership of the device that sent the request. Raises Http404 if the device has been
    revoked since the group was read."""
    members = group.membership_set.select_related("device", "player__group")
    return get_object_or_404(members, device=group.device_id)


def _member(group: Group, number: int) -> Membership:
    members = group.membership_set.select_related("device")
    return get_object_or_404(members, pk=number)

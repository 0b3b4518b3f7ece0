"""The ways in which a device joins a group: with a link, a code, or a recovery link, or as a
viewer."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.forms import CodeForm, JoinForm
from scoring.models import Device, Game, Group, JoinRequest, Player, Role
from scoring.security_log import log_event
from scoring.services.membership import (
    create_recovery_link,
    join_group,
    redeem_recovery_link,
    rotate_device_token,
)
from scoring.services.transaction import write_transaction
from scoring.tokens import hash_token
from scoring.views import access
from scoring.views.qr import absolute_url, qr_code
from scoring.views.rate_limits import CODE, JOIN, limited

TABLE_PARAMETER = "table"  # in an invitation: the key of the game from which it was opened


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited(JOIN)
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Ask who the person is. A GET changes nothing, so that a program that previews the link
    does not join."""
    group = Group.objects.filter(join_token=token, deleted=None).first()
    if group is None:
        raise _unknown_link(request, "invitation")
    form = JoinForm(request.POST or None, group=group)
    if form.is_bound and form.is_valid():
        return _join(request, form)
    return _join_page(request, form)


def _join_page(request: HttpRequest, form: JoinForm) -> HttpResponse:
    group = form.group
    device = Device.objects.by_token(access.device_token(request))
    asked = JoinRequest.objects.filter(group=group, device=device).first() if device else None
    context = {
        "group": group,
        "form": form,
        "asked": asked,
        "member": _is_member(group, device),
        "game": _game_to_enter(request, group),
    }
    return _private(render(request, "scoring/join.html", context, status=_status(form)))


def _join(request: HttpRequest, form: JoinForm) -> HttpResponse:
    with write_transaction():
        device, _ = access.get_or_create_device(request)
        is_in = form.join(device)
    event = "joined" if is_in else "asked to join"
    log_event(event, by="invitation", group=form.group.pk, device=device.pk)
    game = _game_to_enter(request, form.group)
    there = redirect(game or "home") if is_in else redirect(request.get_full_path())
    return _with_new_tokens(request, there, device)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited(CODE)
def join_by_code(request: HttpRequest) -> HttpResponse:
    """The form for a code that somebody at the table reads out."""
    form = CodeForm(request.POST or None)
    if form.is_bound and form.is_valid():
        group = form.cleaned_data["code"].group
        log_event("code accepted", group=group.pk)
        return redirect("join", group.join_token)
    if form.is_bound:
        log_event("code refused")
    return _private(
        render(request, "scoring/join_by_code.html", {"form": form}, status=_status(form))
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited(JOIN)
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Join the group as a viewer, with the watching link."""
    group = Group.objects.filter(watch_token=token, deleted=None).first()
    if group is None:
        raise _unknown_link(request, "watching link")
    if request.method != "POST":
        return _private(render(request, "scoring/watch.html", {"group": group}))
    with write_transaction():
        device, _ = access.get_or_create_device(request)
        join_group(device, group, Role.VIEWER)
    log_event("joined", by="watching link", group=group.pk, device=device.pk)
    game = _game_of_invitation(request, group) or group.games.with_rounds().first()
    return _with_new_tokens(
        request, redirect("scoreboard", game.key) if game else redirect("home"), device
    )


def _game_to_enter(request: HttpRequest, group: Group) -> Game | None:
    """The game to show after joining: the game of the invitation, or else the latest game of
    the group if it is running."""
    latest = group.games.with_rounds().first()
    running = latest and not latest.summary.standing.over
    return _game_of_invitation(request, group) or (latest if running else None)


def _game_of_invitation(request: HttpRequest, group: Group) -> Game | None:
    """The last game that follows the game in the address, or that game itself; None if the
    address contains none."""
    try:
        key = uuid.UUID(request.GET.get(TABLE_PARAMETER, ""))
    except ValueError:
        return None
    game = group.games.filter(key=key).first()
    return game and game.last_in_chain


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited(JOIN)
def recover(request: HttpRequest, token: str) -> HttpResponse:
    """Link a new phone to the person of this recovery link, and show the link that replaces
    it."""
    if request.method != "POST":
        players = Player.objects.select_related("group").filter(group__deleted=None)
        player = get_object_or_404(players, recovery_link_hash=hash_token(token))
        return _private(render(request, "scoring/recover.html", {"player": player}))
    with write_transaction():
        device, _ = access.get_or_create_device(request)
        found = redeem_recovery_link(token, device)
        if found is None:
            raise _unknown_link(request, "recovery link")
        response = recovery_link_page(request, found)
    log_event("joined", by="recovery link", group=found.group_id, device=device.pk)
    return _with_new_tokens(request, response, device)


def recovery_link_page(request: HttpRequest, player: Player) -> HttpResponse:
    """Create the recovery link of this person, and show it. It is never shown again."""
    address = absolute_url(request, "recover", create_recovery_link(player))
    context = {"player": player, "address": address, "qr": qr_code(address)}
    return _private(render(request, "scoring/recovery_link.html", context))


def _with_new_tokens(
    request: HttpRequest, response: HttpResponse, device: Device
) -> HttpResponse:
    """The response with a new device token and a new CSRF token, because the access of the
    device has changed. The old ones no longer work."""
    rotate_token(request)
    return access.set_device_cookie(request, response, rotate_device_token(device))


def _unknown_link(request: HttpRequest, kind: str) -> Http404:
    """Return a 404. Attempts to join are logged, because they are limited; a GET is neither
    logged nor limited."""
    if request.method == "POST":
        log_event("unknown link", kind=kind)
    return Http404()


def _is_member(group: Group, device: Device | None) -> bool:
    members = group.membership_set.filter(device=device).exclude(role=Role.VIEWER)
    return device is not None and members.exists()


def _status(form: JoinForm | CodeForm) -> int:
    return 422 if form.errors else 200


def _private(response: HttpResponse) -> HttpResponse:
    """Limit the referrer to this site, because the address is a secret."""
    response["Referrer-Policy"] = "same-origin"
    return response

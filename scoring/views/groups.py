"""The group: its name and defaults, who is in it, and who may come in."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.forms import DeviceForm, GroupForm
from scoring.models import Group, JoinCode, Membership, Role, writing
from scoring.views import access, joining
from scoring.views.qr import absolute, qr_code


@never_cache
@require_GET
def group(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    return _page(request, access.find_group(request, key))


def _page(request: HttpRequest, group: Group, *, refused: str = "") -> HttpResponse:
    members = group.membership_set.select_related("device", "player").order_by("id")
    mine = next(each for each in members if each.device_id == group.asked_by)
    context = {
        "group": group,
        "members": members,
        "mine": mine,
        "requests": group.requests.select_related("device", "player"),
        "players": group.players.all(),
        "free": group.players.unclaimed(),
        "owns": group.role == Role.OWNER,
        "refused": refused,
    }
    return render(request, "scoring/group.html", context, status=422 if refused else 200)


@never_cache
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.find_group(request, key)
    form = GroupForm(request.POST) if request.method == "POST" else GroupForm.of(group)
    if form.is_bound and form.is_valid():
        form.save(group)
        return redirect(group)
    context = {"group": group, "form": form}
    status = 422 if form.errors else 200
    return render(request, "scoring/group_settings.html", context, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
def invite(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The link as a picture and as text; a POST makes a code to read out."""
    group = access.find_group(request, key)
    code = JoinCode.objects.make(group) if request.method == "POST" else None
    address = absolute(request, "join", group.join_token)
    watching = absolute(request, "watch", group.watch_token)
    context = {
        "group": group,
        "address": address,
        "qr": qr_code(address),
        "watching": watching,
        "watching_qr": qr_code(watching),
        "code": code,
        "code_page": absolute(request, "code"),
    }
    return render(request, "scoring/invite.html", context)


@require_POST
def answer_request(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Say yes or no to a device that says it is somebody who is here already."""
    group = access.find_group(request, key)
    asked = get_object_or_404(group.requests.select_related("player", "device"), pk=number)
    with writing():
        if request.POST.get("answer") == "yes":
            asked.player.let_in(asked.device)
        else:
            asked.delete()
    return redirect(group)


@require_POST
def be(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Say whose device this is, where nobody else is that person."""
    group = access.find_group(request, key)
    free = group.players.unclaimed()
    number = request.POST.get("player", "")
    player = free.filter(pk=number).first() if number.isdecimal() else None
    if player:
        with writing():
            group.membership_set.filter(device=group.asked_by).update(player=player)
    return redirect(group)


@require_POST
def make_way_back(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.find_group(request, key)
    mine = group.membership_set.select_related("player__group").get(device=group.asked_by)
    return joining.show_way_back(request, mine.player) if mine.player else redirect(group)


@require_POST
def name_device(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    group = access.find_group(request, key)
    form = DeviceForm(request.POST)
    member = _member(group, number)
    if not form.is_valid():
        return _page(request, group, refused=str(form.errors["name"][0]))
    form.save(member)
    return redirect(group)


@require_POST
def revoke(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Take a device's right away. The owner's devices are the owner's matter."""
    group = access.find_group(request, key)
    member = _member(group, number)
    if member.role == Role.OWNER and group.role != Role.OWNER:
        raise Http404
    with writing():
        last = group.membership_set.filter(role=Role.OWNER).count() == 1
        if member.role != Role.OWNER or not last:
            member.delete()
    if member.device_id != group.asked_by:
        return redirect(group)
    response = redirect("home")
    # What the browser has from before is not to be gone back to. Its service worker forgets by
    # itself what the device may no longer see; waiting rounds of other groups stay.
    response["Clear-Site-Data"] = '"cache"'
    return response


def _member(group: Group, number: int) -> Membership:
    members = group.membership_set.select_related("device")
    return get_object_or_404(members, pk=number)

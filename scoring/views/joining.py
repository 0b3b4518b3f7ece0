"""How a device comes into a group: by a link, a code, a way back, or only to watch."""

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.forms import CodeForm, JoinForm
from scoring.models import Device, Group, JoinRequest, Player, Role, hash_token, writing
from scoring.views import access
from scoring.views.limits import CODE, JOIN, limited
from scoring.views.qr import absolute, qr_code


@never_cache
@require_http_methods(["GET", "POST"])
@limited(JOIN)
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Ask who somebody is. Looking changes nothing, so that a link preview joins nobody."""
    group = Group.objects.filter(join_token=token, deleted=None).first()
    if group is None:
        raise Http404
    form = JoinForm(request.POST or None, group=group)
    if form.is_bound and form.is_valid():
        return _join(request, form)
    device = Device.objects.holding(access.token(request))
    asked = JoinRequest.objects.filter(group=group, device=device).first() if device else None
    context = {"group": group, "form": form, "asked": asked, "member": _member(group, device)}
    return _private(render(request, "scoring/join.html", context, status=_status(form)))


def _join(request: HttpRequest, form: JoinForm) -> HttpResponse:
    with writing():
        device, _ = access.device_of(request)
        is_in = form.join(device)
    return _enter(request, redirect("home") if is_in else redirect(request.path), device)


@never_cache
@require_http_methods(["GET", "POST"])
@limited(CODE)
def code(request: HttpRequest) -> HttpResponse:
    """Type the eight letters that somebody at the table reads out."""
    form = CodeForm(request.POST or None)
    if form.is_bound and form.is_valid():
        return redirect("join", form.cleaned_data["code"].group.join_token)
    return _private(render(request, "scoring/code.html", {"form": form}, status=_status(form)))


@never_cache
@require_http_methods(["GET", "POST"])
@limited(JOIN)
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """A link that only shows: the score, on any screen."""
    group = Group.objects.filter(watch_token=token, deleted=None).first()
    if group is None:
        raise Http404
    if request.method == "GET":
        return _private(render(request, "scoring/watch.html", {"group": group}))
    with writing():
        device, _ = access.device_of(request)
        device.join(group, Role.VIEWER)
    game = group.games.first()
    return _enter(
        request, redirect("scoreboard", game.key) if game else redirect("home"), device
    )


@never_cache
@require_http_methods(["GET", "POST"])
@limited(JOIN)
def way_back(request: HttpRequest, token: str) -> HttpResponse:
    """Bring a new phone in as the person who saved this link, and give the link's successor."""
    players = Player.objects.select_related("group").filter(group__deleted=None)
    player = players.filter(way_back_hash=hash_token(token)).first()
    if player is None:
        raise Http404
    if request.method == "GET":
        return _private(render(request, "scoring/way_back.html", {"player": player}))
    with writing():
        device, _ = access.device_of(request)
        player.let_in(device)
    return _enter(request, show_way_back(request, player), device)


def show_way_back(request: HttpRequest, player: Player) -> HttpResponse:
    """Make this person's link, and show it this once."""
    address = absolute(request, "way_back", player.new_way_back())
    context = {"player": player, "address": address, "qr": qr_code(address)}
    return _private(render(request, "scoring/way_back_made.html", context))


def _enter(request: HttpRequest, response: HttpResponse, device: Device) -> HttpResponse:
    """With another right come another token and another proof of origin."""
    rotate_token(request)
    return access.remember(request, response, device.new_token())


def _member(group: Group, device: Device | None) -> bool:
    members = group.membership_set.filter(device=device).exclude(role=Role.VIEWER)
    return device is not None and members.exists()


def _status(form: JoinForm | CodeForm) -> int:
    return 422 if form.errors else 200


def _private(response: HttpResponse) -> HttpResponse:
    """The address is a key: it is told to no other site, and stands in no list."""
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex"
    return response

"""The players of a group: their names, hiding them, and merging them."""

import uuid
from typing import cast

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms import (
    AvatarForm,
    ForgetPlayerForm,
    PhotoForm,
    PlayerForm,
    PlayerMergeForm,
    PlayerSplitForm,
    row_number,
)
from scoring.models import Game, Group, Photo, Player, Role, standings_of_games
from scoring.presentation.game_list import listed_games
from scoring.services.forget_player import forget_player
from scoring.services.game_players import games_of_player
from scoring.services.player_merge import take_merge_back
from scoring.services.players import hide_player, show_player
from scoring.views import access

GAMES_A_PAGE = 100
PHOTO_MAX_AGE = 365 * 24 * 3600  # seconds


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """All players of the group, hidden players separately. A POST, which pages of an earlier
    release send, renames a player."""
    group = access.get_group(request, key)
    if request.method == "POST":
        return player(request, key, row_number(request.POST.get("player", "")))
    context = {
        "group": group,
        "players": group.players.offered(),
        "hidden": group.players.filter(hidden=True),
        "merged": Player.with_merged.merged_in(group),
        "is_owner": group.role == Role.OWNER,
    }
    return render(request, "scoring/players.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """The actions on a player. A POST renames the player."""
    group = access.get_group(request, key)
    player = get_object_or_404(group.players, pk=number)
    form = PlayerForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.rename(player, group.device_id):
        return redirect("player", group.key, player.pk)
    is_owner = group.role == Role.OWNER
    context = {"group": group, "player": player, "form": form, "is_owner": is_owner}
    status = 422 if form.errors else 200
    return render(request, "scoring/player.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def avatar(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """The colour of a player, and the symbol instead of the monogram."""
    group = access.get_group(request, key)
    player = get_object_or_404(group.players, pk=number)
    form = AvatarForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        form.save()
        return redirect("player", group.key, player.pk)
    return _avatar_page(request, player, group, form, PhotoForm())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def photo(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Set or remove the photo of a player. A GET shows the page with the form."""
    group = access.get_group(request, key)
    player = get_object_or_404(group.players, pk=number)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = PhotoForm(*sent)
    if form.is_valid() and form.save(player):
        return redirect("player", group.key, player.pk)
    return _avatar_page(request, player, group, AvatarForm(player=player), form)


def _avatar_page(
    request: HttpRequest, player: Player, group: Group, form: AvatarForm, photo: PhotoForm
) -> HttpResponse:
    context = {"group": group, "player": player, "form": form, "photo": photo}
    status = 422 if form.errors or photo.errors else 200
    return render(request, "scoring/player_avatar.html", context, status=status)


@require_safe
@cache_control(private=True, max_age=PHOTO_MAX_AGE, immutable=True)
def photo_file(request: HttpRequest, digest: str) -> HttpResponse:
    """A photo of a player in one of the device's groups. The address is a digest of the
    content, so the photo can be cached permanently."""
    visible = Photo.objects.visible_to(access.device_token(request))
    found = visible.filter(digest=digest).first()
    if found is None:
        raise Http404
    return HttpResponse(bytes(found.content), content_type="image/jpeg")


@require_POST
def hide(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Stop offering this player in lists of names. Statistics do not change."""
    group = access.get_group(request, key)
    hide_player(get_object_or_404(group.players, pk=number), group.device_id)
    return redirect("players", group.key)


@require_POST
def show(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Undo `hide`."""
    group = access.get_group(request, key)
    show_player(get_object_or_404(group.players, pk=number), group.device_id)
    return redirect("players", group.key)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Preview the effect of merging this player into another one. A POST merges them."""
    group = access.get_owned_group(request, key)
    player = get_object_or_404(group.players, pk=number)
    asked = request.GET if "into" in request.GET else None
    form = PlayerMergeForm(request.POST or asked, player=player)
    if request.method == "POST" and form.merge(group.device_id):
        return redirect("players", group.key)
    preview = form.preview() if form.is_bound else None
    context = {"group": group, "player": player, "form": form, "preview": preview}
    return render(request, "scoring/merge.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def split(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """The games of this player. A POST moves the ticked games to another player."""
    group = access.get_owned_group(request, key)
    player = get_object_or_404(group.players, pk=number)
    data = request.POST if request.method == "POST" else None
    form = PlayerSplitForm(data, player=player, games=(games := games_of_player(player)))
    if data is not None and form.split(group.device_id):
        return redirect("players", group.key)
    visible = Game.objects.visible_to(access.device_token(request))
    found = visible.filter(pk__in=games).latest_first()
    page = Paginator(found, GAMES_A_PAGE).get_page(request.GET.get("page"))
    details = list(visible.details_of(cast("QuerySet[Game]", page.object_list)))
    listed = listed_games(standings_of_games(details), {}, timezone.now())
    context = {"group": group, "player": player, "form": form, "page": page, "games": listed}
    status = 422 if form.errors else 200
    return render(request, "scoring/split_player.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Explain the effect of forgetting this player's name. A POST forgets it."""
    group = access.get_owned_group(request, key)
    player = get_object_or_404(group.players, pk=number)
    form = ForgetPlayerForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        forget_player(player, group.device_id)
        return redirect("players", group.key)
    context = {"group": group, "player": player, "form": form}
    status = 422 if form.errors else 200
    return render(request, "scoring/forget_player.html", context, status=status)


@require_POST
def take_back(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Undo `merge`."""
    group = access.get_owned_group(request, key)
    merged = get_object_or_404(Player.with_merged.merged_in(group), pk=number)
    take_merge_back(merged, group.device_id)
    return redirect("players", group.key)

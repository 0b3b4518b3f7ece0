"""What a group's owner alone can do: new links, a new owner, the end of the group."""

import uuid

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.models import RESTORABLE, Group
from scoring.views import access


@require_POST
def rotate_links(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.find_own_group(request, key)
    group.rotate_links()
    return redirect("invite", group.key)


@require_POST
def hand_over(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.find_own_group(request, key)
    number = request.POST.get("player", "")
    group.hand_over(get_object_or_404(group.players, pk=number if number.isdecimal() else 0))
    return redirect(group)


@never_cache
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Delete the group after its name was typed; it can be restored for 30 days."""
    group = access.find_own_group(request, key)
    typed = " ".join(request.POST.get("name", "").split())
    if request.method == "POST" and typed == str(group):
        group.delete_for_now()
        return redirect("home")
    refused = _("Type the group's name just as it stands above.") if request.POST else ""
    context = {"group": group, "days": RESTORABLE.days, "refused": refused}
    return render(request, "scoring/group_delete.html", context, status=422 if refused else 200)


@require_POST
def restore(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.find_own_group(request, key, deleted=True)
    group.restore()
    return redirect(group)


@never_cache
@require_GET
def export(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """All of the group's games, as a file."""
    group = access.find_group(request, key)
    response = JsonResponse(_facts(group), json_dumps_params={"indent": 1})
    name = slugify(str(group)) or "group"
    response["Content-Disposition"] = f'attachment; filename="tichu-{name}.json"'
    return response


def _facts(group: Group) -> dict[str, object]:
    return {
        "group": str(group),
        "players": [player.name for player in group.players.all()],
        "games": [
            {
                "key": str(game.key),
                "started": game.created.isoformat(),
                "target": game.target,
                "tie": game.tie,
                "grand": game.grand,
                "one_call_per_team": game.one_call_per_team,
                "seats": {str(seat): name for seat, name in game.names.items()},
                "rounds": [
                    {"recorded": each.recorded.isoformat(), **each.facts}
                    for each in game.rounds.all()
                ],
            }
            for game in group.games.with_names().prefetch_related("rounds")
        ],
    }

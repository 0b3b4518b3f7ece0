"""What a group's owner alone can do: new links, a new owner, the end of the group."""

import uuid

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms import row_number
from scoring.models import RESTORE_WINDOW, Game, Group, Round, clean_text
from scoring.services import groups
from scoring.views import access


@require_POST
def rotate_links(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.get_owned_group(request, key)
    groups.rotate_links(group)
    return redirect("invite", group.key)


@require_POST
def transfer_ownership(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.get_owned_group(request, key)
    number = row_number(request.POST.get("player", ""))
    groups.transfer_ownership(group, get_object_or_404(group.players, pk=number))
    return redirect(group)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Delete the group after its name was typed; it can be restored for 30 days."""
    group = access.get_owned_group(request, key)
    typed = clean_text(request.POST.get("name", ""))
    if request.method == "POST" and typed == clean_text(str(group)):
        groups.soft_delete(group)
        return redirect("home")
    refused = _("Type the group's name just as it stands above.") if request.POST else ""
    context = {"group": group, "days": RESTORE_WINDOW.days, "refused": refused, "typed": typed}
    return render(request, "scoring/group_delete.html", context, status=422 if refused else 200)


@require_POST
def restore(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.get_owned_group(request, key, deleted=True)
    groups.restore(group)
    return redirect(group)


@never_cache
@require_safe
def export(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """All of the group's games, as a file."""
    group = access.get_group(request, key)
    response = JsonResponse(_facts(group), json_dumps_params={"indent": 1})
    name = slugify(str(group)) or "group"
    response["Content-Disposition"] = f'attachment; filename="tichu-{name}.json"'
    return response


def _facts(group: Group) -> dict[str, object]:
    names = dict(group.players.values_list("pk", "name"))
    return {
        "group": str(group),
        "players": list(names.values()),
        "payments": [
            {
                "payer": names[each.payer_id],
                "payee": names[each.payee_id],
                "chips": each.chips,
                "at": each.at.isoformat(),
            }
            for each in group.payments.all()
        ],
        "games": [
            {
                "key": str(game.key),
                "started": game.created.isoformat(),
                **game.agreement.columns,
                "rotation": _rotation_facts(game, names),
                "series": _series_facts(game),
                "stake": game.stake,
                "seats": {str(seat): name for seat, name in game.names.items()},
                "ending": game.ending,
                "ending_reason": game.ending_reason,
                "adjustments": game.adjustments or [],
                "final_totals": _final_totals(game),
                "rounds": [
                    {"recorded": each.recorded.isoformat(), **_round_facts(each, names)}
                    for each in game.rounds.all()
                ],
            }
            for game in group.games.with_names().prefetch_related("rounds")
        ],
    }


def _rotation_facts(game: Game, names: dict[int, str]) -> dict[str, object] | None:
    """How partners change, with the players by their names."""
    rotation = game.rotation
    if rotation is None:
        return None
    facts = rotation.to_dict() | {"players": [names[each] for each in rotation.players]}
    if rotation.before:
        facts["before"] = [[names[each] for each in four] for four in rotation.before]
    return facts


def _series_facts(game: Game) -> dict[str, object] | None:
    if not game.series:
        return None
    first = str(game.series)
    return {"best_of": game.best_of, "first": first, "number": game.series_number}


def _final_totals(game: Game) -> dict[str, int] | None:
    """The totals of a game that was entered without rounds."""
    totals = game.final_totals
    return {str(team): total for team, total in totals.items()} if totals else None


def _round_facts(row: Round, names: dict[int, str]) -> dict[str, object]:
    """The facts of a round; as `seats` its own players, if it has any."""
    facts = row.facts
    facts.pop("players", None)
    if row.players:
        facts["seats"] = {str(seat): names[key] for seat, key in row.players.items()}
    return facts

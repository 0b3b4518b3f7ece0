"""The players of a group, and their names."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.forms import PlayerForm, row_number
from scoring.views import access


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """All players of the group; a POST renames one."""
    group, form, renamed = access.get_group(request, key), None, None
    if request.method == "POST":
        number = row_number(request.POST.get("player", ""))
        renamed, form = get_object_or_404(group.players, pk=number), PlayerForm(request.POST)
        if form.rename(renamed):
            return redirect("players", group.key)
    context = {"group": group, "players": group.players.all(), "form": form, "renamed": renamed}
    status = 422 if form else 200
    return render(request, "scoring/players.html", context, status=status)

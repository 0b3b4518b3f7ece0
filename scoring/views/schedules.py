"""The schedule of an evening of a group."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.forms import ScheduleForm
from scoring.presentation.schedules import evening_schedule
from scoring.views import access


@never_cache
@require_safe
def schedule(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The rounds of an evening for the ticked players."""
    group = access.get_group(request, key)
    form = ScheduleForm(request.GET, group=group)
    players = list(group.players.offered().order_by("pk"))
    ticked = form.present(())
    present = [player for player in players if player.pk in ticked and form.is_valid()]
    context = {"group": group, "form": form, "players": players, "ticked": ticked}
    context["schedule"] = evening_schedule(group, present)
    status = 200 if form.is_valid() else 422
    return render(request, "scoring/schedule.html", context, status=status)

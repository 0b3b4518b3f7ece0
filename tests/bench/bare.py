"""The bare views with which all measures are compared, and the table that one of them fills."""

import uuid
from typing import cast

from django.db import connection, models, transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from scoring.models import Game
from scoring.views.access import Request
from scoring.views.table_responses import board


class Line(models.Model):
    """A row of a few columns, as small as a first Django view would store."""

    points = models.IntegerField()
    note = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    objects: "models.Manager[Line]" = models.Manager()

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return self.note


def create_table() -> None:
    with connection.schema_editor() as editor:
        editor.create_model(Line)


@csrf_exempt
@require_POST
def insert(request: HttpRequest) -> HttpResponse:
    """Insert one row in one transaction, and do nothing else."""
    with transaction.atomic():
        Line.objects.create(points=int(request.POST["points"]), note=request.POST["note"])
    return HttpResponse("stored")


@require_GET
def cached(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return one rendered string from memory: the table of a game, as htmx fetches it."""
    if key not in _boards:
        game = Game.objects.with_names().get(key=key)
        game.shows_win_probability = False
        _boards[key] = board(cast("Request", request), game).content
    return HttpResponse(_boards[key])


_boards: dict[uuid.UUID, bytes] = {}

"""The table page: the score, the round that is tapped in, undo and redo, the change log."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST

from scoring.forms import RecordForm, RedoForm, UndoForm
from scoring.models import Conflict
from scoring.stats.tables import prepare
from scoring.views import access, answers
from scoring.views.access import Request


@require_GET
@cache_control(private=True, no_cache=True)
def table(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.find_game(request, key)
    prepare(game)
    etag = answers.page_etag(request, game)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = answers.table(request, game)
        access.remember(request, response, access.token(request))
    response["ETag"] = etag
    return response


@require_GET
@cache_control(private=True, no_cache=True)
def blank(request: Request) -> HttpResponse:
    return answers.blank(request)


@require_GET
@cache_control(private=True, no_cache=True)
def board(request: Request, key: uuid.UUID) -> HttpResponse:
    """The table as it now stands, or 204 for a phone that has seen this version."""
    game = access.find_game(request, key)
    if request.GET.get("seen") == str(game.version):
        return HttpResponse(status=204)
    return answers.board(request, game)


@require_POST
def record_round(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.find_game(request, key)
    form = RecordForm(request.POST, game=game)
    try:
        change = form.carry_out()
    except Conflict:
        return answers.conflict(request, form)
    if change is None:
        return answers.refused(request, form)
    return answers.recorded(request, game, change)


@require_POST
def undo(request: Request, key: uuid.UUID) -> HttpResponse:
    return answers.changed(request, UndoForm(request.POST, game=access.find_game(request, key)))


@require_POST
def redo(request: Request, key: uuid.UUID) -> HttpResponse:
    return answers.changed(request, RedoForm(request.POST, game=access.find_game(request, key)))


@require_GET
@cache_control(private=True, no_cache=True)
def change_log(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.find_game(request, key)
    changes = game.changes.select_related("device").reverse()
    return render(request, "scoring/log.html", {"game": game, "changes": changes})

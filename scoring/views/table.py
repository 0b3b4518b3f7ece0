"""The table page: the score, recording a round, undo and redo, and the change log."""

import uuid

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_cookie

from scoring.caching import page_etag
from scoring.forms import RecordForm, RedoForm, UndoForm
from scoring.models import Role
from scoring.stats.win_probability.cache import get_model_or_enqueue
from scoring.views import access, responses, table_responses
from scoring.views.access import Request


@require_safe
@vary_on_cookie
@cache_control(private=True, no_cache=True)
def table(request: Request, key: uuid.UUID) -> HttpResponse:
    """The table page; a viewer is redirected to the scoreboard."""
    game = access.get_visible_game(request, key)
    if game.role == Role.VIEWER:
        return redirect("scoreboard", key)
    model = get_model_or_enqueue(game) if game.shows_win_probability else None
    if "CSRF_COOKIE" not in request.META:
        get_token(request)  # creates the secret of a browser that has none
    etag = page_etag(game, model, request.META["CSRF_COOKIE"])
    response = get_conditional_response(request, etag=etag)
    if response is None:
        # Masking the secret takes a tenth of the time of a 304, so it is masked only for a
        # page.
        response = table_responses.table_page(game, model, get_token(request))
        access.set_device_cookie(request, response, access.device_token(request))
    response["ETag"] = etag
    return response


@require_safe
@cache_control(private=True, no_cache=True)
def blank(request: Request) -> HttpResponse:
    return table_responses.blank_table(request)


@require_safe
@cache_control(private=True, no_cache=True)
def board(request: Request, key: uuid.UUID) -> HttpResponse:
    """The present table, or 204 for a phone that already shows this revision."""
    game = access.get_game(request, key)
    if request.GET.get("seen") == str(game.revision):
        return HttpResponse(status=204)
    return table_responses.board(request, game)


@require_POST
def record_round(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.get_game(request, key)
    form = RecordForm(request.POST, game=game)
    return responses.execute(request, form, responses.round_recorded)


@require_POST
def undo(request: Request, key: uuid.UUID) -> HttpResponse:
    return responses.execute(
        request, UndoForm(request.POST, game=access.get_game(request, key))
    )


@require_POST
def redo(request: Request, key: uuid.UUID) -> HttpResponse:
    return responses.execute(
        request, RedoForm(request.POST, game=access.get_game(request, key))
    )


@require_safe
@cache_control(private=True, no_cache=True)
def change_log(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.get_game(request, key)
    changes = game.changes.with_device_names().reverse()
    return render(request, "scoring/change_log.html", {"game": game, "changes": changes})

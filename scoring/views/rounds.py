"""One recorded round: show it, amend it, remove it."""

import uuid

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import AmendForm, AnnotateForm, RemoveForm
from scoring.services.transaction import Conflict
from scoring.views import access, responses
from scoring.views.access import Request


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def round_detail(request: Request, key: uuid.UUID, seq: int) -> HttpResponse:
    game = access.get_game(request, key)
    form = AmendForm(request.POST or None, game=game, seq=seq)
    if form.is_bound and "preview" not in request.POST:
        return responses.execute(request, form, responses.amended)
    return responses.round_page(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def annotate_round(request: Request, key: uuid.UUID, seq: int) -> HttpResponse:
    """Edit the notes of a recorded round."""
    game = access.get_game(request, key)
    row = access.get_row(game, seq)
    form = AnnotateForm(request.POST or None, game=game, seq=seq)
    try:
        if form.is_bound and form.execute():
            return redirect("round", key, seq)
    except Conflict:
        return responses.conflict(request, form)
    context = {"game": game, "form": form, "row": row}
    return render(
        request, "scoring/round_notes.html", context, status=422 if form.errors else 200
    )


@require_POST
def remove_round(request: Request, key: uuid.UUID, seq: int) -> HttpResponse:
    game = access.get_game(request, key)
    return responses.execute(request, RemoveForm(request.POST, game=game, seq=seq))

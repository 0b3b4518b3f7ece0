"""One recorded round: look at it, amend it, remove it."""

import uuid

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import AmendForm, RememberForm, RemoveForm
from scoring.models import Conflict
from scoring.views import access, answers
from scoring.views.access import Request


@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
def open_round(request: Request, key: uuid.UUID, seq: int) -> HttpResponse:
    game = access.find_game(request, key)
    if request.method == "POST":
        return answers.amended(request, AmendForm(request.POST, game=game, seq=seq))
    row = access.find_row(game, seq)
    form = AmendForm(game=game, seq=seq).start_from(row.round)
    return render(request, "scoring/round.html", {"game": game, "row": row, "form": form})


@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
def remember(request: Request, key: uuid.UUID, seq: int) -> HttpResponse:
    """Note a bomb, or what else a recorded round is remembered for."""
    game = access.find_game(request, key)
    row = access.find_row(game, seq)
    form = RememberForm(request.POST or None, game=game, seq=seq)
    try:
        if form.is_bound and form.carry_out():
            return redirect("round", key, seq)
    except Conflict:
        return answers.conflict(request, form)
    context = {"game": game, "form": form, "row": row}
    return render(request, "scoring/moments.html", context, status=422 if form.errors else 200)


@require_POST
def remove_round(request: Request, key: uuid.UUID, seq: int) -> HttpResponse:
    game = access.find_game(request, key)
    return answers.changed(request, RemoveForm(request.POST, game=game, seq=seq))

"""One recorded round: look at it, amend it, remove it."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import AmendForm, RemoveForm
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


@require_POST
def remove_round(request: Request, key: uuid.UUID, seq: int) -> HttpResponse:
    game = access.find_game(request, key)
    return answers.changed(request, RemoveForm(request.POST, game=game, seq=seq))

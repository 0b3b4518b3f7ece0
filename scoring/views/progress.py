"""The round in progress: the ticks on the table page, counted cards, notes."""

import uuid

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import reswap, retarget

from scoring.forms import CountForm, LastPlayerForm, ProgressForm, ProgressNotesForm
from scoring.models import Game
from scoring.services.progress import ProgressUpdate
from scoring.views import access, responses
from scoring.views.access import Request

# The pages that a button of the table's form can open while a round is being entered.
_NEXT = {"count", "last_player"}


@require_POST
def update(request: Request, key: uuid.UUID) -> HttpResponse:
    """Save the ticks of the table page, and continue with the page of the button."""
    game = access.get_game(request, key)
    form = ProgressForm(request.POST, game=game)
    status, saved = responses.execute_or_explain(form)
    if saved:
        return responses.with_change_number(_saved(request, form, saved), game.version)
    if status == 409 and not form.lost_calls:
        return responses.with_change_number(_superseded(request, game), game.version)
    return responses.progress_refused(request, form, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def count(request: Request, key: uuid.UUID) -> HttpResponse:
    """Count the cards of both teams."""
    game = access.get_game(request, key)
    return _count(request, CountForm(request.POST or None, game=game))


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def last_player(request: Request, key: uuid.UUID) -> HttpResponse:
    """Count the cards of every player, and transfer those of the last player."""
    game = access.get_game(request, key)
    return _count(request, LastPlayerForm(request.POST or None, game=game))


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def notes(request: Request, key: uuid.UUID) -> HttpResponse:
    """Edit the notes of the round in progress. If that round was recorded meanwhile, the typed
    notes remain on the page, which links to the notes of the recorded round."""
    game = access.get_game(request, key)
    form = ProgressNotesForm(request.POST or None, game=game)
    status, saved = responses.execute_or_explain(form)
    if saved or (game.summary.standing.over and not form.is_bound):
        return redirect(game)
    context = {"game": game, "form": form}
    if status == 409:
        context |= {"superseded": True, "recorded": form.next_recorded_round()}
    return render(request, "scoring/round_notes.html", context, status=status)


@require_safe
@cache_control(private=True, no_cache=True)
def recorded(request: Request, key: uuid.UUID) -> HttpResponse:
    """For a page that counts cards: 204 if its round, which follows round `after`, is still in
    progress, else a sentence which says that the round was recorded."""
    form = CountForm(request.GET, game=access.get_game(request, key))
    if form.is_valid():
        if form.cleaned_data["after"] == form.game.last_seq:
            return HttpResponse(status=204)
        form.add_stale_error()
    return render(request, "scoring/count.html#refused", {"form": form})


def _count(request: Request, form: CountForm) -> HttpResponse:
    """The page for counting; for htmx, only the result of the count, or the error."""
    if form.game.summary.standing.over:
        return responses.redirect_to(request, form.game)
    form.initial = {"pile": request.GET.get("pile", "")}
    status, counted = responses.execute_or_explain(form)
    if counted and not request.htmx:
        return redirect(f"{request.path}?pile={form.active}")
    context = {"game": form.game, "form": form}
    if request.htmx and status != 200:
        refused = render(request, "scoring/count.html#refused", context, status=status)
        return reswap(retarget(refused, "#status"), "innerHTML")
    part = "#result" if request.htmx else ""
    return render(request, f"scoring/count.html{part}", context, status=status)


def _saved(request: Request, form: ProgressForm, saved: ProgressUpdate) -> HttpResponse:
    """The response after the progress was saved: the page of the button, or the table."""
    game, onward = form.game, request.POST.get("next")
    if onward in _NEXT:
        return responses.redirect_to(request, onward, game.key)
    if not request.htmx:
        return redirect(game)
    context = {"game": game, "previous_revision": saved.previous_revision}
    return render(request, "scoring/table.html#known", context)


def _superseded(request: Request, game: Game) -> HttpResponse:
    """The response if the round was recorded meanwhile with all calls of this phone. There is
    nothing to report."""
    return HttpResponse(status=204) if request.htmx else redirect(game)

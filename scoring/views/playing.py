"""The round in progress: what is ticked on the table, counted cards, moments."""

import uuid

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from scoring.forms import CountForm, LastForm, PlayingMomentsForm, TellForm
from scoring.models import Conflict
from scoring.views import access, answers
from scoring.views.access import Request

# Where the table's form can lead while a round is tapped in.
_NEXT = {"count", "last_player"}


@require_POST
def tell(request: Request, key: uuid.UUID) -> HttpResponse:
    """Keep what is ticked on the table, and go on to where the button leads."""
    game = access.find_game(request, key)
    form = TellForm(request.POST, game=game)
    status = _status(form)
    if status == 200:
        return answers.marked(_told(request, form), game.version)
    if status == 409 and form.recorded:
        return answers.marked(HttpResponse(status=204), game.version)
    if status == 409:
        return answers.refused(request, form, status=status)
    return answers.marked(answers.table(request, game, refused=form, status=status), 0)


@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
def count(request: Request, key: uuid.UUID) -> HttpResponse:
    """Count the cards of both teams."""
    game = access.find_game(request, key)
    return _count(request, CountForm(request.POST or None, game=game))


@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
def last_player(request: Request, key: uuid.UUID) -> HttpResponse:
    """Count the cards of every player, and pass on those of the last one."""
    game = access.find_game(request, key)
    return _count(request, LastForm(request.POST or None, game=game))


@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
def moments(request: Request, key: uuid.UUID) -> HttpResponse:
    """Note a bomb, or what else the round in progress is remembered for."""
    game = access.find_game(request, key)
    form = PlayingMomentsForm(request.POST or None, game=game)
    status = _status(form) if form.is_bound else 0
    if status == 200 or game.end.standing.over:
        return redirect(game)
    context = {"game": game, "form": form}
    return render(request, "scoring/moments.html", context, status=status or 200)


def _count(request: Request, form: CountForm) -> HttpResponse:
    if form.game.end.standing.over:
        return redirect(form.game)
    form.initial = {"pile": request.GET.get("pile", "")}
    status = _status(form) if form.is_bound else 0
    if status == 200 and not request.htmx:
        return redirect(f"{request.path}?pile={form.active}")
    part = "" if not request.htmx else "#result" if status == 200 else "#refused"
    context = {"game": form.game, "form": form}
    response = render(request, f"scoring/count.html{part}", context, status=status or 200)
    return response if part != "#refused" else reswap(retarget(response, "#said"), "innerHTML")


def _status(form: TellForm | CountForm | PlayingMomentsForm) -> int:
    """Carry the form out; what is wrong then stands in its errors."""
    try:
        return 422 if form.carry_out() is None else 200
    except Conflict:
        form.come_late()
        return 409


def _told(request: Request, form: TellForm) -> HttpResponse:
    """What was ticked is known now: on to where the button leads, or back to the table."""
    game, onward = form.game, request.POST.get("next")
    if onward in _NEXT:
        response = redirect(onward, game.key)
        return HttpResponseClientRedirect(response.url) if request.htmx else response
    if not request.htmx:
        return redirect(game)
    if not form.shows(game.in_progress):
        return answers.table(request, game)
    return render(request, "scoring/table.html#known", {"game": game})

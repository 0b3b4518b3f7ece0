"""Games that are entered with their result, without rounds."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from scoring.forms import CorrectResultForm, ResultForm
from scoring.forms.command_form import illegal_round_message
from scoring.models import Group, Player
from scoring.rules import IllegalRound
from scoring.stats.recent_players import players_by_recency
from scoring.views import access, responses
from scoring.views.access import Request
from scoring.views.rate_limits import START, limited


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
@limited(START)
def enter(request: Request, key: uuid.UUID) -> HttpResponse:
    """Add a game of which only the result is known to the group."""
    group = access.get_group(request, key)
    if request.method != "POST":
        last = group.games.with_names().first()
        players = _players(group)
        return _page(request, group, ResultForm.prefilled(last, group, players), players)
    form = ResultForm(request.POST)
    if form.is_valid():
        try:
            return redirect(form.enter(group))
        except IllegalRound as error:
            form.add_error(None, illegal_round_message(error))
    return _page(request, group, form, _players(group), status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def correct(request: Request, key: uuid.UUID) -> HttpResponse:
    """Correct the result of a game that was entered without rounds; 404 for any other game."""
    game = access.get_game(request, key)
    if game.final_totals is None:
        raise Http404
    form = CorrectResultForm(request.POST or None, game=game)
    status, change = responses.execute_or_explain(form)
    if change:
        return redirect(game)
    return _page(request, game.group, form, _players(game.group), status=status)


def _players(group: Group) -> list[Player]:
    """The players whom the form offers."""
    return players_by_recency(group, timezone.now())


def _page(
    request: Request,
    group: Group,
    form: ResultForm,
    players: list[Player],
    *,
    status: int = 200,
) -> HttpResponse:
    game = form.game if isinstance(form, CorrectResultForm) else None
    context = {
        "form": form,
        "game": game,
        "group": group,
        "group_to_name": None if game else access.find_group_to_name(request, group),
        "players": players,
    }
    return render(request, "scoring/result.html", context, status=status)

"""The home page, and how a game starts."""

import uuid

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.forms import NewGameForm, RematchForm
from scoring.models import Game, Group, standings, writing
from scoring.views import access, answers
from scoring.views.access import Request
from scoring.views.limits import START, limited

GAMES_A_PAGE = 20


@require_GET
@cache_control(private=True, no_cache=True)
@ensure_csrf_cookie
def home(request: HttpRequest) -> HttpResponse:
    games = Game.objects.seen_by(access.token(request)).with_names()
    page = Paginator(games, GAMES_A_PAGE).get_page(request.GET.get("page"))
    groups = Group.objects.seen_by(access.token(request))
    context = {"page": page, "games": standings(list(page)), "groups": groups}
    response = render(request, "scoring/home.html", context)
    return access.remember(request, response, access.token(request))


@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
@limited(START)
def new_game(request: Request) -> HttpResponse:
    if request.method == "POST":
        return _start(request, NewGameForm(request.POST))
    group = access.scoring_group(request)
    last = group.games.with_names().first() if group else None
    return _new_game_page(request, NewGameForm.like(last, group, request.GET))


def _new_game_page(
    request: HttpRequest, form: NewGameForm, *, status: int = 200
) -> HttpResponse:
    group = access.scoring_group(request)
    context = {"form": form, "group": group, "players": group.players.all() if group else ()}
    return render(request, "scoring/new_game.html", context, status=status)


def _start(request: Request, form: NewGameForm) -> HttpResponse:
    if not form.is_valid():
        return answers.marked(_new_game_page(request, form, status=422), 0)
    with writing():
        device, token = access.device_of(request)
        game = form.start(access.scoring_group(request) or access.first_group(device))
    return access.remember(request, answers.started(request, game), token)


@require_POST
def rematch(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.find_game(request, key)
    form = RematchForm(request.POST)
    return answers.started(request, form.start(game)) if form.is_valid() else redirect(game)

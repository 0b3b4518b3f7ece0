"""The home page, and how a game starts."""

import uuid
from typing import cast

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms import NewGameForm, RematchForm
from scoring.models import Game, Group, Player, Role, standings
from scoring.presentation.home import home_page
from scoring.presentation.sessions import all_tables_url
from scoring.stats.recent_players import players_by_recency
from scoring.views import access, responses
from scoring.views.access import Request
from scoring.views.group_start import NO_NEW_GROUPS, may_start, start_in_group
from scoring.views.rate_limits import START, limited

GAMES_A_PAGE = 20


@require_safe
@cache_control(private=True, no_cache=True)
@ensure_csrf_cookie
def home(request: HttpRequest) -> HttpResponse:
    token = access.device_token(request)
    visible = Game.objects.visible_to(token)
    page = Paginator(visible.latest_first(), GAMES_A_PAGE).get_page(request.GET.get("page"))
    games = visible.details_of(cast("QuerySet[Game]", page.object_list))
    groups = list(Group.objects.visible_to(token))
    context = {
        "page": page,
        "home": home_page(standings(list(games)), groups, timezone.now()),
        "groups": groups,
        "current_group": access.current_group_of(groups),
        "closed": "" if page.paginator.count or may_start(request) else NO_NEW_GROUPS,
    }
    response = render(request, "scoring/home.html", context)
    return access.set_device_cookie(request, response, token)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
@limited(START)
def new_game(request: Request) -> HttpResponse:
    if request.method == "POST":
        return _start(request, NewGameForm(request.POST))
    group = access.chosen_group(request)
    last = group.games.with_rounds().with_names().first() if group else None
    players = _players(group)
    form = NewGameForm.prefilled(last, group, request.GET, players)
    return _new_game_page(request, form, group, players)


def _players(group: Group | None) -> list[Player]:
    """Whom the form offers."""
    return players_by_recency(group, timezone.now()) if group else []


def _new_game_page(
    request: HttpRequest,
    form: NewGameForm,
    group: Group | None,
    players: list[Player],
    *,
    status: int = 200,
) -> HttpResponse:
    closed = "" if may_start(request) else NO_NEW_GROUPS
    context = {"form": form, "group": group, "players": players, "closed": closed}
    return render(request, "scoring/new_game.html", context, status=status)


def _start(request: Request, form: NewGameForm) -> HttpResponse:
    group = access.chosen_group(request)
    started = start_in_group(request, form, group)
    if started is None:
        page = _new_game_page(request, form, group, _players(group), status=422)
        return responses.with_change_number(page, 0)
    response = responses.game_started(request, started.value)
    return access.set_device_cookie(request, response, started.token)


@require_POST
def rematch(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.get_game(request, key)
    if tables := all_tables_url(game):  # what is next is decided for all tables
        return redirect(tables)
    form = RematchForm(request.POST)
    return (
        responses.game_started(request, form.start(game)) if form.is_valid() else redirect(game)
    )


@require_safe
@cache_control(private=True, no_cache=True)
def next_game(request: Request, key: uuid.UUID, *, scoreboard: bool = False) -> HttpResponse:
    """On to the last rematch: to its table, or to its scoreboard."""
    game = access.get_visible_game(request, key)
    following = game.last_rematch
    if scoreboard or game.role == Role.VIEWER:
        return redirect("scoreboard", following.key)
    return redirect(following)

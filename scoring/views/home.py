"""The home page, and starting a game."""

import uuid
from datetime import datetime, timedelta
from typing import cast

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms import NewGameForm, RematchForm
from scoring.models import (
    Game,
    GameStanding,
    Group,
    Player,
    Role,
    read_sheets,
    standings_of_games,
)
from scoring.models.game_queryset import GameQuerySet
from scoring.presentation.game_list import SILENCE
from scoring.presentation.home import HomePage, home_page
from scoring.presentation.sessions import all_tables_url
from scoring.rules import Ending
from scoring.stats.recent_players import players_by_recency
from scoring.views import access, responses
from scoring.views.access import Request
from scoring.views.group_start import NO_NEW_GROUPS, may_start, start_in_group
from scoring.views.rate_limits import START, limited

GAMES_A_PAGE = 20

# The maximum number of games beyond the first page that are checked, and their maximum age, to
# show running games on the first page. With these limits the page is fast even for a group with
# years of games.
MAX_BEGUN_BEFORE = 20
_BEGAN_WITHIN = timedelta(days=31)


@require_safe
@cache_control(private=True, no_cache=True)
@ensure_csrf_cookie
def home(request: HttpRequest) -> HttpResponse:
    token = access.device_token(request)
    visible = Game.objects.visible_to(token)
    page = Paginator(visible.latest_first(), GAMES_A_PAGE).get_page(request.GET.get("page"))
    groups = Group.objects.visible_to(token).disambiguated()
    context = {
        "page": page,
        "home": _home_page(visible, page, groups),
        "groups": groups,
        "current_group": access.current_group_of(groups),
        "closed": "" if page.paginator.count or may_start(request) else NO_NEW_GROUPS,
    }
    response = render(request, "scoring/home.html", context)
    return access.set_device_cookie(request, response, token)


def _home_page(visible: GameQuerySet[Game], page: Page[Game], groups: list[Group]) -> HomePage:
    now = timezone.now()
    games = list(visible.details_of(cast("QuerySet[Game]", page.object_list)))
    is_first = page.number == 1 and page.has_next()
    begun_before = _begun_before(games, visible, now) if is_first else []
    standings = standings_of_games(games)
    read_sheets([each.game for each in standings if each.game.rotation and each.standing.over])
    return home_page(standings, groups, now, page.number, begun_before)


def _begun_before(
    listed: list[Game], visible: GameQuerySet[Game], now: datetime
) -> list[GameStanding]:
    """The games before the listed ones that may still be running: of those begun within
    _BEGAN_WITHIN, the MAX_BEGUN_BEFORE that were changed last. Some of them may be over, which
    is known only from their rounds."""
    not_ended = visible.with_rounds().filter(ending=Ending.NONE)
    others = not_ended.exclude(pk__in=[game.pk for game in listed])
    recent = others.filter(created__gt=now - _BEGAN_WITHIN).changed_since(now - SILENCE)
    return standings_of_games(list(visible.details_of(recent[:MAX_BEGUN_BEFORE])))


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
    """The players whom the form offers."""
    return players_by_recency(group, timezone.now()) if group else []


def _new_game_page(
    request: HttpRequest, form: NewGameForm, group: Group | None, players: list[Player]
) -> HttpResponse:
    closed = "" if may_start(request) else NO_NEW_GROUPS
    context = {
        "form": form,
        "group": group,
        "group_to_name": access.find_group_to_name(request, group),
        "players": players,
        "closed": closed,
    }
    status = 422 if form.is_bound else 200
    return render(request, "scoring/new_game.html", context, status=status)


def _start(request: Request, form: NewGameForm) -> HttpResponse:
    group = access.chosen_group(request)
    started = start_in_group(request, form, group)
    if started is None:
        page = _new_game_page(request, form, group, _players(group))
        return responses.with_change_number(page, 0)
    response = responses.game_started(request, started.value)
    return access.set_device_cookie(request, response, started.token)


@require_POST
def rematch(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.get_game(request, key)
    if tables := all_tables_url(game):  # a session continues at all its tables together
        return redirect(tables)
    form = RematchForm(request.POST)
    return (
        responses.game_started(request, form.start(game)) if form.is_valid() else redirect(game)
    )


@require_safe
@cache_control(private=True, no_cache=True)
def next_game(request: Request, key: uuid.UUID, *, scoreboard: bool = False) -> HttpResponse:
    """Redirect to the table page, or the scoreboard, of the last game that follows this one."""
    game = access.get_visible_game(request, key)
    following = game.last_in_chain
    if scoreboard or game.role == Role.VIEWER:
        return redirect("scoreboard", following.key)
    return redirect(following)

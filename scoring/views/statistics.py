"""Statistics: what a group's rounds say about its players, its pairs and its evenings."""

import hashlib
import uuid
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.forms import EveningForm, LineupForm, StatsFilterForm
from scoring.models import Game, Group, Player, Role
from scoring.presentation.stats import Names
from scoring.presentation.stats_pages.evening import evening_page, evening_title
from scoring.presentation.stats_pages.group import group_page
from scoring.presentation.stats_pages.pair import pair_page
from scoring.presentation.stats_pages.pairs import pairs_page
from scoring.presentation.stats_pages.player import player_page
from scoring.presentation.stats_pages.ratings import ratings_page
from scoring.presentation.stats_pages.rows import PageLinks
from scoring.release import release
from scoring.stats.evening_summary import get_evening_summary
from scoring.stats.evenings import get_evening
from scoring.stats.group_ratings import group_ratings
from scoring.stats.group_stats import group_stats
from scoring.stats.history import HistoryVersion, evening_date, history_version
from scoring.stats.profile import find_profile
from scoring.views import access


@require_safe
@cache_control(private=True, no_cache=True)
def group(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The league, the calls, the records and the evenings."""
    group, form = access.get_visible_group(request, key), StatsFilterForm(request.GET)

    def content(at: HistoryVersion, names: Names) -> _Content:
        found = group_stats(group, form.value, at=at)
        keys = _keys(group, {record.game for record in found.records})
        page = group_page(found, group, names, keys, form.query) if found.evenings else None
        return _Content({"page": page}, found.complete)

    return _answer(request, group, _Page("scoring/stats.html", form, content))


@require_safe
@cache_control(private=True, no_cache=True)
def player(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    group, form = access.get_visible_group(request, key), StatsFilterForm(request.GET)
    player = get_object_or_404(Player.with_merged.filter(group=group), pk=number)
    if player.merged_into_id:
        return redirect("player_stats", group.key, player.merged_into_id)

    def content(at: HistoryVersion, names: Names) -> _Content:
        found = group_stats(group, form.value, at=at)
        profile = find_profile(found, player.pk)
        keys = _keys(group, {each.game for each in profile.records} if profile else set())
        links = PageLinks(group, keys, form.query)
        page = profile and player_page(profile, found, names, links)
        return _Content({"page": page, "player": player}, found.complete)

    return _answer(request, group, _Page("scoring/stats_player.html", form, content, number))


@require_safe
@cache_control(private=True, no_cache=True)
def pairs(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Who plays how with whom, and against whom."""
    group, form = access.get_visible_group(request, key), StatsFilterForm(request.GET)

    def content(at: HistoryVersion, names: Names) -> _Content:
        found = group_stats(group, form.value, at=at)
        page = pairs_page(found, group, names, form.query) if found.evenings else None
        return _Content({"page": page}, found.complete)

    return _answer(request, group, _Page("scoring/stats_pairs.html", form, content))


@require_safe
@cache_control(private=True, no_cache=True)
def pair(request: HttpRequest, key: uuid.UUID, one: int, other: int) -> HttpResponse:
    """Two players, as partners and against each other."""
    group, form = access.get_visible_group(request, key), StatsFilterForm(request.GET)
    asked = Player.with_merged.filter(group=group)
    players = [get_object_or_404(asked, pk=number) for number in (one, other)]
    first, second = (player.merged_into_id or player.pk for player in players)
    if first == second:
        raise Http404
    if (first, second) != (one, other):
        return redirect("one_pair_stats", group.key, first, second)

    def content(at: HistoryVersion, names: Names) -> _Content:
        found = group_stats(group, form.value, at=at)
        page = pair_page(found, (one, other), group, names)
        return _Content({"page": page, "players": players}, found.complete)

    about = one, other
    return _answer(request, group, _Page("scoring/stats_pair.html", form, content, about))


@require_safe
@cache_control(private=True, no_cache=True)
def ratings(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """How strong everybody is, and fair teams for tonight."""
    group = access.get_visible_group(request, key)
    form = LineupForm(request.GET, group=group)
    can_start = access.current_group(request) == group
    about = can_start, form.offered

    def content(at: HistoryVersion, names: Names) -> _Content:
        found = group_ratings(group, at=at)
        present = form.present(found.last_players)
        lineups = found.lineups(present) if form.is_valid() else []
        ticked = {each: each in present for each in form.offered}
        page = ratings_page(found, names, ticked, lineups, can_start=can_start)
        return _Content({"page": page})

    return _answer(request, group, _Page("scoring/stats_ratings.html", form, content, about))


@require_safe
@cache_control(private=True, no_cache=True)
def evening(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """This evening, the last one, or the one that is asked for."""
    group, form = access.get_visible_group(request, key), EveningForm(request.GET)
    today, shares = evening_date(timezone.now()), group.role != Role.VIEWER

    def content(at: HistoryVersion, names: Names) -> _Content:
        evenings = group_stats(group, at=at).evenings
        day = form.value or (evenings[-1].day if evenings else today)
        about = {"day": day, "title": evening_title(day, today), "shares": shares}
        found = get_evening(group, day)
        if found is None:
            return _Content(about)
        keys = _keys(group, {game.pk for game in found.games})
        summary = get_evening_summary(group, found, at)
        page = evening_page(found, summary, group, names, keys)
        return _Content({"page": page, **about}, summary.complete)

    about = today, shares
    return _answer(request, group, _Page("scoring/stats_evening.html", form, content, about))


class _Content(NamedTuple):
    """What a template shows; not `complete` while win probabilities are being solved."""

    context: dict[str, Any]
    complete: bool = True


class _Page(NamedTuple):
    """A page of statistics. It depends on the group's version, names and avatars, on what
    `form` asks for, and on what else it is `about`."""

    template: str
    form: StatsFilterForm | EveningForm | LineupForm
    content: Callable[[HistoryVersion, Names], _Content]
    about: object = None


def _answer(request: HttpRequest, group: Group, page: _Page) -> HttpResponse:
    """The cached page, rendered again only if something that it depends on has changed."""
    names = {each.pk: each.name for each in group.all_players}
    at = history_version(group)
    if not page.form.is_valid():
        html, _ = _render(request, group, page, names, at)
        return HttpResponse(html, status=422)
    asked = page.form.value
    shown = names, group.avatars
    settled = (group.key, str(group), at, shown, asked, page.template, page.about)
    tag = hashlib.sha256(f"{settled}{release()}".encode()).hexdigest()[:32]
    response = get_conditional_response(request, etag=f'"{tag}"')
    if response is None:
        html = cache.get(f"statistics-{tag}")
        if html is None:
            html, complete = _render(request, group, page, names, at)
            if not complete:
                return HttpResponse(html)
            cache.set(f"statistics-{tag}", html)
        response = HttpResponse(html)
    response["ETag"] = f'"{tag}"'
    return response


def _render(
    request: HttpRequest, group: Group, page: _Page, names: Names, at: HistoryVersion
) -> tuple[str, bool]:
    """The page, and whether it is complete."""
    content, everything = page.content(at, names), group_stats(group, at=at)
    context = {"group": group, "form": page.form, "everything": everything, **content.context}
    html = render_to_string(page.template, context, request)
    return html, content.complete and everything.complete


def _keys(group: Group, games: Iterable[int]) -> dict[int, uuid.UUID]:
    """The addresses of games."""
    return dict(Game.objects.filter(group=group, pk__in=games).values_list("pk", "key"))

"""Statistics: what a group's rounds say about its players, its pairs and its evenings."""

import hashlib
import uuid
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from scoring.forms import EveningForm, SpanForm, TonightForm
from scoring.models import Game, Group, Role
from scoring.stats.evening import evening as evening_of_group
from scoring.stats.group import figures
from scoring.stats.history import Version, evening_of, version
from scoring.stats.strengths import strengths
from scoring.views import access, answers


@require_GET
@cache_control(private=True, no_cache=True)
def group(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The league, the calls, the records and the evenings."""
    group, form = access.find_shown_group(request, key), SpanForm(request.GET)

    def context(at: Version) -> dict[str, Any]:
        found = figures(group, form.asked, at=at)
        return {
            "found": found,
            "games": _keys(group, {record.game for record in found.records}),
        }

    return _answer(request, group, _Page("scoring/stats.html", form, context))


@require_GET
@cache_control(private=True, no_cache=True)
def player(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    group = access.find_shown_group(request, key)
    player = group.players.filter(pk=number).first()
    form = SpanForm(request.GET)
    if player is None:
        raise Http404

    def context(at: Version) -> dict[str, Any]:
        found = figures(group, form.asked, at=at)
        mine = found.players.get(player.pk)
        return {"found": found, "player": player, "mine": mine}

    return _answer(request, group, _Page("scoring/stats_player.html", form, context, number))


@require_GET
@cache_control(private=True, no_cache=True)
def pairs(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Who plays how with whom, and against whom."""
    group, form = access.find_shown_group(request, key), SpanForm(request.GET)

    def context(at: Version) -> dict[str, Any]:
        return {"found": figures(group, form.asked, at=at)}

    return _answer(request, group, _Page("scoring/stats_pairs.html", form, context))


@require_GET
@cache_control(private=True, no_cache=True)
def ratings(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """How strong everybody is, and fair teams for tonight."""
    group = access.find_shown_group(request, key)
    form = TonightForm(request.GET, group=group)
    starts = access.scoring_group(request) == group

    def context(at: Version) -> dict[str, Any]:
        found = strengths(group, at=at)
        there = form.there(found.last)
        lineups = found.lineups(there) if form.is_valid() else []
        return {"found": found, "there": there, "lineups": lineups, "starts": starts}

    return _answer(request, group, _Page("scoring/stats_ratings.html", form, context, starts))


@require_GET
@cache_control(private=True, no_cache=True)
def evening(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """This evening, the last one, or the one that is asked for."""
    group, form = access.find_shown_group(request, key), EveningForm(request.GET)
    today, shares = evening_of(timezone.now()), group.role != Role.VIEWER

    def context(at: Version) -> dict[str, Any]:
        evenings = figures(group, at=at).evenings
        day = form.asked or (evenings[-1].day if evenings else today)
        found = evening_of_group(group, day)
        games = _keys(group, {game.pk for game in found.games} if found else set())
        return {"found": found, "day": day, "today": today, "shares": shares, "games": games}

    about = today, shares
    return _answer(request, group, _Page("scoring/stats_evening.html", form, context, about))


class _Page(NamedTuple):
    """A page of statistics: what it shows is settled by the group's version and names, by what
    `form` asks for, and by what it is `about`."""

    template: str
    form: SpanForm | EveningForm | TonightForm
    context: Callable[[Version], dict[str, Any]]
    about: object = None


def _answer(request: HttpRequest, group: Group, page: _Page) -> HttpResponse:
    """The page as it is kept, made anew only if something of it changed."""
    names, at = dict(group.players.values_list("pk", "name")), version(group)
    if not page.form.is_valid():
        html, _ = _make(request, group, page, names, at)
        return HttpResponse(html, status=422)
    asked = page.form.asked
    settled = (group.key, str(group), at, names, asked, page.template, page.about)
    tag = hashlib.sha256(f"{settled}{answers.release()}".encode()).hexdigest()[:32]
    response = get_conditional_response(request, etag=f'"{tag}"')
    if response is None:
        html = cache.get(f"statistics-{tag}")
        if html is None:
            html, complete = _make(request, group, page, names, at)
            if not complete:
                return HttpResponse(html)
            cache.set(f"statistics-{tag}", html)
        response = HttpResponse(html)
    response["ETag"] = f'"{tag}"'
    return response


def _make(
    request: HttpRequest, group: Group, page: _Page, names: dict[int, str], at: Version
) -> tuple[str, bool]:
    """The page, and whether all that can be said is on it."""
    everything = figures(group, at=at)
    shown = {"group": group, "names": names, "form": page.form, "everything": everything}
    shown |= page.context(at)
    html = render_to_string(page.template, shown, request)
    return html, everything.complete and getattr(shown["found"], "complete", True)


def _keys(group: Group, games: Iterable[int]) -> dict[int, uuid.UUID]:
    """The addresses of games."""
    return dict(Game.objects.filter(group=group, pk__in=games).values_list("pk", "key"))

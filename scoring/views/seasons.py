"""The seasons of a group: their tables for everybody, and their days for the owner."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms import SeasonForm
from scoring.models import Role, Season
from scoring.presentation.stats import Names
from scoring.presentation.stats_pages.seasons import SeasonStanding, season_page, seasons_page
from scoring.services.seasons import remove_season
from scoring.stats.evening_date import evening_date
from scoring.stats.history import HistoryVersion
from scoring.stats.seasons import games_left, season_games, season_table, season_tables
from scoring.stats.title_chances import get_title_chances
from scoring.views import access
from scoring.views.cached_statistics import Content, Page, cached_page


@require_safe
@cache_control(private=True, no_cache=True)
def seasons(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """All seasons and their winners."""
    group = access.get_visible_group(request, key)
    found, today = list(group.seasons.all()), evening_date(timezone.now())
    owns = group.role == Role.OWNER

    def content(_: HistoryVersion, names: Names) -> Content:
        by_key = season_tables(group, found) if found else {}
        tables = {season: by_key[season.pk] for season in found}
        page = seasons_page(tables, group, names, today)
        return Content({"page": page, "owns": owns})

    varies_by = owns, today, [_shown_facts(each) for each in found]
    return cached_page(request, group, Page("scoring/seasons.html", None, content, varies_by))


@require_safe
@cache_control(private=True, no_cache=True)
def season(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """The tables of one season."""
    group = access.get_visible_group(request, key)
    season = get_object_or_404(group.seasons, pk=number)
    today, owns = evening_date(timezone.now()), group.role == Role.OWNER

    def content(version: HistoryVersion, names: Names) -> Content:
        games = season_games(group, season)
        table = season_table(games)
        left = games_left(season, games, today)
        chances = get_title_chances(group, games, table, left, version=version)
        page = season_page(season, SeasonStanding(table, left, chances), group, names, today)
        return Content({"page": page, "season": season, "owns": owns})

    varies_by = owns, today, _shown_facts(season)
    return cached_page(request, group, Page("scoring/season.html", None, content, varies_by))


def _shown_facts(season: Season) -> tuple[object, ...]:
    """The facts of the season itself that pages show. They are not part of the version of the
    history."""
    return season.pk, season.name, season.first_day, season.last_day


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The form for a new season. A POST adds it."""
    group = access.get_owned_group(request, key)
    form = SeasonForm(request.POST if request.method == "POST" else None, group=group)
    return _form_page(request, form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """The form for an existing season. A POST changes it."""
    group = access.get_owned_group(request, key)
    season = get_object_or_404(group.seasons, pk=number)
    data = request.POST if request.method == "POST" else None
    return _form_page(request, SeasonForm(data, group=group, season=season))


@require_POST
def remove(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """Remove a season, but not its games."""
    group = access.get_owned_group(request, key)
    if not remove_season(group, number):
        raise Http404
    return redirect("seasons", group.key)


def _form_page(request: HttpRequest, form: SeasonForm) -> HttpResponse:
    saved = form.save() if form.is_bound else None
    if saved:
        return redirect("season", form.group.key, saved.pk)
    context = {"group": form.group, "form": form, "season": form.season}
    status = 422 if form.errors else 200
    return render(request, "scoring/season_form.html", context, status=status)

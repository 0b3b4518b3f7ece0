"""Statistics of a group's rounds: its players, its pairs and its evenings."""

import uuid
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.forms import EveningForm, LineupForm, StatsFilterForm
from scoring.models import Group, Player, Role
from scoring.presentation.stats import Names
from scoring.presentation.stats_pages.evening import EveningPage, evening_page, evening_title
from scoring.presentation.stats_pages.group import group_page
from scoring.presentation.stats_pages.pair import pair_page
from scoring.presentation.stats_pages.pairs import pairs_page
from scoring.presentation.stats_pages.player import PlayerPage, player_page
from scoring.presentation.stats_pages.ratings import ratings_page
from scoring.stats.badges import group_badges
from scoring.stats.evening_date import evening_date
from scoring.stats.evening_summary import get_evening_summary
from scoring.stats.evenings import get_evening, neighbouring_days
from scoring.stats.group_ratings import group_ratings
from scoring.stats.group_stats import group_stats
from scoring.stats.history import HistoryVersion
from scoring.stats.profile import find_profile
from scoring.stats.year_review import reviewed_years
from scoring.views import access
from scoring.views.cached_statistics import Content, Page, cached_page, page_links


@require_safe
@cache_control(private=True, no_cache=True)
def group(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The league, the calls, the records and the evenings."""
    group, form = access.get_visible_group(request, key), StatsFilterForm(request.GET)
    today = evening_date(timezone.now())

    def content(version: HistoryVersion, names: Names) -> Content:
        stats = group_stats(group, form.value, version=version)
        links = page_links(group, {record.game for record in stats.records}, form.query)
        past = form.value.ends_before(today)
        page = group_page(stats, names, links, past=past) if stats.evenings else None
        found = group_stats(group, version=version)
        years, this_evening = reviewed_years(found, today), found.ends_on(today)
        context = {"page": page, "reviewed_years": years, "this_evening": this_evening}
        return Content(context, stats.complete)

    page = Page("scoring/stats.html", form, content, (today, group.role))
    return cached_page(request, group, page)


@require_safe
@cache_control(private=True, no_cache=True)
def player(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponse:
    """The profile of a player, and the figures on which it is based."""
    group, form = access.get_visible_group(request, key), StatsFilterForm(request.GET)
    player = _player(group, number)
    if player.merged_into_id:
        return redirect("player_stats", group.key, player.merged_into_id)
    today = evening_date(timezone.now())

    def content(version: HistoryVersion, names: Names) -> Content:
        page, complete = _player_page(player, group, form, version, names)
        years = reviewed_years(group_stats(group, version=version), today)
        return Content({"page": page, "player": player, "reviewed_years": years}, complete)

    page = Page("scoring/stats_player.html", form, content, (number, today.year, today.month))
    return cached_page(request, group, page)


def _player_page(
    player: Player,
    group: Group,
    form: StatsFilterForm,
    version: HistoryVersion,
    names: Names,
) -> tuple[PlayerPage | None, bool]:
    """The profile of the player, None without any game; and whether it is complete."""
    stats = group_stats(group, form.value, version=version)
    profile = find_profile(stats, player.pk)
    badges = group_badges(group, version=version, player=player.pk)
    games = [badge.game for badge in badges]
    games += [record.game for record in profile.records] if profile else []
    links = page_links(group, games, form.query)
    page = player_page(profile, stats, badges, names, links) if profile else None
    return page, stats.complete


@require_safe
@cache_control(private=True, no_cache=True)
def pairs(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The figures of partners and of rivals."""
    group, form = access.get_visible_group(request, key), StatsFilterForm(request.GET)

    def content(version: HistoryVersion, names: Names) -> Content:
        stats = group_stats(group, form.value, version=version)
        links = page_links(group, (), form.query)
        page = pairs_page(stats, names, links) if stats.evenings else None
        return Content({"page": page}, stats.complete)

    page = Page("scoring/stats_pairs.html", form, content, group.role)
    return cached_page(request, group, page)


@require_safe
@cache_control(private=True, no_cache=True)
def pair(request: HttpRequest, key: uuid.UUID, one: int, other: int) -> HttpResponse:
    """Two players, as partners and against each other."""
    group, form = access.get_visible_group(request, key), StatsFilterForm(request.GET)
    players = [_player(group, each) for each in (one, other)]
    shown = [each.merged_into_id or each.pk for each in players]
    if shown[0] == shown[1]:
        raise Http404
    if shown != [one, other]:
        return redirect("one_pair_stats", group.key, *shown)

    def content(version: HistoryVersion, names: Names) -> Content:
        stats = group_stats(group, form.value, version=version)
        page = pair_page(stats, (one, other), group, names)
        return Content({"page": page, "players": players}, stats.complete)

    page = Page("scoring/stats_pair.html", form, content, (one, other))
    return cached_page(request, group, page)


@require_safe
@cache_control(private=True, no_cache=True)
def ratings(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The ratings of all players, and fair teams for tonight."""
    group = access.get_visible_group(request, key)
    form = LineupForm(request.GET, group=group)
    start_in = group if group.role != Role.VIEWER else None

    def content(version: HistoryVersion, names: Names) -> Content:
        found = group_ratings(group, version=version)
        present = form.present(found.last_players)
        lineups = found.lineups(present) if form.is_valid() else []
        ticked = {each: each in present for each in form.offered}
        page = ratings_page(found, names, ticked, lineups, start_in)
        return Content({"page": page})

    varies_by = start_in is not None, form.offered
    page = Page("scoring/stats_ratings.html", form, content, varies_by)
    return cached_page(request, group, page)


@require_safe
@cache_control(private=True, no_cache=True)
def evening(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The requested evening; otherwise the last one."""
    group, form = access.get_visible_group(request, key), EveningForm(request.GET)
    today, shares = evening_date(timezone.now()), group.role != Role.VIEWER

    def content(version: HistoryVersion, names: Names) -> Content:
        evenings = group_stats(group, version=version).evenings
        day = form.value or (evenings[-1].day if evenings else today)
        page, complete = _evening_page(group, day, version, names)
        title, past = evening_title(day, today), day < today
        context = {"day": day, "title": title, "past": past, "shares": shares}
        beside = neighbouring_days(evenings, day)
        return Content({"page": page, "beside": beside, **context}, complete)

    page = Page("scoring/stats_evening.html", form, content, (today, shares))
    return cached_page(request, group, page)


def _evening_page(
    group: Group, day: date, version: HistoryVersion, names: Names
) -> tuple[EveningPage | None, bool]:
    """The evening of this day, None without any game; and whether it is complete."""
    evening = get_evening(group, day)
    if evening is None:
        return None, True
    summary = get_evening_summary(group, evening, version)
    badges = [each for each in group_badges(group, version=version) if each.day == day]
    links = page_links(group, {game.pk for game in evening.games})
    return evening_page(evening, summary, badges, names, links), summary.complete


def _player(group: Group, number: int) -> Player:
    """A player of the group, including merged ones. Raises Http404."""
    return get_object_or_404(Player.with_merged.filter(group=group), pk=number)

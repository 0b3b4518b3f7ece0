"""The year in review of a group and of a player, as screens and as a picture."""

import uuid
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.models import Group, Player, Role, read_photos
from scoring.presentation.stats import Names
from scoring.presentation.stats_pages.review_screen import ReviewLinks, ReviewScreen
from scoring.presentation.stats_pages.year_picture import review_picture
from scoring.presentation.stats_pages.year_review import review_screens
from scoring.stats.badges import group_badges
from scoring.stats.evening_date import evening_date
from scoring.stats.group_stats import group_stats
from scoring.stats.history import HistoryVersion, history_version
from scoring.stats.records import Record
from scoring.stats.stats_filter import year_filter
from scoring.stats.year_review import group_year, player_year, reviewed_years
from scoring.views import access
from scoring.views.access import Request
from scoring.views.cached_statistics import Content, Page, cached_page, game_keys
from scoring.views.pictures import answer_picture
from scoring.views.rate_limits import PICTURE, READING, limited


@require_safe
@cache_control(private=True, no_cache=True)
def group(request: HttpRequest, key: uuid.UUID, year: int) -> HttpResponse:
    return _page(request, access.get_visible_group(request, key), year)


@require_safe
@cache_control(private=True, no_cache=True)
def player(request: HttpRequest, key: uuid.UUID, number: int, year: int) -> HttpResponse:
    group = access.get_visible_group(request, key)
    player = get_object_or_404(Player.with_merged.filter(group=group), pk=number)
    if player.merged_into_id:
        return redirect("player_year_review", group.key, player.merged_into_id, year)
    return _page(request, group, year, player)


@require_safe
@cache_control(private=True, no_cache=True)
@limited(PICTURE, READING)
def group_picture(request: Request, key: uuid.UUID, year: int) -> HttpResponse:
    return _picture(request, access.get_group(request, key), year)


@require_safe
@cache_control(private=True, no_cache=True)
@limited(PICTURE, READING)
def player_picture(request: Request, key: uuid.UUID, number: int, year: int) -> HttpResponse:
    group = access.get_group(request, key)
    return _picture(request, group, year, get_object_or_404(group.players, pk=number))


class _Review(NamedTuple):
    """The screens of a year; `complete` is false while win probabilities are being computed."""

    screens: list[ReviewScreen]
    complete: bool


def _page(
    request: HttpRequest, group: Group, year: int, player: Player | None = None
) -> HttpResponse:
    shares = group.role != Role.VIEWER
    version = _reviewed_version(group, year)  # before anything is read from a cache

    def content(version: HistoryVersion, names: Names) -> Content:
        review = _review(group, year, version, names, player)
        context = {"year": year, "player": player, "shares": shares}
        return Content({"screens": review.screens, **context}, review.complete)

    varies_by = year, player and player.pk, shares
    page = Page("scoring/year_review.html", None, content, varies_by)
    return cached_page(request, group, page, version)


def _picture(
    request: Request, group: Group, year: int, player: Player | None = None
) -> HttpResponse:
    version = _reviewed_version(group, year)
    review = _review(group, year, version, group.player_names, player)
    if not review.screens:
        raise Http404
    photos = read_photos(group.pk, group.avatars, [player.pk]) if player else {}
    picture = review_picture(review.screens, year, group, player, photos)
    return answer_picture(request, picture, f"{year}")


def _reviewed_version(group: Group, year: int) -> HistoryVersion:
    """The version of the group's history. Raises Http404 if it has no review of this year."""
    version = history_version(group)
    today = evening_date(timezone.now())
    if year not in reviewed_years(group_stats(group, version=version), today):
        raise Http404
    return version


def _review(
    group: Group, year: int, version: HistoryVersion, names: Names, player: Player | None
) -> _Review:
    span = year_filter(year)
    stats = group_stats(group, span, version=version)
    number = player.pk if player else None
    badges = group_badges(group, version=version, player=number)
    badges = [each for each in badges if each.day.year == year]
    facts = player_year(stats, number, badges) if number else group_year(stats, badges)
    keys = game_keys(group, [each.game for each in facts if isinstance(each, Record)])
    query = f"?since={span.since}&until={span.until}"
    links = ReviewLinks(group, keys, query, number)
    return _Review(review_screens(facts, names, links), stats.complete)

"""Pages of statistics. Each page is rendered once for each version of the group's history, and
then read from the cache. The response is 304 if the browser already has the page."""

import hashlib
import uuid
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response

from scoring.forms import EveningForm, LineupForm, StatsFilterForm
from scoring.languages import release_in_language
from scoring.models import Game, Group
from scoring.presentation.stats import Names
from scoring.presentation.stats_pages.rows import PageLinks
from scoring.stats.group_stats import group_stats
from scoring.stats.history import HistoryVersion, history_version


class Content(NamedTuple):
    """The values that a template shows. `complete` is false while win probabilities are still
    being computed; the page is then not cached."""

    context: dict[str, Any]
    complete: bool = True


class Page(NamedTuple):
    """A page of statistics. It depends on the version of the group's history, on its names and
    avatars, on the `form`, if it has one, and on `varies_by`: all other values that `content`
    uses. Different values must have different `repr`s."""

    template: str
    form: StatsFilterForm | EveningForm | LineupForm | None
    content: Callable[[HistoryVersion, Names], Content]
    varies_by: object = None


def cached_page(
    request: HttpRequest, group: Group, page: Page, version: HistoryVersion | None = None
) -> HttpResponse:
    """The response with the page, which is rendered only if one of its inputs has changed; 422
    if the form of the page is invalid. `version` is the version of the group's history, if it
    was already read."""
    names = group.player_names
    version = version or history_version(group)
    if page.form and not page.form.is_valid():
        html, _ = _render(request, group, page, names, version)
        return HttpResponse(html, status=422)
    digest = _digest(group, page, names, version)
    return _conditional_page(
        request, digest, lambda: _render(request, group, page, names, version)
    )


def _conditional_page(
    request: HttpRequest, digest: str, render: Callable[[], tuple[str, bool]]
) -> HttpResponse:
    """The response with the page with this digest; 304 if the browser already has the page. An
    incomplete page has no ETag."""
    etag = f'"{digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        html, complete = _get_or_render(digest, render)
        response = HttpResponse(html)
        if not complete:
            return response
    response["ETag"] = etag
    return response


def _get_or_render(digest: str, render: Callable[[], tuple[str, bool]]) -> tuple[str, bool]:
    """The page with this digest, and whether it is complete. Only a complete page is cached."""
    key = f"statistics-{digest}"
    cached: str | None = cache.get(key)
    if cached is not None:
        return cached, True
    html, complete = render()
    if complete:
        cache.set(key, html)
    return html, complete


def _digest(group: Group, page: Page, names: Names, version: HistoryVersion) -> str:
    """A digest of all inputs of the page."""
    value = page.form and page.form.value
    shown = names, group.avatars
    inputs = (group.key, str(group), version, shown, value, page.template, page.varies_by)
    return hashlib.sha256(f"{inputs}{release_in_language()}".encode()).hexdigest()[:32]


def _render(
    request: HttpRequest, group: Group, page: Page, names: Names, version: HistoryVersion
) -> tuple[str, bool]:
    """The page, and whether it is complete."""
    content, unfiltered = page.content(version, names), group_stats(group, version=version)
    context = {"group": group, "form": page.form, "unfiltered": unfiltered, **content.context}
    html = render_to_string(page.template, context, request)
    return html, content.complete and unfiltered.complete


def game_keys(group: Group, games: Iterable[int | None]) -> dict[int, uuid.UUID]:
    """The keys of these games for addresses, by primary key; None is skipped. A game may have
    been deleted since the page has read it."""
    pks = [each for each in games if each is not None]
    return dict(Game.with_deleted.filter(group=group, pk__in=pks).values_list("pk", "key"))


def page_links(group: Group, games: Iterable[int | None], query: str = "") -> PageLinks:
    """The links to these games, for a page that shows them. `query` is the filter of the page,
    for links to other pages with the same games."""
    return PageLinks(group, game_keys(group, games), query)

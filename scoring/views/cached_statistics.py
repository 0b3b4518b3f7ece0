"""Pages of statistics: each is rendered once for a version of the group's history, and then
comes out of the cache; 304 where the browser has it."""

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
    """What a template shows; not `complete` while win probabilities are being solved."""

    context: dict[str, Any]
    complete: bool = True


class Page(NamedTuple):
    """A page of statistics. It depends on the version of the group's history, on its names and
    avatars, on what `form` asks for, if it has one, and on `varies_by`: all else that `content`
    uses, as values whose `repr` tells them apart."""

    template: str
    form: StatsFilterForm | EveningForm | LineupForm | None
    content: Callable[[HistoryVersion, Names], Content]
    varies_by: object = None


def cached_page(
    request: HttpRequest, group: Group, page: Page, version: HistoryVersion | None = None
) -> HttpResponse:
    """The page, rendered again only if something that it depends on has changed; `version` is
    that of the group's history where it has been read already. 422 where the form of the page
    refuses the query."""
    names = group.player_names
    version = version or history_version(group)
    if page.form and not page.form.is_valid():
        html, _ = _render(request, group, page, names, version)
        return HttpResponse(html, status=422)
    digest = _digest(group, page, names, version)
    response = get_conditional_response(request, etag=f'"{digest}"')
    if response is None:
        html = cache.get(f"statistics-{digest}")
        if html is None:
            html, complete = _render(request, group, page, names, version)
            if not complete:
                return HttpResponse(html)
            cache.set(f"statistics-{digest}", html)
        response = HttpResponse(html)
    response["ETag"] = f'"{digest}"'
    return response


def _digest(group: Group, page: Page, names: Names, version: HistoryVersion) -> str:
    """Identifies all that the page depends on."""
    value = page.form and page.form.value
    shown = names, group.avatars
    inputs = (group.key, str(group), version, shown, value, page.template, page.varies_by)
    return hashlib.sha256(f"{inputs}{release_in_language()}".encode()).hexdigest()[:32]


def _render(
    request: HttpRequest, group: Group, page: Page, names: Names, version: HistoryVersion
) -> tuple[str, bool]:
    """The page, and whether it is complete."""
    content, all_games = page.content(version, names), group_stats(group, version=version)
    context = {"group": group, "form": page.form, "everything": all_games, **content.context}
    html = render_to_string(page.template, context, request)
    return html, content.complete and all_games.complete


def game_keys(group: Group, games: Iterable[int | None]) -> dict[int, uuid.UUID]:
    """The keys in the addresses of these games, by primary key; None is passed over."""
    pks = [each for each in games if each is not None]
    return dict(Game.objects.filter(group=group, pk__in=pks).values_list("pk", "key"))


def page_links(group: Group, games: Iterable[int | None], query: str = "") -> PageLinks:
    """What a page needs that names these games; `query` leads to the same games elsewhere."""
    return PageLinks(group, game_keys(group, games), query)

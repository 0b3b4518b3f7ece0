"""Pages of statistics as they are answered: rendered once for a version of the group's history,
and then out of the cache, or not at all where the browser has it."""

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
from scoring.stats.group_stats import group_stats
from scoring.stats.history import HistoryVersion, history_version


class Content(NamedTuple):
    """What a template shows; not `complete` while win probabilities are being solved."""

    context: dict[str, Any]
    complete: bool = True


class Page(NamedTuple):
    """A page of statistics. It depends on the group's version, names and avatars, on what
    `form` asks for, if it has one, and on what else it is `about`."""

    template: str
    form: StatsFilterForm | EveningForm | LineupForm | None
    content: Callable[[HistoryVersion, Names], Content]
    about: object = None


def answer(
    request: HttpRequest, group: Group, page: Page, at: HistoryVersion | None = None
) -> HttpResponse:
    """The cached page, rendered again only if something that it depends on has changed; `at` is
    the version of the group's history where it is known."""
    names = {each.pk: each.name for each in group.all_players}
    at = at or history_version(group)
    if page.form and not page.form.is_valid():
        html, _ = _render(request, group, page, names, at)
        return HttpResponse(html, status=422)
    asked = page.form and page.form.value
    shown = names, group.avatars
    settled = (group.key, str(group), at, shown, asked, page.template, page.about)
    tag = hashlib.sha256(f"{settled}{release_in_language()}".encode()).hexdigest()[:32]
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
    request: HttpRequest, group: Group, page: Page, names: Names, at: HistoryVersion
) -> tuple[str, bool]:
    """The page, and whether it is complete."""
    content, everything = page.content(at, names), group_stats(group, at=at)
    context = {"group": group, "form": page.form, "everything": everything, **content.context}
    html = render_to_string(page.template, context, request)
    return html, content.complete and everything.complete


def game_keys(group: Group, games: Iterable[int | None]) -> dict[int, uuid.UUID]:
    """The addresses of games."""
    numbers = [each for each in games if each is not None]
    return dict(Game.objects.filter(group=group, pk__in=numbers).values_list("pk", "key"))

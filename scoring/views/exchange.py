"""Groups as files: export and import."""

import uuid
from collections.abc import Iterable
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from scoring.exchange.bg_stats_file import write_plays
from scoring.exchange.calendar import write_calendar
from scoring.exchange.csv_cells import SEPARATORS, write_csv
from scoring.exchange.log_export import write_log
from scoring.exchange.log_schema import LOG_SCHEMA
from scoring.exchange.tables import TABLES
from scoring.forms import LogImportForm, LogMergeForm
from scoring.models import Device, Group
from scoring.presentation.log_merge import merge_preview
from scoring.security_log import log_event
from scoring.views import access
from scoring.views.access import Request
from scoring.views.rate_limits import CALENDAR, READING, START, limited

NO_GROUP_IMPORTS = gettext_lazy("No new groups are started here, so none can be imported.")


@never_cache
@require_safe
def export(request: HttpRequest, key: uuid.UUID) -> HttpResponseBase:
    """The whole group as a file (`tichu-log`), which can be imported."""
    group = access.get_group(request, key)
    return _download(group, ".json", write_log(group), "application/json")


@never_cache
@require_safe
def export_player(request: HttpRequest, key: uuid.UUID, number: int) -> HttpResponseBase:
    """The part of the group that refers to this player, as a file of the same format."""
    group = access.get_group(request, key)
    player = get_object_or_404(group.players, pk=number)
    ending = f"-{slugify(player.name) or player.pk}.json"
    return _download(group, ending, write_log(group, player), "application/json")


@never_cache
@require_safe
def table(request: HttpRequest, key: uuid.UUID, table: str) -> HttpResponseBase:
    """One of the TABLES of the group, for a spreadsheet."""
    group = access.get_group(request, key)
    separator = SEPARATORS.get(request.GET.get("separator", ""), SEPARATORS["comma"])
    head, rows = TABLES[table]
    lines = write_csv(head, rows(group), separator)
    return _download(group, f"-{table}.csv", lines, "text/csv; charset=utf-8")


@never_cache
@require_safe
def plays(request: HttpRequest, key: uuid.UUID) -> HttpResponseBase:
    """The finished games of the group, for BG Stats."""
    group = access.get_group(request, key)
    return _download(group, ".bgsplay", write_plays(group), "application/json")


def _download(
    group: Group, ending: str, content: Iterable[str], content_type: str
) -> StreamingHttpResponse:
    """A file that is named after the group."""
    response = StreamingHttpResponse(content, content_type=content_type)
    name = slugify(str(group)) or "group"
    response["Content-Disposition"] = f'attachment; filename="tichu-{name}{ending}"'
    return response


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
@limited(CALENDAR, READING)
def calendar(_request: HttpRequest, token: str) -> HttpResponse:
    """The evenings for a calendar program. Calendar programs have no cookie, so everybody with
    the watching link can read them until the links are replaced."""
    group = get_object_or_404(Group, watch_token=token, deleted=None)
    headers = {"X-Robots-Tag": "noindex"}
    return HttpResponse(
        write_calendar(group), content_type="text/calendar; charset=utf-8", headers=headers
    )


@require_safe
@cache_control(public=True, max_age=3600)
def log_schema(_request: HttpRequest) -> HttpResponse:
    """The JSON Schema of version 1 of `tichu-log`."""
    return HttpResponse(LOG_SCHEMA.read_bytes(), content_type="application/schema+json")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited(START)
def import_group(request: Request) -> HttpResponse:
    """Import a file of a group as a new group, owned by this device."""
    if request.method != "POST":
        return render(request, "scoring/import_group.html", {"form": LogImportForm()})
    form = LogImportForm(request.POST, request.FILES)
    if not settings.NEW_GROUPS:
        form.add_error(None, NO_GROUP_IMPORTS)
    stored = _store_group(request, form) if form.is_valid() else None
    if stored is None:
        return render(request, "scoring/import_group.html", {"form": form}, status=422)
    group, token = stored
    return access.set_device_cookie(request, redirect(group), token)


def _store_group(request: HttpRequest, form: LogImportForm) -> tuple[Group, str] | None:
    """Store the group of the file, owned by this device, and return it with the token of the
    device; None, with the reason in the form's errors, if the file is damaged. A browser
    without a device gets one only if the group is stored."""

    @cache  # called when the group is stored, and again below
    def owner() -> tuple[Device, str]:
        return access.get_or_create_device(request)

    group = form.store(lambda: owner()[0])
    if group is None:
        return None
    device, token = owner()
    log_event("group created", group=group.pk, device=device.pk)
    return group, token


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited(START)
def merge_group(request: Request, key: uuid.UUID) -> HttpResponse:
    """Merge a file into the group. Only its owner may do this: the first POST shows the new
    content, and the second one stores it."""
    group, form, preview = access.get_owned_group(request, key), LogMergeForm(), None
    if request.method == "POST":
        form = LogMergeForm(request.POST, request.FILES)
        if form.is_valid() and form.merge(group, group.device_id):
            return redirect(group)
        preview = form.plan and merge_preview(form.plan)
    status = 422 if form.errors else 409 if form.outdated else 200
    context = {"group": group, "form": form, "preview": preview}
    return render(request, "scoring/merge_group.html", context, status=status)

"""Actions for which only the owner of a group is authorized: new links, a new owner, deletion
of the group."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import row_number
from scoring.models import RESTORE_WINDOW, clean_text, name_key
from scoring.security_log import log_event
from scoring.services import groups
from scoring.views import access


@require_POST
def rotate_links(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.get_owned_group(request, key)
    groups.rotate_links(group)
    log_event("links renewed", group=group.pk, device=group.device_id)
    return redirect("invite", group.key)


@require_POST
def transfer_ownership(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.get_owned_group(request, key)
    number = row_number(request.POST.get("player", ""))
    if groups.transfer_ownership(group, get_object_or_404(group.players, pk=number)):
        log_event("group handed over", group=group.pk, device=group.device_id)
    return redirect(group)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Delete the group after its name was typed. It can be restored for 30 days."""
    group = access.get_owned_group(request, key)
    typed = clean_text(request.POST.get("name", ""))
    if request.method == "POST" and name_key(typed) == name_key(str(group)):
        groups.soft_delete(group)
        log_event("group deleted", group=group.pk, device=group.device_id)
        return redirect("home")
    refused = _("Type the group’s name exactly as it is written above.") if request.POST else ""
    context = {"group": group, "days": RESTORE_WINDOW.days, "refused": refused, "typed": typed}
    return render(request, "scoring/group_delete.html", context, status=422 if refused else 200)


@require_POST
def restore(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    group = access.get_owned_group(request, key, deleted=True)
    groups.restore(group)
    log_event("group restored", group=group.pk, device=group.device_id)
    return redirect(group)

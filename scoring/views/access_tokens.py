"""The access tokens of a group, which only its owner can see and change."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import AccessTokenForm
from scoring.security_log import log_event
from scoring.services.access_tokens import revoke_token
from scoring.views import access
from scoring.views.access import Request
from scoring.views.qr import absolute_url


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def access_tokens(request: Request, key: uuid.UUID) -> HttpResponse:
    """The tokens. A POST creates a token, and shows it only this time."""
    group = access.get_owned_group(request, key)
    form = AccessTokenForm(request.POST if request.method == "POST" else None, group=group)
    context = {
        "group": group,
        "token": form.create() if form.is_bound else "",
        "form": form,
        "tokens": group.access_tokens.all(),
        "address": absolute_url(request, "api_live"),
    }
    if context["token"]:
        log_event("access token created", group=group.pk, device=group.device_id)
    status = 422 if form.errors else 200
    return render(request, "scoring/access_tokens.html", context, status=status)


@require_POST
def revoke(request: Request, key: uuid.UUID, number: int) -> HttpResponse:
    """Revoke a token, so that programs with this token can no longer read the group."""
    group = access.get_owned_group(request, key)
    if not revoke_token(group, number, group.device_id):
        raise Http404
    log_event("access token revoked", group=group.pk, device=group.device_id)
    return redirect("access_tokens", key)

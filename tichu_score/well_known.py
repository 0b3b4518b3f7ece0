"""Files that programs request at fixed addresses."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from rules_ref.language_addresses import names_language

# Pages that search engines should list in addition to the home page, none of them of a group.
PUBLIC = ("/rules/", "/privacy/", "/accessibility/", "/your-scores/")
# Messengers read invitations, for the preview of a link.
READ = ("/$", *PUBLIC, "/*/rules/", "/j/", "/w/", "/static/")
SECURITY_VALID = timedelta(days=90)


@require_safe
@cache_control(public=True, max_age=86_400)
def robots(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The addresses that programs may read: the home page, the rules, other public pages,
    invitations, and static files."""
    lines = ["User-agent: *", *(f"Allow: {path}" for path in READ), "Disallow: /", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def is_public(path: str) -> bool:
    """Whether search engines may list the page at this address."""
    return path == "/" or path.startswith(PUBLIC) or names_language(path)


@require_safe
@cache_control(public=True, max_age=86_400)
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The icon, for programs that request it without having read a page."""
    return redirect(static("tichu_score/img/icon-192.png"))


@require_safe
@cache_control(public=True, max_age=86_400)
def security(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Where to report a security problem (RFC 9116); 404 if the setting is empty."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (datetime.now(UTC) + SECURITY_VALID).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")

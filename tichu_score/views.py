"""Views that belong to no app: manifest, service worker and error pages."""

import json
import logging
import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy, override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import conditional_page, require_http_methods, require_safe
from django.views.i18n import set_language

from rules_ref.language_addresses import without_language
from tichu_score.app_manifest import app_manifest
from tichu_score.logs import request_id
from tichu_score.middleware import https_url
from tichu_score.outages import kind_of
from tichu_score.precache import precache_manifest
from tichu_score.request_log import access
from tichu_score.tls import ca_certificate, fingerprint

# Django's own views for 400 and 404 look for a CSRF token in the form data, and fail with 500
# if that cannot be parsed.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render 413 for a text of megabytes, which Django does not read; else 400, without any
    data of the request, because its host may be the invalid part."""
    if isinstance(exception, RequestDataTooBig):
        return render(request, "413.html", status=413)
    return _error_page(400, {})


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Render 404; for programs as JSON."""
    if request.path_info.startswith(API_PATH):
        return JsonResponse({"error": str(NO_ADDRESS)}, status=404)
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Render 503 if the database does not respond or a lock could not be taken, which are
    temporary, and 500 for all other errors; for programs as JSON. After both, scripts send a
    tap again."""
    error = sys.exc_info()[1]
    held_up = isinstance(error, (InterfaceError, OperationalError))
    # The log has one entry for all requests of an outage, unless it has one for each request.
    is_logged = kind_of(error) is None or access.isEnabledFor(logging.INFO)
    context = {"request_id": request_id.get() if is_logged else None}
    status = 503 if held_up else 500
    if request.path_info.startswith(API_PATH):
        sentence = str(HELD_UP if held_up else FAILED) % context
        response: HttpResponse = JsonResponse({"error": sentence}, status=status)
    else:
        response = _error_page(status, context)
    if held_up:
        response["Retry-After"] = str(RETRY_AFTER)
    return response


def _error_page(status: int, context: dict[str, Any]) -> HttpResponse:
    """The page for this status, which needs no request."""
    try:
        stylesheet = static("scoring/css/tichu.css")
    except ValueError:  # the static files themselves are missing
        stylesheet = ""
    html = render_to_string(f"{status}.html", context | {"stylesheet": stylesheet})
    return HttpResponse(html, status=status)


API_PATH = "/api/"
NO_ADDRESS = gettext_lazy("There is no such address: /api/v1/openapi.json lists all.")
HELD_UP = gettext_lazy("The scores cannot be read at the moment: ask again in a minute.")
FAILED = gettext_lazy(
    "This failed. The operator of this site can find it in the log as %(request_id)s."
)
RETRY_AFTER = 5  # seconds


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """Render 403 for a form whose CSRF token is missing or outdated."""
    return render(request, "403_csrf.html", status=403)


@require_safe
@never_cache
def certificate(request: HttpRequest) -> HttpResponse:
    """A page that explains how a phone can trust this server; 404 if it has no local CA."""
    found = _ca_certificate()
    context = {"fingerprint": fingerprint(found), "site": https_url(request, reverse("home"))}
    return render(request, "tichu_score/certificate.html", context)


@require_safe
@never_cache
def certificate_file(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The certificate of the local CA, with the content type for which phones offer to install
    it."""
    return HttpResponse(_ca_certificate(), content_type="application/x-x509-ca-cert")


def _ca_certificate() -> bytes:
    if settings.TLS != "local":
        raise Http404
    return ca_certificate()


@require_safe
@conditional_page
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest in the language in its address, because browsers request it without
    cookies."""
    asked = request.GET.get("language", settings.LANGUAGE_CODE)
    with override(asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        return JsonResponse(app_manifest(), content_type="application/manifest+json")


@require_safe
@conditional_page
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It is at the root, because its scope is its folder."""
    context = {"manifest": json.dumps(precache_manifest(), indent=1)}
    return render(request, "tichu_score/sw.js", context, content_type="text/javascript")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of this device, and return to the previous page."""
    if request.method == "POST":
        return set_language(request)
    context = {
        "back": without_language(request.headers.get("Referer", reverse("home"))),
        "languages": settings.LANGUAGES,
        "is_checked": get_language() in settings.CHECKED_LANGUAGES,
    }
    return render(request, "tichu_score/language.html", context)


@require_safe
@conditional_page
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the service worker shows instead of a page that is not cached."""
    return render(request, "tichu_score/offline.html")

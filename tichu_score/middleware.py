"""Django middleware of the site."""

from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import is_valid_path
from django.utils.cache import patch_vary_headers
from django.utils.log import log_response
from django.utils.translation import override
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from scoring.cookies import unprefixed_name
from scoring.languages import resolve_language
from scoring.release import release
from tichu_score.outages import outages
from tichu_score.request_bodies import MEBIBYTE
from tichu_score.static_files import HASHED_FILE
from tichu_score.well_known import is_public
from tichu_score.wsgi_bridge import FILE_LIMIT


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Serves static files with as few headers as possible, because a page loads a dozen of
    them. It precedes SecurityMiddleware, whose headers except one apply only to pages. Files
    with a hash in their name have no ETag and no Last-Modified, because browsers never request
    them again.

    If two releases run on the same data folder, a page of the newer one may request a file from
    the older one that was collected after the older one had started. Such files are therefore
    looked up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        self.directories = [(f"{Path(settings.STATIC_ROOT).resolve()}/", self.static_prefix)]

    def __call__(self, request: HttpRequest) -> HttpResponse:
        url = request.path_info
        if HASHED_FILE.match(url, len(self.static_prefix)) and url not in self.files:
            found = url.startswith(self.static_prefix) and self.find_file(url)
            if found:
                self.files[url] = found
        response: HttpResponse = super().__call__(request)
        return response

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        response: HttpResponse = WhiteNoiseMiddleware.serve(static_file, request)
        if "immutable" in response.get("Cache-Control", ""):
            del response["ETag"], response["Last-Modified"]
        response["X-Content-Type-Options"] = "nosniff"
        return response


class HealthMiddleware:
    """Responds to /healthz with 200 if the database responds, else with 503. It precedes the
    checks of the host and of HTTPS, because the request comes from this machine."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info != "/healthz":
            return self.get_response(request)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
        except Error as error:
            response = plain_text(
                "The database does not answer.\n", HTTPStatus.SERVICE_UNAVAILABLE
            )
            reason = response.reason_phrase
            log_response(
                "%s: %s",
                reason,
                request.path,
                response=response,
                request=request,
                exception=error,
            )
            return response
        outages.answered()
        return plain_text("ok\n", HTTPStatus.OK)


def plain_text(text: str, status: HTTPStatus) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(
        text, status=status, content_type="text/plain; charset=utf-8", headers=headers
    )


class TLSMiddleware:
    """Redirects from plain HTTP to HTTPS if the server has its own TLS.

    Only the page from which a phone gets the certificate of the local CA is served over plain
    HTTP, because a phone without the certificate cannot open any page over HTTPS without a
    warning.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if settings.TLS == "off":
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        local = settings.TLS == "local"
        if request.is_secure() or (local and request.path_info.startswith("/certificate/")):
            return self.get_response(request)
        if local and request.path_info == "/":
            return redirect("certificate")
        return redirect(https_url(request, request.get_full_path()), preserve_request=True)


def https_url(request: HttpRequest, path: str) -> str:
    """The address of a page on the port of HTTPS, with the host of the request."""
    host, _ = split_domain_port(request.get_host())
    return f"https://{host}:{settings.TLS_PORT}{path}"


class SiteHeadersMiddleware:
    """Adds headers to every response: Tichu-Score with the release, and the
    Content-Security-Policy, which is the same for all responses. A page also gets the
    Permissions-Policy, because only pages can request permissions. A private page also gets
    X-Robots-Tag, so that no search engine lists it.

    A proxy error page or the login page of a captive portal may replace the response of this
    site. Scripts neither cache a response without Tichu-Score nor accept it as an
    acknowledgement.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        # Built once; csp.middleware builds it for every response, because views may change it.
        self.policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Tichu-Score"] = release()
        # Django's debug pages contain inline styles and scripts.
        if not (settings.DEBUG and response.status_code in _DEBUG_PAGES):
            response[HEADER] = self.policy
        if is_page(request, response):
            response["Permissions-Policy"] = PERMISSIONS
            if not is_public(request.path_info):
                response["X-Robots-Tag"] = "noindex"
        for cookie in response.cookies.values():
            if cookie["max-age"]:
                cookie["expires"] = ""  # redundant, and 40 bytes long
        return response


class LanguageMiddleware:
    """Renders the response in the language of the request, and declares it in Content-Language.
    English is declared only if the response becomes part of a page, because that page may be in
    another language if the person has switched since. A page whose address contains a language
    is rendered in that one. Responses that shared caches may store vary by the headers that
    determine the language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        accepted = request.headers.get("Accept-Language", "")
        language = resolve_language(request.COOKIES, accepted)
        with override(language):
            response = self.get_response(request)
        if language != settings.LANGUAGE_CODE or "HX-Request" in request.headers:
            response.setdefault("Content-Language", language)
        if "public" in response.get("Cache-Control", ""):
            patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response


class FormerCookieMiddleware:
    """Accepts the CSRF cookie of an earlier release, which had no prefix over HTTPS: open pages
    of that release, and unsent rounds on a phone, send its token. It can be removed in 0.3:
    changes that are unsent since 0.1 are then sent with a token that the phone requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.former = unprefixed_name(settings.CSRF_COOKIE_NAME)
        if self.former == settings.CSRF_COOKIE_NAME:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        former = request.COOKIES.get(self.former)
        if former:
            request.COOKIES.setdefault(settings.CSRF_COOKIE_NAME, former)
        return self.get_response(request)


class FileLimitMiddleware:
    """Responds to a form whose file was too large to be read with a page that says so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if limit := request.META.get(FILE_LIMIT):
            context = {"megabytes": limit // MEBIBYTE}
            status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            return render(request, "tichu_score/file_too_large.html", context, status=status)
        return self.get_response(request)


class FormPageMiddleware:
    """Redirects a browser from an address that accepts only forms to the page above it, which
    contains the form. A page with a refused form has such an address, and is opened again after
    a switch of the language or from the address bar. Programs, and scripts of pages, get
    405."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        opens = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if opens and response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            return redirect(settings.PATH_PREFIX + page_above(request.path_info))
        return response


def page_above(path: str) -> str:
    """The nearest existing address above this one."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(path):
            break
    return path


# The permissions that no page of the site requests. Unknown names would cause warnings in
# browsers.
PERMISSIONS = "camera=(),geolocation=(),microphone=()"


def is_page(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether the response is a whole page, and not a fragment."""
    return "HX-Request" not in request.headers and response.get("Content-Type", "").startswith(
        "text/html"
    )


_DEBUG_PAGES = {HTTPStatus.NOT_FOUND, HTTPStatus.INTERNAL_SERVER_ERROR}

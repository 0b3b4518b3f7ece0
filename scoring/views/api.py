"""The reading API: a group's facts as JSON for programs that have one of its access tokens."""

import json
import uuid
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page
from django.views.decorators.vary import vary_on_headers

from scoring import exchange
from scoring.caching import board_etag
from scoring.client_address import address_of
from scoring.exchange import api as facts
from scoring.forms.api import GamesQueryForm
from scoring.models import AccessToken, Game, Group, RateLimit
from scoring.models.log_ids import game_has_log_id
from scoring.security_log import log_event
from scoring.services.access_tokens import note_use
from scoring.services.rate_limits import take_token
from scoring.tokens import parse_authorization

DESCRIPTION = Path(exchange.__file__).with_name("openapi.json")
GAMES_A_PAGE = 50
# A running game is among those that began last. To find the last changed game among thousands
# of games would take too long.
LATEST_GAMES = 20

# For a token; for an address if the request has no valid token.
API = RateLimit("api", capacity=120, refill_seconds=1)

SAFE_METHODS = ("GET", "HEAD")

View = Callable[..., HttpResponse]


def read_only(view: View) -> View:
    """Accept GET and HEAD; respond with 405 as JSON to all other methods. Requests are exempt
    from the CSRF check, because programs have no CSRF token."""

    @csrf_exempt
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method in SAFE_METHODS:
            return view(request, *args, **kwargs)
        response = _error(HTTPStatus.METHOD_NOT_ALLOWED, _("Programs can only read: send GET."))
        response["Allow"] = ", ".join(SAFE_METHODS)
        return response

    return checked


def requires_access_token(view: View) -> View:
    """Pass the group of the request's access token to the view; respond with 401 without a
    valid token, and with 429 beyond the limit."""

    @read_only
    @wraps(view)
    @cache_control(private=True, no_cache=True)
    @vary_on_headers("Authorization")
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        token = _authenticate(request)
        if isinstance(token, HttpResponse):
            return token
        note_use(token)
        return view(request, token.group, *args, **kwargs)

    return checked


def _authenticate(request: HttpRequest) -> AccessToken | HttpResponse:
    """The access token of the request, or the response that refuses it."""
    sent = parse_authorization(request.headers.get("Authorization", ""))
    token = AccessToken.objects.by_token(sent)
    if wait := _take(token.token_hash if token else address_of(request)):
        return _too_many_requests(wait)
    if token is None:
        log_event("access token refused")
        return _unauthorized()
    return token


@requires_access_token
@conditional_page
def group(_request: HttpRequest, group: Group) -> HttpResponse:
    return JsonResponse(facts.group_facts(group))


@requires_access_token
@conditional_page
def players(_request: HttpRequest, group: Group) -> HttpResponse:
    return JsonResponse(facts.player_facts(group))


@requires_access_token
@conditional_page
def games(request: HttpRequest, group: Group) -> HttpResponse:
    """The games since a day or a time, in the order in which they began, fifty on a page."""
    form = GamesQueryForm(request.GET, group=group)
    if not form.is_valid():
        return _error(HTTPStatus.BAD_REQUEST, form.sentence)
    page = list(form.games()[: GAMES_A_PAGE + 1])
    listed, following = facts.game_list(group, page[:GAMES_A_PAGE]), None
    if len(page) > GAMES_A_PAGE:
        query = form.query_after(listed[-1]["id"])
        following = request.build_absolute_uri(f"{request.path}?{query}")
    return JsonResponse({"games": listed, "next": following})


@requires_access_token
def game(request: HttpRequest, group: Group, key: uuid.UUID) -> HttpResponse:
    """A game with its rounds, by its id."""
    found = Game.objects.filter(game_has_log_id(key), group=group).first()
    if found is None:
        return _error(HTTPStatus.NOT_FOUND, _("This group has no game with this id."))
    return _unless_known(request, found, lambda: facts.game_facts(group, found))


@requires_access_token
def live(request: HttpRequest, group: Group) -> HttpResponse:
    """The score of the game that was changed last among the LATEST_GAMES, which is the running
    game."""
    latest = Game.objects.filter(group=group).latest_first()[:LATEST_GAMES]
    games = Game.objects.filter(pk__in=latest.values("pk")).with_last_change()
    found = games.order_by("-changed_at", "-pk").first()
    if found is None:
        return JsonResponse(facts.live_facts(group, None))
    return _unless_known(request, found, lambda: facts.live_facts(group, found))


@read_only
@cache_control(public=True, max_age=3600)
def description(_request: HttpRequest) -> HttpResponse:
    """The description of the API (OpenAPI 3.1). Its paths are relative to the home page."""
    here = {"servers": [{"url": reverse("home")}]}
    found = json.loads(DESCRIPTION.read_bytes()) | here
    return JsonResponse(found, json_dumps_params={"indent": 1, "ensure_ascii": False})


def _unless_known(
    request: HttpRequest, game: Game, answer: Callable[[], facts.Facts]
) -> HttpResponse:
    """The response, or 304 if the client already has it. The ETag is computed without reading
    the rounds."""
    etag = f'"{game.key}-{board_etag(game, None)[1:]}'
    response = get_conditional_response(request, etag=etag) or JsonResponse(answer())
    response["ETag"] = etag
    return response


def _take(who: str) -> int:
    """Count a request of this client. Returns 0, or the number of seconds until the next
    request is allowed."""
    return take_token(API, who) if settings.LIMITS else 0


def _unauthorized() -> HttpResponse:
    sentence = _("Send a valid token, as in Authorization: Bearer tichu_….")
    response = _error(HTTPStatus.UNAUTHORIZED, sentence)
    response["WWW-Authenticate"] = "Bearer"
    return response


def _too_many_requests(wait: int) -> HttpResponse:
    sentence = ngettext(
        "Too many requests: wait %(n)s second.", "Too many requests: wait %(n)s seconds.", wait
    )
    response = _error(HTTPStatus.TOO_MANY_REQUESTS, sentence % {"n": wait})
    response["Retry-After"] = str(wait)
    return response


def _error(status: HTTPStatus, sentence: str) -> HttpResponse:
    return JsonResponse({"error": sentence}, status=status)

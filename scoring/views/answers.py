"""How a change is answered: with a fragment where htmx asks, else with a page."""

import functools
import hashlib
import json
import uuid
import zlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from scoring.forms import AmendForm, GameForm, RecordForm, RoundForm
from scoring.models import Change, Conflict, Game, History, Sheet
from scoring.rules import BySeat
from scoring.stats.tables import chances_at_hand
from scoring.views import access
from scoring.views.access import Request

# What a phone's outbox takes for an answer, and nothing else: the number of the change that was
# made, 0 where none was, and the key of the game that was started.
CHANGE, GAME = "Tichu-Change", "Tichu-Game"


def marked(response: HttpResponse, number: int) -> HttpResponse:
    """Say which change was made, so that the outbox knows that this is our answer."""
    response[CHANGE] = str(number)
    return response


def started(request: Request, game: Game) -> HttpResponse:
    """A game is there: on to its table."""
    response = (
        HttpResponseClientRedirect(game.get_absolute_url()) if request.htmx else redirect(game)
    )
    response[GAME] = str(game.key)
    return response


def etag(game: Game) -> str:
    """What the table page shows is settled by the game's version, what is known of the round in
    progress, whether there are chances to show, and this release's pages."""
    known = zlib.crc32(json.dumps(game.progress).encode()) if game.progress else 0
    chances = "c" if game.shows_chances and chances_at_hand(game) else ""
    return f'"{game.version}{chances}-{known:x}-{release()}"'


def page_etag(request: Request, game: Game) -> str:
    """A page holds the proof of origin of its forms besides: a device that gets another secret
    for it wants another page."""
    get_token(request)
    secret = zlib.crc32(request.META["CSRF_COOKIE"].encode())
    return f'{etag(game)[:-1]}-{secret:x}"'


@functools.cache
def release() -> str:
    """Changes with every template and static file: twelve hexadecimal digits."""
    templates = Path(settings.BASE_DIR, "templates").rglob("*.html")
    manifest = Path(settings.STATIC_ROOT, "staticfiles.json")
    digest = hashlib.sha256()
    for path in sorted([*templates, *([manifest] if manifest.exists() else [])]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def table(
    request: Request,
    game: Game,
    form: RoundForm | None = None,
    *,
    refused: GameForm[Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The table as it now stands: a page, or for htmx in place of the one on screen. Its form
    shows the round in progress, if no other is given; `refused` says what is wrong."""
    context = _shown(game) | {"refused": refused}
    if form:
        context["form"] = form
    part = "#table" if request.htmx else ""
    response = render(request, f"scoring/table.html{part}", context, status=status)
    return _in_place(response) if part else response


def blank(request: Request) -> HttpResponse:
    """A table of nobody: a phone without a network writes on it a game that is not here yet."""
    game = Game(key=uuid.UUID(int=0))
    game.shows_chances = False
    game.names = BySeat.of(lambda seat: f"{{{seat}}}")
    game.sheet, game.history = Sheet(game.race, []), History((), (), None)
    return render(request, "scoring/table.html", _shown(game) | {"blank": True})


def board(request: Request, game: Game) -> HttpResponse:
    """The table as it now stands, in place of the one on screen. All phones at a table fetch it
    after every round, so it is the same for all of them: each puts in its own proof of origin,
    which the page that it is on has."""
    context = _shown(game) | {"csrf_token": _NO_PROOF}
    response = _in_place(render(request, "scoring/table.html#table", context))
    response["ETag"] = etag(game)
    return response


# Stands where live.js puts the proof of origin.
_NO_PROOF = "-"


def _in_place(response: HttpResponse) -> HttpResponse:
    return reswap(retarget(response, "#table"), "outerHTML")


def _shown(game: Game) -> dict[str, Any]:
    return {
        "game": game,
        "sheet": game.sheet,
        "history": game.history,
        "form": RecordForm.so_far(game),
    }


def recorded(request: Request, game: Game, change: Change) -> HttpResponse:
    """A round went in: the new totals and the one new row, unless that ended the game."""
    if not request.htmx:
        return redirect(game)
    if game.end.standing.over or game.end.row(change.seq) is None:
        return marked(table(request, game), change.number)
    context = {"game": game, "sheet": game.end, "change": change}
    # Without the request and its context: htmx sends the page's own proof of origin.
    response = HttpResponse(render_to_string("scoring/table.html#recorded", context))
    return marked(response, change.number)


def changed(request: Request, form: GameForm[Any]) -> HttpResponse:
    """Carry out a change that is one tap, and show the table; if somebody was faster, show what
    they did instead."""
    try:
        change = form.carry_out()
    except Conflict:
        return conflict(request, form)
    if change is None:
        return refused(request, form)
    response = table(request, form.game) if request.htmx else redirect(form.game)
    return marked(response, change.number)


def amended(request: Request, form: AmendForm) -> HttpResponse:
    try:
        change = form.carry_out()
    except Conflict:
        return conflict(request, form)
    if change is None:
        return refused(request, form)
    if request.htmx:
        response = HttpResponseClientRedirect(form.game.get_absolute_url())
        return marked(response, change.number)
    return redirect(form.game)


def refused(request: Request, form: GameForm[Any], *, status: int = 422) -> HttpResponse:
    """Say what is wrong. Nothing was stored, and what was typed stays where it is."""
    if request.htmx:
        response = render(request, "scoring/table.html#refused", {"form": form}, status=status)
        return marked(reswap(retarget(response, "#said"), "innerHTML"), 0)
    if isinstance(form, AmendForm):
        row = access.find_row(form.game, form.seq)
        context = {"game": form.game, "row": row, "form": form}
        return render(request, "scoring/round.html", context, status=422)
    entry = form if isinstance(form, RoundForm) else None
    return table(request, form.game, entry, refused=form, status=status)


def conflict(request: Request, form: GameForm[Any]) -> HttpResponse:
    """Somebody was faster: show theirs beside mine, and let a person decide."""
    part = "#table" if request.htmx else ""
    theirs = form.theirs() if isinstance(form, RecordForm | AmendForm) else []
    unheard = form.unheard if isinstance(form, RecordForm) and not theirs else []
    context = {
        "game": form.game,
        "sheet": form.game.sheet,
        "form": form,
        "theirs": theirs,
        "unheard": unheard,
    }
    response = render(request, f"scoring/conflict.html{part}", context, status=409)
    return marked(_in_place(response) if request.htmx else response, 0)

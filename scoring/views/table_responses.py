"""Responses with the table of a game: the page, the board, a blank table, and the table with a
refused form."""

import re
import uuid
from typing import Any

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django_htmx.http import reswap, retarget

from scoring.caching import board_etag, cached_win_probability
from scoring.forms import CommandForm, RecordForm, RoundForm
from scoring.models import Game, ScoreSheet, UndoStack
from scoring.rules import BySeat
from scoring.stats.win_probability.model import WinProbabilityModel
from scoring.views.access import Request


def table(
    request: Request,
    game: Game,
    form: RoundForm | None = None,
    *,
    refused: CommandForm[Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The present table: a page, or, for htmx, a fragment that replaces the table on the page.
    Its form contains the round in progress, unless another `form` is given. `refused` is a form
    whose errors are shown."""
    context = _table_context(game, cached_win_probability(game)) | {"refused": refused}
    if form:
        context["form"] = form
    part = "#table" if request.htmx else ""
    response = render(request, f"scoring/table.html{part}", context, status=status)
    return swap_table(response) if part else response


def table_page(game: Game, model: WinProbabilityModel | None, csrf_token: str) -> HttpResponse:
    """The table page, which is rendered once for all devices that may score the game. Each
    device gets it with its own CSRF token. `model` must be the one in the ETag of the response,
    even if there is a newer one by now."""

    def render_page() -> str:
        context = _table_context(game, model) | {"csrf_token": _CSRF_PLACEHOLDER}
        return _without_indentation(render_to_string("scoring/table.html", context))

    etag = board_etag(game, model)
    html = cache.get_or_set(f"table:{game.key}:{etag}", render_page)
    return HttpResponse(str(html).replace(_CSRF_PLACEHOLDER, csrf_token))


# A NUL character, which names and notes cannot contain.
_CSRF_PLACEHOLDER = "\0"
# The pattern begins with the newline. If it could begin at any space, the search would take a
# sixth of the time of the page.
_INDENTATION = re.compile(r"\n\s*")
# White space around these elements is never visible. Around other elements, which may be in a
# line of text, it is.
_BLOCK = (
    r"</?(?:body|caption|div|fieldset|form|h1|head|header|legend|main|nav|p|section|table|tbody"
    r"|td|th|thead|title|tr)\b"
)
_INDENTATION_BEFORE_BLOCK = re.compile(rf"{_INDENTATION.pattern}(?={_BLOCK})")
_INDENTATION_AFTER_BLOCK = re.compile(rf"({_BLOCK}[^>]*>){_INDENTATION.pattern}")


def _without_indentation(html: str) -> str:
    """The HTML without indentation, which would be a twentieth of the compressed page. No text
    on the page depends on its line breaks."""
    html = _INDENTATION_BEFORE_BLOCK.sub("", html)
    html = _INDENTATION_AFTER_BLOCK.sub(r"\1", html)
    return _INDENTATION.sub(" ", html)


def blank_table(request: Request) -> HttpResponse:
    """A table without a game, on which a phone without a network shows a game that it has
    started (`offline/games.js`)."""
    game = Game(key=uuid.UUID(int=0))
    game.shows_win_probability, game.shows_deal = False, True
    game.names = BySeat.from_function(lambda seat: f"{{{seat}}}")
    game.set_sheet(ScoreSheet(game.race, []))
    game.undo_stack = UndoStack((), (), None)
    return render(request, "scoring/table.html", _table_context(game, None) | {"blank": True})


def board(request: Request, game: Game) -> HttpResponse:
    """The present table, which replaces the table on the page. The response is the same for all
    phones, so that it can be cached; each page inserts its own CSRF token."""
    model = cached_win_probability(game)
    context = _table_context(game, model) | {"csrf_token": _BOARD_PLACEHOLDER}
    response = swap_table(render(request, "scoring/table.html#table", context))
    response["ETag"] = board_etag(game, model)
    return response


# Replaced in the browser by the CSRF token of the page into which the board is inserted.
_BOARD_PLACEHOLDER = "-"


def swap_table(response: HttpResponse) -> HttpResponse:
    """The response, with which htmx replaces the table on the page."""
    return reswap(retarget(response, "#table"), "outerHTML")


def _table_context(game: Game, model: WinProbabilityModel | None) -> dict[str, Any]:
    return {
        "win_probability_model": model,
        "game": game,
        "sheet": game.sheet,
        "undo_stack": game.undo_stack,
        "form": RecordForm.from_progress(game),
    }

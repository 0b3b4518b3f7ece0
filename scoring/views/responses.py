"""Responses to changes of a game: a fragment for htmx, else a page or a redirect. The views
that change a game execute their forms with this module."""

import uuid
from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from scoring.caching import cached_win_probability
from scoring.forms import AmendForm, CommandForm, ProgressForm, RecordForm, RoundForm
from scoring.models import Change, Game
from scoring.presentation.corrections import correction_buttons
from scoring.services.transaction import Conflict
from scoring.views import access
from scoring.views.access import Request
from scoring.views.table_responses import swap_table, table

# Headers by which `offline/sender.js` recognizes that a response is from this site and not from
# a proxy: the number of the change that was made, 0 if none was made, and the key of the game
# that was started.
CHANGE_HEADER, GAME_HEADER = "Tichu-Change", "Tichu-Game"

T = TypeVar("T")


def with_change_number(response: HttpResponse, number: int) -> HttpResponse:
    """The response with the number of the change that was made; 0 if none was made."""
    response[CHANGE_HEADER] = str(number)
    return response


def redirect_to(request: Request, to: Game | str, *args: uuid.UUID) -> HttpResponse:
    """A redirect that loads the other page. With an ordinary redirect, htmx would insert that
    page into this one."""
    response = redirect(to, *args)
    return HttpResponseClientRedirect(response.url) if request.htmx else response


def game_started(request: Request, game: Game) -> HttpResponse:
    """Redirect to the table page of a game, with the header for a started game."""
    response = redirect_to(request, game)
    response[GAME_HEADER] = str(game.key)
    return response


def _changed_table(request: Request, game: Game, change: Change) -> HttpResponse:
    """The table after the change, which replaces the table on the page."""
    response = table(request, game) if request.htmx else redirect(game)
    return with_change_number(response, change.number)


def amended(request: Request, game: Game, change: Change) -> HttpResponse:
    """The response after a round was amended on its own page: the table."""
    if not request.htmx:
        return redirect(game)
    response = HttpResponseClientRedirect(game.get_absolute_url())
    return with_change_number(response, change.number)


def round_recorded(request: Request, game: Game, change: Change) -> HttpResponse:
    """The response after a round was recorded: the new totals and the row of the round, or the
    whole table if more of it has changed."""
    if not request.htmx:
        return redirect(game)
    # If partners change, the players at the table are now others. If an undone round was
    # recorded again, the next round may already have calls.
    whole = game.rotation or game.in_progress.calls or game.summary.row(change.seq) is None
    over = game.summary.standing.over
    response = table(request, game) if whole or over else _recorded_row(game, change)
    return with_change_number(response, change.number)


def _recorded_row(game: Game, change: Change) -> HttpResponse:
    """The new totals and the row of a recorded round. It is rendered without a request context,
    because htmx sends the CSRF token of the page."""
    context = {
        "game": game,
        "sheet": game.summary,
        "change": change,
        "win_probability_model": cached_win_probability(game),
    }
    return HttpResponse(render_to_string("scoring/table.html#recorded", context))


def execute_or_explain(form: CommandForm[T]) -> tuple[int, T | None]:
    """Execute a form that has its own page. Returns the status of the response and the result
    of `form.execute`: None with 200 if the form was not sent, None with 422 or 409 if it was
    refused, with the reason in its errors."""
    if not form.is_bound:
        return 200, None
    try:
        made = form.execute()
    except Conflict:
        form.add_stale_error()
        return 409, None
    return (200 if made else 422), made


def change_page(request: Request, form: CommandForm[Any], template: str) -> HttpResponse:
    """Execute a form that has its own page. Returns a redirect to the table after the change,
    else the page with the form and its errors."""
    status, change = execute_or_explain(form)
    if change:
        return redirect(form.game)
    context = {"game": form.game, "form": form}
    return render(request, template, context, status=status)


def execute(
    request: Request,
    form: CommandForm[Change],
    respond: Callable[[Request, Game, Change], HttpResponse] = _changed_table,
) -> HttpResponse:
    """Execute a form of the table page. Returns the result of `respond` for the change that was
    made, or the errors of the form (422), or the conflict (409)."""
    try:
        change = form.execute()
    except Conflict:
        return conflict(request, form)
    if change is None:
        return form_refused(request, form)
    return respond(request, form.game, change)


def round_page(request: Request, form: AmendForm, *, status: int = 200) -> HttpResponse:
    """A recorded round with a preview of its amendment; for htmx only the preview."""
    if request.htmx and not form.is_recorded:
        # The round was removed while its page was open. After a 404, htmx would not replace the
        # preview.
        context = {"form": form, "is_removed": True}
        return render(request, "scoring/_after.html", context, status=409)
    row = access.get_row(form.game, form.seq)
    context = {"game": form.game, "row": row, "form": form.start_from(row.round)}
    if request.htmx:
        return render(request, "scoring/_after.html", context, status=status)
    context["corrections"] = correction_buttons(row.round, form.game)
    return render(request, "scoring/round.html", context, status=status)


def form_refused(request: Request, form: CommandForm[Any]) -> HttpResponse:
    """422 with the errors of the form. Nothing was stored, and the entered values remain on the
    page."""
    if request.htmx:
        return _message(request, "refused", form, 422)
    if isinstance(form, AmendForm):
        return round_page(request, form, status=422)
    entry = form if isinstance(form, RoundForm) else None
    return table(request, form.game, entry, refused=form, status=422)


def progress_refused(request: Request, form: ProgressForm, *, status: int) -> HttpResponse:
    """Show the errors of the ticks, and the round in progress. With 409, that is another round
    than the one that the phone showed, so the phone fetches the table again."""
    if request.htmx:
        part = "progress_refused" if status == 422 else "refused"
        return _message(request, part, form, status)
    return with_change_number(table(request, form.game, refused=form, status=status), 0)


def _message(request: Request, part: str, form: CommandForm[Any], status: int) -> HttpResponse:
    """The errors of a form, above the latest change and its undo button."""
    context = {"form": form, "game": form.game}
    response = render(request, f"scoring/table.html#{part}", context, status=status)
    return with_change_number(reswap(retarget(response, "#status"), "afterbegin"), 0)


def conflict(request: Request, form: CommandForm[Any]) -> HttpResponse:
    """409, because another change came first. Shows both changes, so that a person can
    decide."""
    part = "#table" if request.htmx else ""
    conflicting = form.conflicting_rounds() if isinstance(form, RecordForm | AmendForm) else []
    missed = form.missed_calls if isinstance(form, RecordForm) and not conflicting else []
    context = {
        "game": form.game,
        "sheet": form.game.sheet,
        "form": form,
        "conflicting_rounds": conflicting,
        "missed_calls": missed,
    }
    response = render(request, f"scoring/conflict.html{part}", context, status=409)
    return with_change_number(swap_table(response) if request.htmx else response, 0)

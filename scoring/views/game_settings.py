"""Changes of a game other than its rounds: its ending, its date, and its deletion."""

import uuid
from contextlib import suppress

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms import (
    ChangeAgreementForm,
    DateForm,
    DeleteForm,
    EndForm,
    RestoreForm,
    ResumeForm,
)
from scoring.models import RESTORE_WINDOW, Role
from scoring.services.transaction import Conflict
from scoring.stats.evening_date import evening_date
from scoring.views import access, responses
from scoring.views.access import Request


@require_safe
@cache_control(private=True, no_cache=True)
def settings(request: Request, key: uuid.UUID) -> HttpResponse:
    return _page(request, EndForm(game=access.get_game(request, key)))


@require_POST
def end(request: Request, key: uuid.UUID) -> HttpResponse:
    """Abandon or forfeit the game, or end it at its time limit."""
    form = EndForm(request.POST, game=access.get_game(request, key))
    status, change = responses.execute_or_explain(form)
    return redirect(form.game) if change else _page(request, form, status=status)


@require_POST
def resume(request: Request, key: uuid.UUID) -> HttpResponse:
    return responses.execute(
        request, ResumeForm(request.POST, game=access.get_game(request, key))
    )


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def change_agreement(request: Request, key: uuid.UUID) -> HttpResponse:
    """Change the agreement for all rounds of the game."""
    game = access.get_game_with_rounds(request, key)
    form = ChangeAgreementForm(request.POST or None, game=game)
    return responses.change_page(request, form, "scoring/game_agreement.html")


@require_POST
def correct_date(request: Request, key: uuid.UUID) -> HttpResponse:
    """Correct the day on which the game was played."""
    form = DateForm(request.POST, game=access.get_game(request, key))
    try:
        change = form.execute()
    except Conflict:
        return responses.conflict(request, form)
    if change is None:
        return _page(request, EndForm(game=form.game), form, status=422)
    return redirect(form.game)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def delete(request: Request, key: uuid.UUID) -> HttpResponse:
    """Delete the game after a confirmation; an owner can restore it for 30 days."""
    game = access.get_owned_game(request, key)
    if request.method == "POST":
        with suppress(Conflict):  # another device has already deleted it
            DeleteForm(request.POST, game=game).execute()
        return redirect(game.group)
    context = {"game": game, "days": RESTORE_WINDOW.days}
    return render(request, "scoring/game_delete.html", context)


@require_POST
def restore(request: Request, key: uuid.UUID) -> HttpResponse:
    game = access.get_owned_game(request, key, deleted=True)
    with suppress(Conflict):  # another device has already restored it
        RestoreForm(request.POST, game=game).execute()
    return redirect(game)


def _page(
    request: Request, form: EndForm, refused: DateForm | None = None, *, status: int = 200
) -> HttpResponse:
    game = form.game
    context = {
        "game": game,
        "standing": game.summary.standing,
        "form": form,
        "date_form": refused or DateForm(game=game),
        "day": evening_date(game.created),
        "is_owner": game.role == Role.OWNER,
    }
    return render(request, "scoring/game_settings.html", context, status=status)

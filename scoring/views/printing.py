"""The score pad and the fair copy of a game: as pages to print, and as PDF."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.forms import PrintGameForm, SheetKind
from scoring.models import Game
from scoring.presentation.printing import TITLE, fair_copy, score_pad
from scoring.printing import Page, pdf_language, render_pdf, render_svg
from scoring.views import access
from scoring.views.access import Request
from scoring.views.qr import absolute_url
from scoring.views.rate_limits import PICTURE, READING, limited


@require_safe
@cache_control(private=True, no_cache=True)
def game(request: Request, key: uuid.UUID) -> HttpResponse:
    """The pages in the form in which they are printed; 422 with the errors for an option that
    does not exist."""
    game, form = _find(request, key), PrintGameForm(request.GET)
    pages = _pages(request, game, form) if form.is_valid() else []
    drawn = [render_svg(page, f"page{number}-") for number, page in enumerate(pages, start=1)]
    context = {"game": game, "form": form, "pages": drawn}
    status = 200 if form.is_valid() else 422
    return render(request, "scoring/print_game.html", context, status=status)


@require_safe
@cache_control(private=True, no_cache=True)
@limited(PICTURE, READING)
def game_pdf(request: Request, key: uuid.UUID) -> HttpResponse:
    """The same as a PDF. An option that does not exist leads to a redirect to the page, which
    shows the error."""
    game, form = _find(request, key), PrintGameForm(request.GET)
    if not form.is_valid():
        return redirect(f"{reverse('print_game', args=[key])}?{request.GET.urlencode()}")
    with override(pdf_language(get_language())):
        pdf = render_pdf(_pages(request, game, form), TITLE)
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="tichu-{form.chosen_sheet}.pdf"'
    return response


def _find(request: Request, key: uuid.UUID) -> Game:
    """The game. Raises Http404 if its rounds are not known, or if partners change, because
    there are then no two teams for the columns."""
    game = access.get_game_with_rounds(request, key)
    if game.rotation:
        raise Http404
    return game


def _pages(request: Request, game: Game, form: PrintGameForm) -> list[Page]:
    if form.chosen_sheet is SheetKind.ROUNDS:
        return fair_copy(game, form.chosen_paper)
    return score_pad(game, absolute_url(request, "table", str(game.key)), form.chosen_paper)

"""Pictures of finished games and of evenings, for who sat at the table to hand on."""

import hashlib
import uuid
from datetime import date

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from scoring.charts import Picture, draw
from scoring.charts.png import png
from scoring.forms import EveningForm
from scoring.stats.evening import evening as evening_of_group
from scoring.stats.history import evening_of
from scoring.templatetags.race_charts import race_picture
from scoring.templatetags.stats_charts import evening_picture
from scoring.views import access
from scoring.views.access import Request
from scoring.views.limits import PICTURE, limited


@require_GET
@cache_control(private=True, no_cache=True)
@limited(PICTURE, method="GET")
def picture(request: Request, key: uuid.UUID) -> HttpResponse:
    """The game as a PNG; 404 while it is played."""
    game = access.find_game(request, key)
    if not game.sheet.standing.over:
        raise Http404
    return _answer(request, race_picture(game), evening_of(game.created))


@require_GET
@cache_control(private=True, no_cache=True)
@limited(PICTURE, method="GET")
def evening(request: Request, key: uuid.UUID) -> HttpResponse:
    """The evening that is asked for as a PNG; 404 where nothing was played."""
    group, asked = access.find_group(request, key), EveningForm(request.GET).asked
    found = evening_of_group(group, asked) if asked else None
    if found is None:
        raise Http404
    names = dict(group.players.values_list("pk", "name"))
    return _answer(request, evening_picture(found, group, names), found.day)


def _answer(request: Request, picture: Picture, day: date) -> HttpResponse:
    drawing = draw(picture)
    etag = f'"{hashlib.sha256(drawing.encode()).hexdigest()[:32]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(png(drawing), content_type="image/png")
        response["Content-Disposition"] = f'attachment; filename="tichu-{day:%Y-%m-%d}.png"'
    response["ETag"] = etag
    return response

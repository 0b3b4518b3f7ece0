"""A picture of a finished game, for who sat at the table to hand on."""

import hashlib
import uuid

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.timezone import localtime
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from scoring.charts import draw
from scoring.charts.png import png
from scoring.templatetags.race_charts import race_picture
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
    drawing = draw(race_picture(game))
    etag = f'"{hashlib.sha256(drawing.encode()).hexdigest()[:32]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(png(drawing), content_type="image/png")
        name = f"tichu-{localtime(game.created):%Y-%m-%d}.png"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["ETag"] = etag
    return response

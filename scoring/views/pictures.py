"""Pictures of finished games and of evenings, for the members of a group to share."""

import hashlib
import uuid

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.charts import Picture, render_picture
from scoring.charts.png import render_png
from scoring.forms import EveningForm
from scoring.models import read_photos
from scoring.presentation.race_charts import race_picture
from scoring.presentation.stats_pages.evening_picture import evening_picture
from scoring.release import release
from scoring.stats.evening_date import evening_date
from scoring.stats.evening_summary import get_evening_summary
from scoring.stats.evenings import get_evening
from scoring.stats.history import history_version
from scoring.views import access
from scoring.views.access import Request
from scoring.views.rate_limits import PICTURE, READING, limited


@require_safe
@cache_control(private=True, no_cache=True)
@limited(PICTURE, READING)
def game(request: Request, key: uuid.UUID) -> HttpResponse:
    """The game as a PNG; 404 if it is running, if partners change, or if its rounds are not
    known."""
    game = access.get_game(request, key)
    standing = game.sheet.standing
    if game.rotation or not (standing.over and standing.rounds_known):
        raise Http404
    photos = read_photos(game.group_id, game.avatars, game.players)
    picture = race_picture(game, photos)
    return answer_picture(request, picture, f"{evening_date(game.created)}")


@require_safe
@cache_control(private=True, no_cache=True)
@limited(PICTURE, READING)
def evening(request: Request, key: uuid.UUID) -> HttpResponse:
    """The requested evening as a PNG; 404 if no round was played."""
    group, asked = access.get_group(request, key), EveningForm(request.GET).value
    found = get_evening(group, asked) if asked else None
    if found is None or not found.stats.rounds:
        raise Http404
    summary = get_evening_summary(group, found, history_version(group))
    winners = [each.player for each in summary.winners]
    photos = read_photos(group.pk, group.avatars, winners)
    picture = evening_picture(found, summary, group, group.player_names, photos)
    return answer_picture(request, picture, f"{found.day}")


def answer_picture(request: Request, picture: Picture, of: str) -> HttpResponse:
    """The picture as a PNG. `of` is the day or the year for the file name."""
    svg = render_picture(picture)
    tag = hashlib.sha256(f"{svg}{release()}".encode()).hexdigest()[:32]
    response = get_conditional_response(request, etag=f'"{tag}"')
    if response is None:
        response = HttpResponse(render_png(svg), content_type="image/png")
        response["Content-Disposition"] = f'attachment; filename="tichu-{of}.png"'
    response["ETag"] = f'"{tag}"'
    return response

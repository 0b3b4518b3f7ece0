"""The picture of a year in review that players can share."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from scoring.charts import Picture, PictureNote
from scoring.models import Group, Player
from scoring.presentation.avatars import discs
from scoring.presentation.stats_pages.review_screen import ReviewScreen


def review_picture(
    screens: Iterable[ReviewScreen],
    year: int,
    group: Group,
    player: Player | None,
    photos: Mapping[int, bytes],
) -> Picture:
    """Return the picture of the year of the group or of a `player`. `photos` are by primary
    key, and may contain the photo of the player."""
    return Picture(
        heading=str(group) if player else _("The year in review"),
        title=f"{player.name if player else group} · {year}",
        rows=(),
        chart=None,
        footer="Tichu Score",
        discs=discs(group, [player.pk], photos) if player else (),
        notes=tuple(
            PictureNote(each.title, f"{each.sentence} {each.sample}".strip(), each.figure)
            for each in screens
        ),
    )

"""The year in review on a picture to hand on."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scoring.charts import Disc, Picture, PictureNote
from scoring.models import Group
from scoring.presentation.stats_pages.review_screen import ReviewScreen


def review_picture(
    screens: Iterable[ReviewScreen],
    whose: str,
    year: int,
    group: Group,
    avatars: tuple[Disc, ...] = (),
) -> Picture:
    """The year of the group, or of a player whose name and avatar these are, to hand on."""
    return Picture(
        heading=str(group) if whose != str(group) else _("The year in review"),
        title=f"{whose} · {year}",
        rows=(),
        chart=None,
        footer="Tichu Score",
        discs=avatars,
        notes=tuple(
            PictureNote(each.title, f"{each.sentence} {each.sample}".strip(), each.figure)
            for each in screens
        ),
    )

"""Store photos of players, and remove photos that no player has. The group must be locked."""

from collections.abc import Iterable

from scoring.models import Group, Photo, Player, photo_digest
from scoring.models.photo import MAX_PHOTOS


class TooManyPhotos(Exception):
    """The group would have more than MAX_PHOTOS."""


def store_photos(group: Group, contents: Iterable[bytes]) -> list[str]:
    """Store these photos (results of `clean_jpeg`), and return their digests in order."""
    photos = [Photo(group=group, digest=photo_digest(each), content=each) for each in contents]
    Photo.objects.bulk_create(photos, ignore_conflicts=True)
    return [each.digest for each in photos]


def check_photos(group: Group) -> None:
    """Raises TooManyPhotos if the group has more than MAX_PHOTOS."""
    if group.photos.count() > MAX_PHOTOS:
        raise TooManyPhotos


def remove_unused_photos(group: Group) -> None:
    """Remove the photos of the group that none of its players has. Merged players count too."""
    players = Player.with_merged.filter(group=group, photo__isnull=False).order_by()
    Photo.objects.filter(group=group).exclude(digest__in=players.values("photo")).delete()

"""Photos of players, in a separate table, so that no page reads them."""

import hashlib
from collections.abc import Iterable, Mapping

from django.db import models

from scoring.jpeg import MAX_BYTES
from scoring.models.avatars import Avatar
from scoring.models.group import Group

DIGEST_LENGTH = 12
# The maximum number in a group, so that its file stays within the size that is read. Each photo
# has at most MAX_BYTES.
MAX_PHOTOS = 200


class PhotoQuerySet(models.QuerySet["Photo"]):
    def visible_to(self, token: str) -> "PhotoQuerySet":
        """The photos of every group that the device with this token belongs to."""
        return self.filter(group__in=Group.objects.visible_to(token).order_by().values("pk"))


class Photo(models.Model):
    """A picture of a player of the group, as a JPEG that `jpeg.clean_jpeg` has returned. It is
    identified by `digest`, to which players refer (`Player.photo`). Two players can have the
    same photo."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="photos")
    digest = models.CharField(max_length=DIGEST_LENGTH)
    content = models.BinaryField(max_length=MAX_BYTES)

    objects = PhotoQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["digest", "group"], name="photo_once_in_group")
        ]

    def __str__(self) -> str:
        return self.digest


def read_photos(
    group: int, avatars: Mapping[int, Avatar], players: Iterable[int]
) -> dict[int, bytes]:
    """The photos of these players of the group, by primary key of the player. Players without a
    photo are left out. No query if nobody has a photo."""
    digests = {
        player: avatar.photo
        for player in players
        if (avatar := avatars.get(player)) and avatar.photo
    }
    if not digests:
        return {}
    rows = Photo.objects.filter(group=group, digest__in=set(digests.values()))
    contents = dict(rows.values_list("digest", "content"))
    return {
        player: bytes(contents[digest])
        for player, digest in digests.items()
        if digest in contents
    }


def photo_digest(content: bytes) -> str:
    """Return the digest that identifies a photo. It has enough hexadecimal digits that two
    contents never get the same address."""
    return hashlib.sha256(content).hexdigest()[:DIGEST_LENGTH]

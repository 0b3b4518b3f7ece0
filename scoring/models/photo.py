"""Photos of players, apart from the players, so that no page reads them."""

import hashlib
from collections.abc import Iterable

from django.db import models

from scoring.jpeg import MAX_BYTES
from scoring.models.group import Group

DIGEST_LENGTH = 12
# In a group, so that its file is never more than is read: each has at most MAX_BYTES.
MAX_PHOTOS = 200


class PhotoQuerySet(models.QuerySet["Photo"]):
    def visible_to(self, token: str) -> "PhotoQuerySet":
        """The photos of every group that the holder of this device token belongs to."""
        return self.filter(group__in=Group.objects.visible_to(token).order_by().values("pk"))


class Photo(models.Model):
    """A picture of a player of the group, as a JPEG that `jpeg.clean_jpeg` has returned. It is
    known by `digest`, which players have (`Player.photo`), two of them perhaps."""

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


def photo_contents(group: int, digests: Iterable[str | None]) -> dict[str, bytes]:
    """The photos of the group (a primary key) that are known by these digests; no query if
    there is none."""
    asked = {each for each in digests if each}
    if not asked:
        return {}
    found = Photo.objects.filter(group=group, digest__in=asked)
    return {
        digest: bytes(content) for digest, content in found.values_list("digest", "content")
    }


def photo_digest(content: bytes) -> str:
    """Return what a photo is known by: so many hexadecimal digits that its address is that of
    no other content."""
    return hashlib.sha256(content).hexdigest()[:DIGEST_LENGTH]

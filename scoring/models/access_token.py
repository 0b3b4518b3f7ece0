"""Access tokens, by which programs read a group."""

from django.db import models

from scoring.models.group import Group
from scoring.tokens import hash_token


class AccessTokenQuerySet(models.QuerySet["AccessToken"]):
    def by_token(self, token: str) -> "AccessToken | None":
        """Returns the valid token with its group; None if the token is "" or the group is
        deleted."""
        valid = self.select_related("group").filter(group__deleted=None)
        return valid.filter(token_hash=hash_token(token)).first() if token else None


class AccessToken(models.Model):
    """Lets a program read one group by the API, without the right to change anything. Only the
    hash of the token is stored. `last_used` is the day of the last use, in the time zone of
    TIME_ZONE."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="access_tokens")
    name = models.CharField(max_length=40)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    last_used = models.DateField(null=True)

    objects = AccessTokenQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name

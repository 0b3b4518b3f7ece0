"""Access tokens: what a program reads a group by."""

from django.db import models

from scoring.models.group import Group
from scoring.tokens import hash_token


class AccessTokenQuerySet(models.QuerySet["AccessToken"]):
    def by_token(self, token: str) -> "AccessToken | None":
        """The valid token, with its group; None for "", and where the group is deleted."""
        valid = self.select_related("group").filter(group__deleted=None)
        return valid.filter(token_hash=hash_token(token)).first() if token else None


class AccessToken(models.Model):
    """Lets a program read one group by the API, and change nothing. Only the token's hash is
    stored. `last_used` is the last day on which it was, by the clock of TIME_ZONE."""

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

"""Access tokens: made and revoked by the owner of a group, used by programs."""

from django.utils import timezone

from scoring.models import AccessToken, Group
from scoring.services.transaction import lock_group, write_transaction
from scoring.tokens import create_access_token, hash_token

MAX_TOKENS = 20


class TooManyTokens(Exception):
    """The group has MAX_TOKENS tokens."""


def create_token(group: Group, name: str) -> str:
    """Create a token that is called so, and return it: only its hash is stored. Raises
    TooManyTokens."""
    token = create_access_token()
    with write_transaction():
        lock_group(group.pk)
        if group.access_tokens.count() >= MAX_TOKENS:
            raise TooManyTokens
        group.access_tokens.create(name=name, token_hash=hash_token(token))
    return token


def revoke_token(group: Group, number: int) -> bool:
    """Delete the token with this primary key: whether the group had it."""
    return group.access_tokens.filter(pk=number).delete()[0] > 0


def note_use(token: AccessToken) -> None:
    """Note the day on which the token was used: one write a day."""
    today = timezone.localdate()
    if token.last_used != today:
        AccessToken.objects.filter(pk=token.pk).update(last_used=today)

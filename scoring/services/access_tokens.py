"""Access tokens, which the owner of a group creates and revokes, and which programs use."""

from django.utils import timezone

from scoring.models import AccessToken, Group, GroupChangeKind
from scoring.services.group_log import log_group_change
from scoring.services.transaction import lock_group, write_transaction
from scoring.tokens import create_access_token, hash_token

MAX_TOKENS = 20


class TooManyTokens(Exception):
    """The group has MAX_TOKENS tokens."""


def create_token(group: Group, name: str, device: int | None = None) -> str:
    """Create a token with this name, and return it. Only its hash is stored. Raises
    TooManyTokens."""
    token = create_access_token()
    with write_transaction():
        lock_group(group.pk)
        if group.access_tokens.count() >= MAX_TOKENS:
            raise TooManyTokens
        group.access_tokens.create(name=name, token_hash=hash_token(token))
        log_group_change(group.pk, device, GroupChangeKind.CREATE_TOKEN, name=name)
    return token


def revoke_token(group: Group, number: int, device: int | None = None) -> bool:
    """Delete the token with this primary key. Returns whether the group had it."""
    with write_transaction():
        token = group.access_tokens.select_for_update().filter(pk=number).first()
        if token is None:
            return False
        token.delete()
        log_group_change(group.pk, device, GroupChangeKind.REVOKE_TOKEN, name=token.name)
    return True


def note_use(token: AccessToken) -> None:
    """Store the day on which the token was last used; at most one write a day."""
    today = timezone.localdate()
    if token.last_used != today:
        AccessToken.objects.filter(pk=token.pk).update(last_used=today)

"""Store a group that was read from a log.

The group is stored in small transactions, so that others can write meanwhile. It has no members
until everything is stored, so that nobody sees an incomplete group, even after a failure.
"""

import time
import uuid
from collections.abc import Iterable

from django.utils import timezone

from scoring.models import Device, Group, Membership, PlayRules, Role
from scoring.services.groups import purge_group
from scoring.services.log_rows import (
    batches,
    create_authors,
    create_games,
    create_group_changes,
    create_payments,
    create_players,
    create_seasons,
)
from scoring.services.logged_group import LoggedGame, LogHead
from scoring.services.transaction import BATCH_PAUSE, write_transaction
from scoring.services.unknown_properties import store_unknown


class GroupImport:
    """A group that is being stored.

    `players` and `authors` are the primary keys of the players and authors of the log, by their
    ids in the log. They are needed to read its games. Until `finish` the group has no members
    and counts as deleted, so that an interrupted import is purged like any deleted group.
    """

    def __init__(self, head: LogHead) -> None:
        self.head = head
        self.games: dict[uuid.UUID, int] = {}
        with write_transaction():
            self.group = _create_group(head)
            if head.play_rules:
                PlayRules.objects.create(group=self.group, names=[*head.play_rules])
            self.players = create_players(
                self.group, map(head.player, head.players), head.photos
            )
            self.authors = create_authors(head.authors)
            store_unknown(self.group, head.unknown)

    def store(self, games: Iterable[LoggedGame]) -> None:
        """Store these games after those stored before. Raises IntegrityError if they cannot be
        in one group, for example because a game occurs twice."""
        for batch in batches(games):
            with write_transaction():
                create_games(self.group, batch, self.games)
            time.sleep(BATCH_PAUSE)

    def finish(self, owner: Device) -> Group:
        """Complete the import, with this device as the owner of the group."""
        with write_transaction():
            create_payments(self.group, self.head.payments, self.players)
            create_seasons(self.group, self.head.seasons)
            create_group_changes(
                self.group, self.head.group_changes, self.players, self.authors
            )
            Group.objects.filter(pk=self.group.pk).update(deleted=None)
            self.group.deleted = None
            Membership.objects.create(
                group=self.group, device=owner, role=Role.OWNER, name=owner.system
            )
        return self.group

    def discard(self) -> None:
        """Delete everything that was stored."""
        with write_transaction():
            purge_group(self.group)
            Device.objects.filter(pk__in=self.authors.values()).delete()


def _create_group(head: LogHead) -> Group:
    known = Group.objects.filter(key=head.id).exists()
    return Group.objects.create(
        key=uuid.uuid4() if known else head.id,
        log_id=head.id if known else None,
        # The group that the log was exported from makes further ids from the same key.
        log_namespace=None if known else uuid.uuid4(),
        name=head.name,
        created=head.created,
        deleted=timezone.now(),
        stake=head.stake,
        shows_win_probability=head.shows_win_probability,
        shows_avatars=head.shows_avatars,
        shows_deal=head.shows_deal,
        **(head.agreement.columns if head.agreement else {}),
    )

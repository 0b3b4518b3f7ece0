"""Store a group that was read from a log.

It is stored a few rows at a time, so that tables go on meanwhile, and belongs to nobody until
all of it is there: whatever goes wrong, also the end of the process, nobody sees a part of it.
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

    `players` and `authors` are the primary keys of those that the log names, by their ids: its
    games are read with these. Nobody belongs to the group, and it counts as deleted, until
    `finish`: what is left of an import that was cut off is purged like any deleted group.
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
        """Store these games, after those that were stored before. Raises IntegrityError for
        what no group can have, such as a game twice."""
        for batch in batches(games):
            with write_transaction():
                create_games(self.group, batch, self.games)
            time.sleep(BATCH_PAUSE)

    def finish(self, owner: Device) -> Group:
        """Let the group be this device's."""
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
        """Leave the database as it was."""
        with write_transaction():
            purge_group(self.group)
            Device.objects.filter(pk__in=self.authors.values()).delete()


def _create_group(head: LogHead) -> Group:
    known = Group.objects.filter(key=head.id).exists()
    return Group.objects.create(
        key=uuid.uuid4() if known else head.id,
        log_id=head.id if known else None,
        # The group that it came from makes further ids of the same key.
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

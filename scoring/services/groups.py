"""A group's settings, its links, its owner, and its deletion."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils import timezone

from scoring.models import (
    RESTORE_WINDOW,
    Agreement,
    Change,
    Device,
    Game,
    Group,
    Player,
    Role,
    Round,
)
from scoring.services.transaction import lock_group, raise_revisions, write_transaction
from scoring.tokens import link_token

_NO_AGREEMENT: dict[str, object] = {"target": None, "fixed_rounds": None, "lead": None}


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """What the pages of a group show: on the table pages the win probability and the buttons
    that end the time for calls (`deal`), on all pages avatars."""

    win_probability: bool
    avatars: bool
    deal: bool


def update_settings(
    group: Group, name: str, agreement: Agreement | None, display: DisplaySettings
) -> None:
    """Set the group's name, the agreement of its new games (None: that of the last game), and
    what its pages show. Only values that differ from those of `group` are written, so that
    changes that another phone has made meanwhile are not overwritten."""
    columns: dict[str, object] = {
        "name": name,
        "shows_win_probability": display.win_probability,
        "shows_avatars": display.avatars,
        "shows_deal": display.deal,
    }
    if agreement != group.agreement:
        columns |= agreement.columns if agreement else _NO_AGREEMENT
    changed = {each: value for each, value in columns.items() if getattr(group, each) != value}
    for column, value in changed.items():
        setattr(group, column, value)
    with write_transaction():
        if changed.keys() & {"shows_avatars", "shows_deal"}:
            lock_group(group.pk)
            raise_revisions(group.pk)
        group.save(update_fields=[*changed])


def rotate_links(group: Group) -> None:
    """Replace the links. The old links, the join codes, and the recovery links of everybody
    except owners no longer work."""
    owners = group.membership_set.filter(role=Role.OWNER, player__isnull=False)
    with write_transaction():
        rotate_join_links(group)
        others = group.players.exclude(pk__in=owners.values("player"))
        others.update(recovery_link_hash=None)


def rotate_join_links(group: Group) -> None:
    """Replace the links for members and for viewers, and delete the join codes."""
    group.join_token, group.watch_token = link_token(), link_token()
    group.save(update_fields=["join_token", "watch_token"])
    group.codes.all().delete()


def transfer_ownership(group: Group, player: Player) -> bool:
    """Make every device of this player an owner, and the former owners members. If the player
    was a member, the recovery link of that player no longer works. Returns False, without a
    change, if the player has no device."""
    with write_transaction():
        lock_group(group.pk)  # so that no device joins or leaves meanwhile
        devices = group.membership_set.filter(player=player).exclude(role=Role.VIEWER)
        if not devices.exists():
            return False
        if not player.is_owner:
            group.players.filter(pk=player.pk).update(recovery_link_hash=None)
        group.membership_set.filter(role=Role.OWNER).update(role=Role.MEMBER)
        devices.update(role=Role.OWNER)
    return True


def soft_delete(group: Group) -> None:
    """Hide the group from everybody except its owner, who can restore it for 30 days."""
    group.deleted = timezone.now()
    group.save(update_fields=["deleted"])


def restore(group: Group) -> None:
    """Undo `soft_delete`."""
    group.deleted = None
    group.save(update_fields=["deleted"])


def purge_deleted() -> int:
    """Delete permanently the groups that can no longer be restored. Returns their number."""
    before, purged = timezone.now() - RESTORE_WINDOW, 0
    expired = Group.objects.filter(deleted__lt=before)
    for pk in list(expired.values_list("pk", flat=True)):
        with write_transaction():
            # The owner may have restored the group meanwhile.
            group = expired.select_for_update(no_key=True).filter(pk=pk).first()
            if group:
                purge_group(group)
                purged += 1
    with write_transaction():
        _purge_authors(before)
    return purged


def purge_group(group: Group) -> None:
    """Delete the group and everything in it, in one transaction."""
    # Rounds and changes reference players and devices, so they are deleted first.
    Round.objects.filter(group=group).delete()
    Change.objects.filter(group=group).delete()
    Game.with_deleted.filter(group=group).delete()
    group.delete()


def _purge_authors(before: datetime) -> None:
    """Delete the authors that were imported with the log of a group that was purged."""
    changes = Change.objects.filter(device=OuterRef("pk")).order_by()
    Device.objects.filter(~Exists(changes), log_id__isnull=False, created__lt=before).delete()

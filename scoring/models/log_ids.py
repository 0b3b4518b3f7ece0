"""The ids of groups, their changes, players, games and devices in a log (`tichu-log`).

Such an id is the one with which the object was imported, or one that never changes.
"""

import uuid

from django.db.models import Q


def player_log_id(log_id: uuid.UUID | None, namespace: uuid.UUID, pk: int) -> uuid.UUID:
    """The id of this player of the group with this namespace (`Group.id_namespace`)."""
    return log_id or uuid.uuid5(namespace, f"player {pk}")


def device_log_id(log_id: uuid.UUID | None, namespace: uuid.UUID, pk: int) -> uuid.UUID:
    """The id of a device as an author in this group. In another group the device has another
    id, so that two logs do not reveal that they are from the same phone."""
    return log_id or uuid.uuid5(namespace, f"device {pk}")


def group_change_log_id(log_id: uuid.UUID | None, namespace: uuid.UUID, pk: int) -> uuid.UUID:
    """The id of this entry of the log of the group with this namespace."""
    return log_id or uuid.uuid5(namespace, f"group change {pk}")


def game_has_log_id(log_id: uuid.UUID) -> Q:
    """Whether a game has this id in a log; at most one game of a group has it."""
    return Q(log_id=log_id) | Q(log_id=None, key=log_id)

"""Write the log of a group."""

from scoring.models import GroupChange, GroupChangeKind


def log_group_change(
    group: int, device: int | None, kind: GroupChangeKind, **facts: int | str
) -> None:
    """Add an entry to the log. `group` and `device` are primary keys; `facts` are those that
    `GroupChangeKind` defines. Call this in the transaction that makes the change."""
    GroupChange.objects.create(group_id=group, device_id=device, kind=kind, facts=facts)

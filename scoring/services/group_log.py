"""Write the log of a group."""

from scoring.models import GroupChange, GroupChangeKind


def log_group_change(
    group: int, device: int | None, kind: GroupChangeKind, **facts: int | str
) -> None:
    """Add an entry, by primary keys of group and device; `facts` as `GroupChangeKind` has them.
    To be called in the transaction that makes the change."""
    GroupChange.objects.create(group_id=group, device_id=device, kind=kind, facts=facts)

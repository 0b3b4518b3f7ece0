"""`manage.py recovery_link GROUP PLAYER`: lets somebody in who has lost every device."""

import uuid
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.urls import reverse

from scoring.management.database_command import DatabaseCommand
from scoring.models import Group, Player, Role
from scoring.models.names import name_key
from scoring.security_log import log_event
from scoring.services.membership import create_recovery_link_as_operator


class Command(DatabaseCommand):
    help = (
        "Create a recovery link for a player whose devices are lost, and print its path."
        " Without arguments, list the groups with their keys, players and owners."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("group", nargs="?", help="key of the group")
        parser.add_argument("player", nargs="?", help="name of the player")

    def handle(
        self, *_args: Any, group: str | None, player: str | None, **_options: Any
    ) -> None:
        if group is None:
            self.list_groups()
            return
        found = find_player(find_group(group), player)
        token = create_recovery_link_as_operator(found)
        log_event("recovery link created", by="operator", group=found.group_id)
        self.stdout.write(
            "Open this path of your site on the new phone. It works once, and the recovery link"
            f" that the player had before no longer works.\n{reverse('recover', args=[token])}"
        )

    def list_groups(self) -> None:
        groups = list(Group.objects.filter(deleted=None).order_by("pk"))
        names = Player.names_in(groups)
        owners = Player.objects.filter(membership__role=Role.OWNER).distinct()
        for group in groups:
            players = ", ".join(names.get(group.pk, ())) or "no players"
            owned_by = ", ".join(each.name for each in owners if each.group_id == group.pk)
            owner = f" (owner: {owned_by})" if owned_by else ""
            self.stdout.write(f"{group.key}  {group}: {players}{owner}")


def find_group(key: str) -> Group:
    """The group with this key. Raises CommandError if there is none."""
    try:
        return Group.objects.get(key=uuid.UUID(key), deleted=None)
    except (ValueError, Group.DoesNotExist):
        raise CommandError(
            f"There is no group {key}: without arguments the command lists the groups."
        ) from None


def find_player(group: Group, name: str | None) -> Player:
    """The player of this name. Raises CommandError if there is none."""
    player = group.players.filter(name_key=name_key(name)).first() if name else None
    if player is None:
        names = ", ".join(group.players.values_list("name", flat=True))
        raise CommandError(f"Name a player of {group}: {names or 'it has none yet'}.")
    return player

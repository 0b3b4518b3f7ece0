"""Lets devices join a group: by its links, by a code, or by claiming a player."""

from typing import Any

from django.test import Client

from scoring.models import Game, Group
from tests.factories import Phone


def address(group: Group) -> str:
    return f"/j/{group.join_token}/"


def join(client: Client, group: Group, **told: object) -> Any:
    return client.post(address(group), told)


def become_viewer(client: Client, group: Group) -> Any:
    return client.post(f"/w/{group.watch_token}/")


def code(host: Phone) -> str:
    """Return a code for the host's group, from its page."""
    page = host.client.post(f"/g/{host.group.key}/invite/")
    return str(page.context["code"])


def player_of(host: Phone) -> Any:
    return host.game.player_a1


def claimed(host: Phone) -> Any:
    """Give the host's device a player of the group."""
    player = player_of(host)
    host.group.membership_set.filter(device=host.device).update(player=player)
    return player


def joined(host: Phone, name: str) -> Phone:
    """Return a phone that has joined as a new member with this name."""
    phone = Phone(Client())
    join(phone.client, host.group, player="new", name=name)
    return phone


def sees(client: Client, game: Game) -> bool:
    return bool(client.get(game.get_absolute_url()).status_code == 200)

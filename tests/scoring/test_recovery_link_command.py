"""`manage.py recovery_link`: the operator lets somebody in who has lost every device."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.models import Role
from tests.factories import Phone
from tests.scoring.joining import claimed, joined, player_of, sees

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("recovery_link", *arguments, stdout=out)
    return out.getvalue()


def path_for(host: Phone, name: str) -> str:
    return run(str(host.group.key), name).splitlines()[-1]


def owners(host: Phone) -> int:
    return int(host.group.membership_set.filter(role=Role.OWNER).count())


def test_groups_are_listed_with_their_keys_and_players(host: Phone) -> None:
    names = ", ".join(host.game.names)
    assert run() == f"{host.group.key}  {host.group}: {names}\n"


def test_owner_of_a_group_is_listed(host: Phone) -> None:
    owner = claimed(host)
    assert run().endswith(f" (owner: {owner.name})\n")


def test_path_brings_a_new_phone_in_as_the_owner(host: Phone) -> None:
    owner, guest = claimed(host), Client()

    guest.post(path_for(host, owner.name))

    assert sees(guest, host.game)
    assert owners(host) == 2


def test_path_gives_the_role_of_an_owner_if_no_owner_is_linked_to_a_person(
    host: Phone,
) -> None:
    guest = Client()

    guest.post(path_for(host, player_of(host).name))

    assert sees(guest, host.game)
    assert owners(host) == 2


def test_path_of_a_member_brings_in_a_member(host: Phone) -> None:
    claimed(host)
    joined(host, "Ben")

    Client().post(path_for(host, "ben"))

    assert owners(host) == 1


def test_path_works_once(host: Phone) -> None:
    path = path_for(host, claimed(host).name)
    Client().post(path)

    assert Client().post(path).status_code == 404


@pytest.mark.parametrize("key", ["friday", "00000000-0000-0000-0000-000000000000"])
def test_unknown_group_is_named(host: Phone, key: str) -> None:
    with pytest.raises(CommandError) as refused:
        run(key, "Ada")
    assert str(refused.value) == (
        f"There is no group {key}: without arguments the command lists the groups."
    )


@pytest.mark.parametrize("name", [["Nobody"], []], ids=["unknown", "none"])
def test_players_are_named_if_none_was_found(host: Phone, name: list[str]) -> None:
    names = ", ".join(sorted(host.game.names))
    with pytest.raises(CommandError) as refused:
        run(str(host.group.key), *name)
    assert str(refused.value) == f"Name a player of {host.group}: {names}."

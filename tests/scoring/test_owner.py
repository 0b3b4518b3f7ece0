"""Only the owner of a group can make new links, make another device owner, and delete the
group."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.signals import pre_delete
from django.test import Client
from django.utils import timezone

from scoring.models import RESTORE_WINDOW, Game, Group, Membership, Role
from scoring.services.groups import purge_deleted, restore
from tests.factories import GameWriter, GroupFactory, Phone, plain
from tests.scoring.joining import address, join, joined, player_of, sees
from tests.scoring.reading import saved_group, text

pytestmark = pytest.mark.django_db


def test_new_links_end_the_old_ones(host: Phone, guest: Client) -> None:
    old = address(host.group)
    host.client.post(f"/g/{host.group.key}/links/")

    assert guest.get(old).status_code == 404


@pytest.mark.parametrize("page", ["links/", "owner/", "delete/", "restore/"])
def test_members_have_no_part_in_the_owner_s_matters(
    host: Phone, guest: Client, page: str
) -> None:
    join(guest, host.group, player=player_of(host).pk)

    assert guest.post(f"/g/{host.group.key}/{page}").status_code == 404


def test_group_is_handed_over(host: Phone, guest: Client) -> None:
    player = player_of(host)
    join(guest, host.group, player=player.pk)

    host.client.post(f"/g/{host.group.key}/owner/", {"player": player.pk})

    assert list(
        Membership.objects.filter(role=Role.OWNER).values_list("player", flat=True)
    ) == [player.pk]


def test_group_is_not_handed_over_to_who_has_no_device(
    host: Phone, caplog: pytest.LogCaptureFixture
) -> None:
    host.client.post(f"/g/{host.group.key}/owner/", {"player": player_of(host).pk})

    assert Membership.objects.get().role == Role.OWNER
    assert "handed over" not in caplog.text


def test_group_is_offered_to_who_has_a_device_and_is_no_owner(host: Phone) -> None:
    page = f"/g/{host.group.key}/"
    Membership.objects.update(player=player_of(host))
    assert "Hand the group over to" not in text(host.client.get(page))

    joined(host, "Ben")
    ben = host.group.players.get(name="Ben")

    assert list(host.client.get(page).context["new_owners"]) == [ben]
    assert "Hand the group over to" in text(host.client.get(page))


def delete(host: Phone) -> Any:
    return host.client.post(f"/g/{host.group.key}/delete/", {"name": str(host.group)})


def test_deleted_group_is_gone_for_everybody(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=player_of(host).pk)
    delete(host)

    assert [sees(client, host.game) for client in (host.client, guest)] == [False, False]
    assert guest.get(address(host.group)).status_code == 404


def test_group_stays_without_its_name(host: Phone) -> None:
    response = host.client.post(f"/g/{host.group.key}/delete/", {"name": "something else"})

    assert (response.status_code, sees(host.client, host.game)) == (422, True)


def test_deleted_group_is_restored_with_its_games(host: Phone) -> None:
    delete(host)
    assert "Restore" in text(host.client.get("/"))
    host.client.post(f"/g/{host.group.key}/restore/")

    assert sees(host.client, host.game)


def test_deleted_group_is_removed_for_good_after_thirty_days(host: Phone) -> None:
    GameWriter(host.game, host.device).record(plain(60))
    delete(host)
    Group.objects.update(deleted=timezone.now() - RESTORE_WINDOW - timedelta(seconds=1))

    assert purge_deleted() == 1
    assert (Group.objects.count(), Game.objects.count()) == (0, 0)


def test_deleted_group_is_kept_until_then(host: Phone) -> None:
    delete(host)

    assert purge_deleted() == 0


def test_group_that_is_restored_during_the_purge_stays(host: Phone) -> None:
    delete(host)
    other: Group = GroupFactory.create(deleted=timezone.now())
    Group.objects.update(deleted=timezone.now() - RESTORE_WINDOW - timedelta(seconds=1))

    def restore_other(**_sent: object) -> None:
        restore(other)

    pre_delete.connect(restore_other, sender=Group)
    try:
        assert purge_deleted() == 1
    finally:
        pre_delete.disconnect(restore_other, sender=Group)
    assert list(Group.objects.all()) == [other]


def test_export_holds_every_game(host: Phone) -> None:
    GameWriter(host.game, host.device).record(plain(60))

    rounds = [row for game in saved_group(host)["games"] for row in game["rounds"]]

    assert [row["facts"]["card_points"] for row in rounds] == [{"A": 60, "B": 40}]

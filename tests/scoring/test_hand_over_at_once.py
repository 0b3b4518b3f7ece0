"""A group always has an owner, also if somebody leaves while ownership is transferred."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from scoring.models import Membership, Role
from scoring.services.groups import transfer_ownership
from scoring.services.membership import leave
from scoring.services.transaction import write_transaction
from tests.factories import Phone
from tests.scoring.joining import join, player_of
from tests.scoring.lock_waits import somebody_waits, wait_for

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one by one")
def test_group_is_not_handed_over_to_a_device_that_leaves_meanwhile(
    host: Phone, guest: Client
) -> None:
    group, player = host.group, player_of(host)
    join(guest, group, player=player.pk)

    def hand_over() -> bool:
        try:
            return transfer_ownership(group, player)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with write_transaction():
            leave(group, Membership.objects.get(player=player))
            handed_over = pool.submit(hand_over)
            wait_for(lambda: handed_over.done() or somebody_waits())
        assert not handed_over.result()

    assert [each.role for each in Membership.objects.all()] == [Role.OWNER]

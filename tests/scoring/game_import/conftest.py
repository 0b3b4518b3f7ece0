import pytest

from scoring.models import Group, Membership, Role
from tests.factories import Phone
from tests.scoring.game_import.importer import Importer


@pytest.fixture
def group(phone: Phone) -> Group:
    """The group of `phone`, which belongs to the owner of the group."""
    group = phone.group
    phone.take_role(Role.OWNER)
    group.device_id = Membership.objects.get().device_id
    return group


@pytest.fixture
def importer(group: Group, phone: Phone) -> Importer:
    assert phone.group == group
    return Importer(phone)

"""The log says who joined a group and who was refused, and contains no secrets."""

import logging

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.models import Membership, Role
from scoring.security_log import log_event
from scoring.services.membership import create_recovery_link
from tests.factories import Phone
from tests.scoring.joining import address, become_viewer, claimed, code, join, player_of
from tests.scoring.log_groups import log_of
from tests.scoring.sessions import EIGHT, NEW

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "scoring.security_log")


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    ours = (each for each in caplog.records if each.name == "scoring.security_log")
    return [entry.getMessage() for entry in ours]


def test_who_joins_by_an_invitation_is_logged(
    host: Phone, guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    join(guest, host.group, player=player_of(host).pk)

    member = host.group.membership_set.latest("pk")
    assert events(caplog) == [
        f"joined by=invitation group={host.group.pk} device={member.device_id}"
    ]


def test_who_asks_to_join_and_is_let_in_is_logged(
    host: Phone, guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    join(guest, host.group, player=claimed(host).pk)
    asked = host.group.requests.get()
    host.client.post(f"/g/{host.group.key}/requests/{asked.pk}/", {"answer": "yes"})

    assert events(caplog) == [
        f"asked to join by=invitation group={host.group.pk} device={asked.device_id}",
        f"join request accepted group={host.group.pk} device={host.device.pk}",
    ]


def test_new_viewer_is_logged(
    host: Phone, guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    become_viewer(guest, host.group)
    member = host.group.membership_set.latest("pk")
    assert events(caplog) == [
        f"joined by=watching link group={host.group.pk} device={member.device_id}"
    ]


def test_recovery_link_is_logged_without_its_token(
    host: Phone, guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    token = create_recovery_link(claimed(host))
    guest.post(f"/recover/{token}/")
    member = host.group.membership_set.latest("pk")
    assert events(caplog) == [
        f"joined by=recovery link group={host.group.pk} device={member.device_id}"
    ]


def test_code_is_logged_without_its_letters(
    host: Phone, guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    guest.post("/join/", {"code": "00000000"})
    guest.post("/join/", {"code": code(host)})
    assert events(caplog) == [
        "code refused",
        f"code created group={host.group.pk}",
        f"code accepted group={host.group.pk}",
    ]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/j/{}/", "invitation"),
        ("/w/{}/", "watching link"),
        ("/recover/{}/", "recovery link"),
    ],
)
def test_unknown_link_is_logged_when_somebody_wants_in(
    guest: Client, caplog: pytest.LogCaptureFixture, path: str, kind: str
) -> None:
    guest.get(path.format("s3cret"))
    guest.post(path.format("s3cret"))
    assert events(caplog) == [f"unknown link kind={kind}"]


def test_what_opens_and_ends_a_group_is_logged(
    host: Phone, caplog: pytest.LogCaptureFixture
) -> None:
    Membership.objects.filter(device=host.device).update(
        role=Role.OWNER, player=player_of(host)
    )
    page = f"/g/{host.group.key}/"
    host.client.post(f"{page}recovery-link/")
    host.client.post(f"{page}tokens/", {"name": "Television"})
    host.client.post(f"{page}tokens/{host.group.access_tokens.get().pk}/revoke/")
    host.client.post(f"{page}links/")
    host.client.post(f"{page}delete/", {"name": str(host.group)})
    host.client.post(f"{page}restore/")
    host.client.post(f"{page}owner/", {"player": player_of(host).pk})

    done = (
        *("recovery link created", "access token created", "access token revoked"),
        *("links renewed", "group deleted", "group restored", "group handed over"),
    )
    who = f"group={host.group.pk} device={host.device.pk}"
    assert events(caplog) == [f"{event} {who}" for event in done]


@pytest.mark.parametrize(("role", "times"), [(Role.MEMBER, 1), (Role.OWNER, 0)])
def test_device_that_leaves_is_logged_and_one_that_stays_is_not(
    host: Phone, caplog: pytest.LogCaptureFixture, role: Role, times: int
) -> None:
    """The last device of the last owner stays."""
    Membership.objects.filter(device=host.device).update(role=role)
    member = Membership.objects.get(device=host.device)
    host.client.post(f"/g/{host.group.key}/devices/{member.pk}/revoke/")

    left = f"device left group={host.group.pk} device={host.device.pk}"
    assert events(caplog) == times * [left]


def test_group_that_is_started_is_logged(
    guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    guest.post("/new/", names | {"target": "1000", "grand": "on", "tie": "play_on"})
    member = Membership.objects.get()
    assert events(caplog) == [
        f"group created group={member.group_id} device={member.device_id}"
    ]


def test_group_that_starts_with_several_tables_is_logged(
    guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    guest.post(NEW, {"new_names": "\n".join(EIGHT)})
    member = Membership.objects.get()
    assert events(caplog) == [
        f"group created group={member.group_id} device={member.device_id}"
    ]


def test_group_that_is_imported_is_logged(
    host: Phone, guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    guest.post("/import/", {"file": SimpleUploadedFile("group.json", log_of(host.group))})
    member = Membership.objects.latest("pk")
    assert member.group != host.group
    assert events(caplog) == [
        f"group created group={member.group_id} device={member.device_id}"
    ]


def test_device_that_is_revoked_is_logged(
    host: Phone, guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    join(guest, host.group, player=player_of(host).pk)
    caplog.clear()
    member = host.group.membership_set.latest("pk")

    host.client.post(f"/g/{host.group.key}/devices/{member.pk}/revoke/")

    assert events(caplog) == [f"device revoked group={host.group.pk} device={member.device_id}"]


def test_program_without_a_valid_token_is_logged(
    guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    guest.get("/api/v1/group/", headers={"authorization": "Bearer s3cret"})
    assert events(caplog) == ["access token refused"]


def test_no_event_has_a_name_or_a_token(
    host: Phone, guest: Client, caplog: pytest.LogCaptureFixture
) -> None:
    join(guest, host.group, player="new", name="Zoë")
    guest.post(address(host.group), {"player": "new", "name": "Zoë"})
    assert caplog.records
    assert not any(
        secret in line for line in events(caplog) for secret in ("Zoë", host.group.join_token)
    )


def test_fields_of_an_event_are_fields_of_its_entry(caplog: pytest.LogCaptureFixture) -> None:
    log_event("joined", group=7, device=None)
    entry = caplog.records[-1]
    assert entry.args == {"event": "joined", "group": 7}

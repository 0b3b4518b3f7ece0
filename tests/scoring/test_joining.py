"""How devices come into a group, what they may do there, and how they leave it."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from scoring.models import (
    CODE_LIFE,
    RESTORABLE,
    Agreement,
    Bucket,
    Device,
    Game,
    Group,
    JoinCode,
    JoinRequest,
    Limit,
    Membership,
    Role,
)
from scoring.rules import Tie
from scoring.views.limits import CODE
from tests.factories import Pen, Phone, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def host(client: Client) -> Phone:
    """The owner's phone, with a game."""
    host = Phone(client)
    Membership.objects.filter(group=host.group).update(role=Role.OWNER)
    host.game  # noqa: B018 (made here)
    return host


@pytest.fixture
def guest() -> Client:
    return Client()


def address(group: Group) -> str:
    return f"/j/{group.join_token}/"


def join(client: Client, group: Group, **told: object) -> Any:
    return client.post(address(group), told)


def player_of(host: Phone) -> Any:
    return host.game.player_a1


def sees(client: Client, game: Game) -> bool:
    return bool(client.get(game.get_absolute_url()).status_code == 200)


def claimed(host: Phone) -> Any:
    """A player whose device the host's is."""
    player = player_of(host)
    host.group.membership_set.update(player=player)
    return player


# Joining


def test_looking_at_the_link_changes_nothing(host: Phone, guest: Client) -> None:
    before = Device.objects.count(), Membership.objects.count()

    assert guest.get(address(host.group)).status_code == 200
    assert (Device.objects.count(), Membership.objects.count()) == before


def test_link_is_kept_from_other_sites_lists_and_caches(host: Phone, guest: Client) -> None:
    response = guest.get(address(host.group))

    assert (response["X-Robots-Tag"], response["Referrer-Policy"]) == ("noindex", "same-origin")
    assert "no-store" in response["Cache-Control"]


def test_link_that_is_none_is_not_there(guest: Client) -> None:
    assert guest.get("/j/AAAAAAAAAAAAAAAAAAAAAA/").status_code == 404


def test_unclaimed_player_joins_at_once(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=player_of(host).pk)

    assert sees(guest, host.game)


def test_new_name_joins_at_once(host: Phone, guest: Client) -> None:
    join(guest, host.group, player="new", name="  Zoe  ")

    assert host.group.players.filter(name="Zoe", membership__role=Role.MEMBER).exists()


def test_nobody_joins_without_a_name(host: Phone, guest: Client) -> None:
    response = join(guest, host.group, player="new", name=" ")

    assert (response.status_code, sees(guest, host.game)) == (422, False)


def test_nobody_joins_as_a_player_of_another_group(host: Phone, guest: Client) -> None:
    other = Phone(Client())

    response = join(guest, host.group, player=other.game.player_a1.pk)

    assert (response.status_code, sees(guest, host.game)) == (422, False)


def test_claimed_name_waits_for_a_yes(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=claimed(host).pk)

    assert not sees(guest, host.game)
    assert "Waiting for a yes" in text(guest.get(address(host.group)))


def test_claimed_name_written_anew_waits_too(host: Phone, guest: Client) -> None:
    join(guest, host.group, player="new", name=claimed(host).name.upper())

    assert not sees(guest, host.game)


def answer(host: Phone, answer: str) -> None:
    asked = JoinRequest.objects.get()
    host.client.post(f"/g/{host.group.key}/requests/{asked.pk}/", {"answer": answer})


def test_yes_lets_the_phone_in_as_the_same_person(host: Phone, guest: Client) -> None:
    player = claimed(host)
    join(guest, host.group, player=player.pk)

    answer(host, "yes")

    assert sees(guest, host.game)
    assert player.membership_set.count() == 2


def test_no_keeps_the_phone_out(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=claimed(host).pk)

    answer(host, "no")

    assert (sees(guest, host.game), JoinRequest.objects.count()) == (False, 0)


def test_owner_s_second_phone_is_an_owner_s(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=claimed(host).pk)
    answer(host, "yes")

    assert host.group.membership_set.filter(role=Role.OWNER).count() == 2


def test_strangers_answer_nothing(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=claimed(host).pk)
    asked = JoinRequest.objects.get()
    stranger = Phone(Client())

    response = stranger.client.post(
        f"/g/{host.group.key}/requests/{asked.pk}/", {"answer": "yes"}
    )

    assert (response.status_code, sees(guest, host.game)) == (404, False)


def test_joining_gives_the_device_another_token(host: Phone) -> None:
    phone = Phone(Client())
    before = phone.client.cookies["device"].value

    join(phone.client, host.group, player=player_of(host).pk)

    assert phone.client.cookies["device"].value != before
    assert Device.objects.holding(before) is None


# Codes


def code(host: Phone) -> JoinCode:
    host.client.post(f"/g/{host.group.key}/invite/")
    return JoinCode.objects.get()


def test_code_leads_to_the_group(host: Phone, guest: Client) -> None:
    response = guest.post("/join/", {"code": code(host).code})

    assert response["Location"] == address(host.group)


def test_code_is_heard_as_people_hear_it(host: Phone, guest: Client) -> None:
    made = code(host)
    JoinCode.objects.filter(pk=made.pk).update(code="0A1B2C3D")

    response = guest.post("/join/", {"code": "oaib 2c-3d"})

    assert response["Location"] == address(host.group)


def test_code_works_for_fifteen_minutes(host: Phone, guest: Client) -> None:
    made = code(host)
    JoinCode.objects.filter(pk=made.pk).update(made=timezone.now() - CODE_LIFE)

    response = guest.post("/join/", {"code": made.code})

    assert response.status_code == 422
    assert "does not work" in text(response)


def test_invitation_names_the_host_that_the_device_used(host: Phone) -> None:
    page = text(host.client.get(f"/g/{host.group.key}/invite/", headers={"host": "tichu.lan"}))

    assert f"http://tichu.lan/j/{host.group.join_token}/" in page


def test_invitation_made_on_the_server_s_own_screen_leads_phones_there(
    host: Phone, settings: Any
) -> None:
    settings.PHONE_URL = "http://192.168.1.5:8000"
    page = host.client.get(f"/g/{host.group.key}/invite/", headers={"host": "localhost:8000"})

    assert f"http://192.168.1.5:8000/j/{host.group.join_token}/" in text(page)


# Watching


def watch(client: Client, group: Group) -> Any:
    return client.post(f"/w/{group.watch_token}/")


def test_viewer_comes_to_the_scoreboard(host: Phone, guest: Client) -> None:
    response = watch(guest, host.group)

    assert response["Location"] == f"{host.url}scoreboard/"
    assert guest.get(response["Location"]).status_code == 200


def test_looking_at_the_watching_link_changes_nothing(host: Phone, guest: Client) -> None:
    guest.get(f"/w/{host.group.watch_token}/")

    assert guest.get(f"{host.url}scoreboard/").status_code == 404


def test_viewer_sees_no_table_and_records_nothing(host: Phone, guest: Client) -> None:
    watch(guest, host.group)

    assert not sees(guest, host.game)
    facts = {"after": 0, "first": "A1", "card_points": "60"}
    assert guest.post(f"{host.url}rounds/", facts).status_code == 404


def test_viewer_sees_no_group(host: Phone, guest: Client) -> None:
    watch(guest, host.group)

    assert guest.get(host.group.get_absolute_url()).status_code == 404


def test_viewer_s_home_leads_to_the_scoreboard(host: Phone, guest: Client) -> None:
    watch(guest, host.group)

    assert f'href="{host.url}scoreboard/"' in text(guest.get("/"))


def test_viewer_finds_no_link_that_leads_nowhere(host: Phone, guest: Client) -> None:
    Pen(host.game).record(plain(60))
    watch(guest, host.group)
    to_open, opened = {"/"}, {}
    while to_open:
        path = to_open.pop()
        answer = guest.get(path)
        opened[path] = answer.status_code
        if answer["Content-Type"].startswith("text/html"):
            links = re.findall(r'href="(/(?!rules|static)[^"#]*)', text(answer))
            to_open |= {unescape(each) for each in links} - opened.keys()

    assert f"{host.url}scoreboard/" in opened
    assert {path for path, status in opened.items() if status != 200} == set()


def test_viewer_can_become_a_member_by_the_other_link(host: Phone, guest: Client) -> None:
    watch(guest, host.group)
    join(guest, host.group, player=player_of(host).pk)

    assert sees(guest, host.game)


def test_member_who_watches_stays_a_member(host: Phone) -> None:
    watch(host.client, host.group)

    assert sees(host.client, host.game)


def test_game_that_a_viewer_starts_is_his_own(host: Phone, guest: Client) -> None:
    watch(guest, host.group)
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}

    guest.post("/new/", names | {"target": "1000", "tie": "play_on"})

    assert Game.objects.exclude(group=host.group).count() == 1


# The way back


def way_back(host: Phone) -> str:
    """The address that the page shows, this once."""
    claimed(host)
    response = host.client.post(f"/g/{host.group.key}/way-back/")
    return str(response.context["address"]).removeprefix("http://testserver")


def test_way_back_brings_a_new_phone_in_as_the_same_person(host: Phone, guest: Client) -> None:
    guest.post(way_back(host))

    assert sees(guest, host.game)
    assert host.group.membership_set.filter(role=Role.OWNER).count() == 2


def test_way_back_works_once_and_gives_its_successor(host: Phone, guest: Client) -> None:
    path = way_back(host)
    new = guest.post(path).context["address"].removeprefix("http://testserver")

    assert Client().post(path).status_code == 404
    assert Client().get(new).status_code == 200


def test_looking_at_the_way_back_changes_nothing(host: Phone, guest: Client) -> None:
    path = way_back(host)
    guest.get(path)

    assert (sees(guest, host.game), guest.get(path).status_code) == (False, 200)


def test_way_back_is_stored_as_a_hash_only(host: Phone) -> None:
    token = way_back(host).split("/")[2]

    assert host.group.players.filter(way_back_hash=token).count() == 0


# Devices


def test_revoked_device_is_out(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=player_of(host).pk)
    member = Membership.objects.get(role=Role.MEMBER)

    host.client.post(f"/g/{host.group.key}/devices/{member.pk}/revoke/")

    assert not sees(guest, host.game)


def test_member_cannot_revoke_the_owner(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=player_of(host).pk)
    owner = Membership.objects.get(role=Role.OWNER)

    response = guest.post(f"/g/{host.group.key}/devices/{owner.pk}/revoke/")

    assert (response.status_code, sees(host.client, host.game)) == (404, True)


def test_last_owner_stays(host: Phone) -> None:
    owner = Membership.objects.get(role=Role.OWNER)
    host.client.post(f"/g/{host.group.key}/devices/{owner.pk}/revoke/")

    assert sees(host.client, host.game)


def test_device_is_renamed(host: Phone) -> None:
    member = Membership.objects.get()
    host.client.post(f"/g/{host.group.key}/devices/{member.pk}/", {"name": "Old tablet"})

    assert Membership.objects.get().device.name == "Old tablet"


def test_device_of_another_group_is_not_there(host: Phone) -> None:
    other = Phone(Client())
    member = Membership.objects.get(group=other.group)

    response = host.client.post(f"/g/{host.group.key}/devices/{member.pk}/revoke/")

    assert (response.status_code, sees(other.client, other.game)) == (404, True)


def test_device_is_told_whose_it_is(host: Phone) -> None:
    host.client.post(f"/g/{host.group.key}/me/", {"player": player_of(host).pk})

    assert Membership.objects.get().player == player_of(host)


# The owner's matters


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


def test_group_is_not_handed_over_to_who_has_no_device(host: Phone) -> None:
    host.client.post(f"/g/{host.group.key}/owner/", {"player": player_of(host).pk})

    assert Membership.objects.get().role == Role.OWNER


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
    Pen(host.game, host.device).record(plain(60))
    delete(host)
    Group.objects.update(deleted=timezone.now() - RESTORABLE - timedelta(seconds=1))

    assert Group.objects.all().forget_deleted() == 1
    assert (Group.objects.count(), Game.objects.count()) == (0, 0)


def test_deleted_group_is_kept_until_then(host: Phone) -> None:
    delete(host)

    assert Group.objects.all().forget_deleted() == 0


def test_export_holds_every_game(host: Phone) -> None:
    Pen(host.game, host.device).record(plain(60))

    facts = host.client.get(f"/g/{host.group.key}/export/").json()

    assert [game["rounds"][0]["card_points"] for game in facts["games"]] == [{"A": 60, "B": 40}]


# Settings


def test_group_gets_a_name_and_defaults(host: Phone) -> None:
    told = {"name": "Friday", "target": "500", "tie": "draw", "one_call_per_team": "on"}
    host.client.post(f"/g/{host.group.key}/settings/", told)

    group = Group.objects.get()
    agreed = Agreement(target=500, tie=Tie.DRAW, grand=False, one_call_per_team=True)
    assert (str(group), group.agreement) == ("Friday", agreed)


def test_new_game_starts_with_what_the_group_agreed_on(host: Phone) -> None:
    host.client.post(f"/g/{host.group.key}/settings/", {"target": "500", "tie": "draw"})

    assert 'value="500" checked' in text(host.client.get("/new/"))


def seats_filled(host: Phone, **asked: str) -> dict[str, str]:
    shown = text(host.client.get("/new/", asked))
    return dict(re.findall(r'name="([ab][12])" value="([^"]*)"', shown))


def test_new_game_takes_four_seats_from_its_address(host: Phone) -> None:
    seats = {"a1": "Zoe", "b1": "Yan", "a2": "Xenia", "b2": "Wim"}

    assert seats_filled(host, **seats) == seats


def test_new_game_passes_over_fewer_than_four_seats(host: Phone) -> None:
    names = {seat.lower(): name for seat, name in host.game.names.items()}

    assert seats_filled(host, a1="Zoe", b1="Yan", a2="Xenia") == names


def test_new_game_starts_like_the_last_one_where_nobody_agreed(host: Phone) -> None:
    Game.objects.update(target=300)

    assert 'value="300" checked' in text(host.client.get("/new/"))


# Limits

THREE = Limit("test", most=3, every=60)


def test_bucket_gives_what_it_has_and_then_says_when() -> None:
    waits = [Bucket.objects.take(THREE, "me") for _ in range(4)]

    assert waits[:3] == [0, 0, 0]
    assert 59 <= waits[3] <= 60


def test_bucket_fills_again() -> None:
    for _ in range(5):
        Bucket.objects.take(THREE, "me")
    Bucket.objects.update(at=timezone.now().timestamp() - 120)

    assert [bool(Bucket.objects.take(THREE, "me")) for _ in range(3)] == [False, False, True]


def test_bucket_never_holds_more_than_its_most() -> None:
    Bucket.objects.take(THREE, "me")
    Bucket.objects.update(at=0)

    assert [bool(Bucket.objects.take(THREE, "me")) for _ in range(4)] == [
        False,
        False,
        False,
        True,
    ]


def test_everybody_has_a_bucket_of_his_own() -> None:
    for _ in range(4):
        Bucket.objects.take(THREE, "me")

    assert Bucket.objects.take(THREE, "you") == 0


def test_wrong_codes_get_nowhere(host: Phone) -> None:
    made = code(host)
    tries = [
        client.post("/join/", {"code": f"{number:08d}"}, REMOTE_ADDR=f"10.0.0.{place}")
        for place in range(5)
        for client in [Client()]
        for number in range(30)
        if f"{number:08d}" != made.code
    ]

    statuses = [response.status_code for response in tries]
    assert statuses.count(422) == 5 * 10
    assert set(statuses) == {422, 429}


def test_ten_thousand_wrong_codes_from_a_hundred_addresses_get_nowhere() -> None:
    allowed = 0
    for _ in range(15):  # minutes, which is as long as a code lives
        Bucket.objects.update(at=F("at") - 60)
        for address in range(100):
            waits = [Bucket.objects.take(CODE, f"10.0.0.{address}") for _ in range(7)]
            allowed += waits.count(0)

    # Of the 2^40 codes that there are.
    assert allowed <= 2000


def test_who_is_too_fast_is_told_when_to_come_back(guest: Client) -> None:
    responses = [guest.post("/join/", {"code": "nothing"}) for _ in range(11)]

    assert responses[-1].status_code == 429
    assert 1 <= int(responses[-1]["Retry-After"]) <= 90


def test_groups_are_not_made_without_end() -> None:
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    for _ in range(31):
        response = Client().post("/new/", names | {"target": "1000", "tie": "play_on"})

    assert (response.status_code, Group.objects.count()) == (429, 30)


def test_flood_of_writes_ends(host: Phone) -> None:
    # Four a second come back meanwhile, so it takes more than 600 where they are slow.
    statuses = (
        host.client.post(f"{host.url}undo/", {"number": 1}).status_code for _ in range(3000)
    )

    assert 429 in statuses


def test_address_before_the_proxy_s_is_not_believed(guest: Client, settings: Any) -> None:
    settings.HTTPS = True
    statuses = [
        guest.post(
            "/join/", {"code": "nothing"}, headers={"X-Forwarded-For": f"1.2.3.{n}, 5.6.7.8"}
        ).status_code
        for n in range(11)
    ]

    assert statuses[-1] == 429

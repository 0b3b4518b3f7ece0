"""Nobody sees or changes a group that they do not belong to. Every address, requested by every
kind of outsider, gives the same answer as if nothing existed there."""

import re
import uuid
from collections.abc import Iterator
from copy import deepcopy
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import (
    AccessToken,
    Agreement,
    Change,
    Game,
    Group,
    JoinRequest,
    Membership,
    Photo,
    Player,
    Role,
    Round,
    Season,
)
from scoring.services.access_tokens import create_token
from scoring.services.groups import soft_delete
from scoring.services.players import choose_photo
from scoring.services.sessions import SessionStart, start_session
from scoring.tokens import create_access_token
from tests.addresses import ROUTES
from tests.factories import DeviceFactory, GameWriter, Phone, PlayerFactory, enter_game, plain
from tests.module_rows import rows_of_the_module
from tests.photos import jpeg
from tests.scoring.stored_rows import stored_rows

pytestmark = pytest.mark.django_db

METHODS = ["get", "post", "put", "patch", "delete", "head", "options"]

TOLD = {"after": 0, "seen": 1, "number": 1, "first": "A1", "card_points": "60"}

# Addresses that everybody may open, or that a key in the address opens.
PUBLIC = {
    "home",
    "new_game",
    "new_session",
    "offline_manifest",
    "join_by_code",
    "join",
    "watch",
    "recover",
}
PUBLIC |= {"offline", "service_worker", "manifest", "blank_table", "unsent_changes"}
PUBLIC |= {"unsent_messages"}
PUBLIC |= {"import_group", "share_target", "log_schema", "calendar", "api_description"}
PUBLIC |= {"rules_in", "disputes_in", "chapter_in"}
PUBLIC |= {
    "device_settings",
    "language",
    "privacy",
    "accessibility",
    "score_safety",
    "robots",
    "favicon",
    "security",
    "certificate",
    "certificate_file",
}
RULES = "rules/"
# Addresses that a viewer may see, and that of the table, which redirects a viewer to the
# scoreboard.
SHOWN = {
    "table",
    "scoreboard",
    "next_game",
    "next_scoreboard",
    "race",
    "stats",
    "player_stats",
    "pair_stats",
    "one_pair_stats",
    "rating_stats",
    "evening_stats",
    "seasons",
    "season",
    "session",
    "year_review",
    "player_year_review",
    "photo",
}


SESSION = uuid.uuid4()
LAST_YEAR = timezone.now() - timedelta(days=365)

# Addresses of the API, which only an access token opens.
API = [name for name, route in ROUTES.items() if route.startswith("api/")]
API.remove("api_description")

PRIVATE = [
    name
    for name, route in ROUTES.items()
    if name not in {*PUBLIC, *API} and not route.startswith(RULES)
]


@pytest.fixture
def theirs(owner: Phone) -> Phone:
    """A copy of the owner's phone, which a test may change."""
    return deepcopy(owner)


@pytest.fixture(scope="module")
def owner(django_db_setup: None, django_db_blocker: Any) -> Iterator[Phone]:
    with rows_of_the_module(django_db_blocker):
        yield group_with_everything()


def group_with_everything() -> Phone:
    """Create a group with a row of every kind, and return its owner's phone."""
    owner = Phone(Client())
    GameWriter(owner.game, owner.device).record(plain(60))
    owner.take_role(Role.OWNER)
    JoinRequest.objects.create(
        group=owner.group,
        player=PlayerFactory.create(group=owner.group),
        device=DeviceFactory.create(),
    )
    create_token(owner.group, "Television")
    enter_game(owner.group, created=LAST_YEAR)
    choose_photo(owner.game.player_a1, jpeg())
    owner.group.seasons.create(
        name="Spring", first_day=date(2026, 1, 1), last_day=date(2026, 6, 30)
    )
    names = tuple(f"P{number}" for number in range(8))
    start_session(owner.group, SessionStart(names, Agreement()), key=SESSION)
    return owner


def nobody(_: Phone) -> Client:
    return Client()


def member_of_another_group(_: Phone) -> Client:
    phone = Phone(Client())
    GameWriter(phone.game, phone.device).record(plain(60))
    phone.take_role(Role.OWNER)
    return phone.client


def viewer(theirs: Phone) -> Client:
    phone = Phone(Client())
    phone.join(theirs.group, Role.VIEWER)
    return phone.client


def revoked(theirs: Phone) -> Client:
    phone = Phone(Client())
    phone.join(theirs.group)
    Membership.objects.filter(device=phone.device).delete()
    return phone.client


def path_of(name: str, theirs: Phone, *, missing: bool = False) -> str:
    """Return the address of something of the group, or with `missing` of something that does
    not exist."""
    route = ROUTES[name]
    key = theirs.group.key if route.startswith("g/") else theirs.game.key
    known: dict[str, Any] = {
        "key": uuid.uuid4() if missing else key,
        "seq": 1,
        "year": LAST_YEAR.year,
        "session": uuid.uuid4() if missing else SESSION,
        "digest": "0" * 12 if missing else theirs.game.player_a1.photo,
        "one": theirs.game.player_a1_id,
        "other": theirs.game.player_b1_id,
    }
    wanted = re.findall(r"<(?:\w+:)?(\w+)>", route)
    if "number" in wanted:
        known["number"] = numbered(name, theirs)
    return reverse(name, kwargs={each: known[each] for each in wanted})


def numbered(name: str, theirs: Phone) -> int:
    group = theirs.group
    rows: dict[str, Any] = {
        "answer_request": group.requests,
        "revoke_access_token": group.access_tokens,
        **dict.fromkeys(("season", "change_season", "remove_season"), group.seasons),
    }
    of_players = (
        *(
            "player",
            "player_stats",
            "player_avatar",
            "player_photo",
            "hide_player",
            "show_player",
        ),
        *("merge_player", "split_player", "forget_player", "export_player"),
    )
    of_years = ("player_year_review", "player_year_picture")
    rows |= dict.fromkeys((*of_players, *of_years, "take_merge_back"), group.players)
    return int(rows.get(name, group.membership_set).values_list("pk", flat=True)[0])


def everything() -> dict[str, list[dict[str, Any]]]:
    return stored_rows(
        *(Group, Player, Game, Round, Change, Membership, JoinRequest, AccessToken),
        *(Photo, Season),
    )


def test_every_private_address_is_asked() -> None:
    assert len(PRIVATE) >= 25


@pytest.mark.parametrize(
    ("who", "name"),
    [
        (who, name)
        for who in (nobody, member_of_another_group, viewer, revoked)
        for name in PRIVATE
        if not (who is viewer and name in SHOWN)
    ],
)
def test_what_is_not_mine_is_as_if_it_were_not_there(
    theirs: Phone, name: str, who: Any
) -> None:
    client = who(theirs)
    path, path_of_nothing = path_of(name, theirs), path_of(name, theirs, missing=True)
    before = everything()

    for method in METHODS:
        told = [TOLD] if method == "post" else []
        ask = getattr(client, method)
        mine = ask(path, *told)
        nothing = ask(path_of_nothing, *told)
        assert mine.status_code in {404, 405}
        assert (mine.status_code, mine.content) == (nothing.status_code, nothing.content)

    assert everything() == before


@pytest.mark.parametrize("name", PRIVATE)
def test_member_makes_no_owner_and_ends_none(theirs: Phone, name: str) -> None:
    person = theirs.game.player_a1
    theirs.group.membership_set.update(player=person)
    JoinRequest.objects.update(player=person)
    member = Phone(Client())
    member.join(theirs.group)
    owners = theirs.group.membership_set.filter(role=Role.OWNER).values_list("device", "player")
    before = list(owners)

    member.client.post(path_of(name, theirs), {"answer": "yes", "player": person.pk})

    assert list(owners) == before
    assert (
        not theirs.group.membership_set.filter(player=person)
        .exclude(device=theirs.device)
        .exists()
    )


@pytest.mark.parametrize("name", sorted(SHOWN))
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_viewer_changes_nothing_on_what_is_shown(theirs: Phone, name: str, method: str) -> None:
    client = viewer(theirs)

    response = getattr(client, method)(path_of(name, theirs))

    assert response.status_code == 405


def no_token(_: Phone) -> dict[str, str]:
    return {}


def invented_token(_: Phone) -> dict[str, str]:
    return {"Authorization": f"Bearer {create_access_token()}"}


def device_token(theirs: Phone) -> dict[str, str]:
    """The token of a device is not an access token of the API."""
    return {"Authorization": f"Bearer {theirs.client.cookies['device'].value}"}


def revoked_token(theirs: Phone) -> dict[str, str]:
    token = create_token(theirs.group, "Kitchen")
    theirs.group.access_tokens.get(name="Kitchen").delete()
    return {"Authorization": f"Bearer {token}"}


def token_of_a_deleted_group(theirs: Phone) -> dict[str, str]:
    token = create_token(theirs.group, "Kitchen")
    soft_delete(theirs.group)
    return {"Authorization": f"Bearer {token}"}


def hash_of_a_token(theirs: Phone) -> dict[str, str]:
    """The hash of a token, which a stolen database contains."""
    return {"Authorization": f"Bearer {theirs.group.access_tokens.get().token_hash}"}


@pytest.mark.parametrize("name", API)
@pytest.mark.parametrize(
    "who",
    [
        no_token,
        invented_token,
        device_token,
        revoked_token,
        token_of_a_deleted_group,
        hash_of_a_token,
    ],
)
def test_api_answers_nobody_without_a_valid_token(theirs: Phone, name: str, who: Any) -> None:
    headers = who(theirs)

    responses = [
        client.get(path_of(name, theirs, missing=missing), headers=headers)
        for client in (Client(), theirs.client)
        for missing in (False, True)
    ]

    assert {each.status_code for each in responses} == {401}
    assert len({each.content for each in responses}) == 1


@pytest.mark.parametrize("name", API)
def test_token_of_another_group_reads_nothing_of_this_one(theirs: Phone, name: str) -> None:
    """The answer contains nothing of the group, and is the same as for something that does not
    exist."""
    other = Phone(Client())
    headers = {"Authorization": f"Bearer {create_token(other.group, 'Kitchen')}"}
    secrets = [str(theirs.group.key), str(theirs.game.key)]
    secrets += [player.name for player in theirs.group.players.all()]

    response = Client().get(path_of(name, theirs), headers=headers)
    nothing = Client().get(path_of(name, theirs, missing=True), headers=headers)

    assert [each for each in secrets if each in response.content.decode()] == []
    assert (response.status_code, response.content) == (nothing.status_code, nothing.content)


@pytest.mark.parametrize("name", [*API, *PRIVATE])
def test_token_changes_nothing(theirs: Phone, name: str) -> None:
    headers = {"Authorization": f"Bearer {create_token(theirs.group, 'Kitchen')}"}
    path = path_of(name, theirs)
    AccessToken.objects.update(last_used=timezone.localdate())
    before = everything()

    statuses = {
        getattr(Client(), method)(path, headers=headers).status_code
        for method in METHODS
        if method not in {"get", "head"}
    }

    assert statuses <= {404, 405}
    assert everything() == before

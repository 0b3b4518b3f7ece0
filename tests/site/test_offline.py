"""The files that the service worker caches, and the manifest of the installed app."""

import json
import struct
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from rules_ref.loader import reference
from rules_ref.practice import STEPS
from rules_ref.presentation.practice import step_address
from rules_ref.search import indexing
from scoring.models import Membership, Role
from scoring.rules import Seat
from scoring.services.membership import create_recovery_link
from tests.factories import GameFactory, GameWriter, Phone, double, plain
from tichu_score.precache import asset_urls, precache_manifest

pytestmark = pytest.mark.django_db


def offline_manifest(phone: Phone) -> dict[str, Any]:
    answer = phone.client.get("/offline-manifest.json")
    return dict(answer.json())


def addresses(phone: Phone) -> list[str]:
    return [game["address"] for game in offline_manifest(phone)["games"]]


# The service worker


def test_worker_is_a_script_for_the_whole_site_that_is_always_asked_for_again(
    client: Client,
) -> None:
    response = client.get("/sw.js")

    assert (response["Content-Type"], response["Cache-Control"]) == (
        "text/javascript",
        "no-cache",
    )


def test_worker_is_304_while_nothing_changed(client: Client) -> None:
    tag = client.get("/sw.js")["ETag"]

    assert client.get("/sw.js", headers={"If-None-Match": tag}).status_code == 304


def test_worker_is_made_without_a_search_index(client: Client) -> None:
    """Building the indexes of all languages takes seconds on a small machine."""
    indexing.index_in.cache_clear()
    client.get("/sw.js")
    assert indexing.index_in.cache_info().currsize == 0


def test_worker_gets_the_precache_manifest(client: Client) -> None:
    _, _, manifest = client.get("/sw.js").content.decode().partition("begin(")

    assert json.loads(manifest.rstrip().removesuffix(", isUnsentGame);")) == precache_manifest()


def test_worker_caches_every_chapter() -> None:
    chapters = {reverse("chapter", args=[page.slug]) for page in reference().pages}

    pages = precache_manifest()["pages"]
    assert isinstance(pages, list)
    assert chapters <= set(pages)


def test_worker_caches_every_step_of_the_practice_round() -> None:
    pages = precache_manifest()["pages"]
    assert isinstance(pages, list)
    assert set(map(step_address, STEPS)) <= set(pages)


def test_every_cached_page_exists(client: Client) -> None:
    manifest = precache_manifest()
    pages = [manifest["offline"], *manifest["pages"], *manifest["personal"]]  # type: ignore[misc]

    assert [page for page in pages if client.get(page).status_code != 200] == []


def test_every_cached_file_exists() -> None:
    missing = [each for each in asset_urls() if not finders.find(each.removeprefix("/static/"))]

    assert missing == []
    assert {"/static/scoring/css/tichu.css", "/static/tichu_score/js/worker.js"} <= asset_urls()


@pytest.mark.parametrize(
    "path", ["/", "/rules/", "/nowhere/", "/sw.js", "/offline-manifest.json"]
)
def test_answer_bears_the_mark_of_the_site(client: Client, path: str) -> None:
    assert client.get(path)["Tichu-Score"] == precache_manifest()["version"]


# What a device caches of its group


def test_device_caches_running_games(phone: Phone) -> None:
    running = {phone.url, GameFactory.create(group=phone.group).get_absolute_url()}

    assert set(addresses(phone)) == running


def test_game_is_listed_with_its_names(phone: Phone) -> None:
    names = phone.game.team_names

    assert offline_manifest(phone)["games"] == [
        {"address": phone.url, "names": f"{names.a} : {names.b}"}
    ]


def test_device_caches_no_finished_game_beside_a_later_one(phone: Phone) -> None:
    for _ in range(5):
        GameWriter(phone.game).record(double(Seat.A1))
    latest = GameFactory.create(group=phone.group)

    assert addresses(phone) == [latest.get_absolute_url()]


def test_device_caches_the_latest_game_even_if_it_is_over(phone: Phone) -> None:
    for _ in range(5):
        GameWriter(phone.game).record(double(Seat.A1))

    assert addresses(phone) == [phone.url]


def test_viewer_caches_the_scoreboard(phone: Phone) -> None:
    game = phone.game
    phone.take_role(Role.VIEWER)

    assert addresses(phone) == [reverse("scoreboard", args=[game.key])]


def test_device_without_a_group_caches_no_game(client: Client) -> None:
    GameFactory.create()

    assert client.get("/offline-manifest.json").json() == {
        "pages": [],
        "games": [],
        "photos": [],
    }


def test_pages_with_forms_are_cached_once_the_browser_has_a_csrf_cookie(
    client: Client,
) -> None:
    client.get("/")

    assert client.get("/offline-manifest.json").json()["pages"] == ["/", "/new/", "/unsent/"]


@pytest.mark.parametrize("games", [1, 3])
def test_manifest_of_the_cache_costs_three_queries(
    phone: Phone, games: int, django_assert_num_queries: Any
) -> None:
    for _ in range(games):
        GameWriter(GameFactory.create(group=phone.group)).record(plain(60))

    # The games, their standings, the photos.
    with django_assert_num_queries(3):
        phone.client.get("/offline-manifest.json")


# What a device does not cache


@pytest.mark.parametrize(
    "name", ["group", "group_settings", "invite", "delete_group", "export"]
)
def test_page_of_a_group_may_not_be_stored(phone: Phone, name: str) -> None:
    key = phone.group.key
    phone.take_role(Role.OWNER)

    response = phone.client.get(reverse(name, args=[key]))

    assert (response.status_code, "no-store" in response["Cache-Control"]) == (200, True)


def test_page_whose_address_is_a_key_may_not_be_stored(phone: Phone) -> None:
    group = phone.group
    player = phone.game.player_a1
    keys = [
        reverse("join", args=[group.join_token]),
        reverse("watch", args=[group.watch_token]),
        reverse("recover", args=[create_recovery_link(player)]),
        reverse("join_by_code"),
    ]

    answers = [phone.client.get(key) for key in keys]

    assert [answer.status_code for answer in answers] == [200] * 4
    assert all("no-store" in answer["Cache-Control"] for answer in answers)


def test_leaving_clears_what_the_browser_has_of_the_group(phone: Phone) -> None:
    Membership.objects.create(group=phone.group, device=Phone(Client()).device)
    mine = Membership.objects.get(device=phone.device)

    response = phone.client.post(reverse("revoke", args=[phone.group.key, mine.pk]))

    assert response["Clear-Site-Data"] == '"cache"'


def test_revoking_another_device_clears_nothing_here(phone: Phone) -> None:
    theirs = Membership.objects.create(group=phone.group, device=Phone(Client()).device)

    response = phone.client.post(reverse("revoke", args=[phone.group.key, theirs.pk]))

    assert "Clear-Site-Data" not in response


# The app


def test_manifest_leads_to_the_whole_site(client: Client) -> None:
    response = client.get("/manifest.webmanifest")

    app = response.json()
    assert response["Content-Type"] == "application/manifest+json"
    assert (app["id"], app["start_url"], app["scope"]) == ("/", "/", "/")
    assert [each["url"] for each in app["shortcuts"]] == ["/new/", "/rules/"]


def test_icons_have_the_sizes_in_the_manifest(client: Client) -> None:
    app = client.get("/manifest.webmanifest").json()
    icons = [*app["icons"], *(icon for each in app["shortcuts"] for icon in each["icons"])]

    for icon in icons:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(found, str)
        with open(found, "rb") as file:
            width, height = struct.unpack(">16xII", file.read(24))
        assert icon["sizes"] == f"{width}x{height}"


def test_one_icon_may_be_cut_to_any_shape(client: Client) -> None:
    app = client.get("/manifest.webmanifest").json()

    assert [each.get("purpose", "any") for each in app["icons"]] == ["any", "any", "maskable"]

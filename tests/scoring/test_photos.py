"""Photos of players are stored once, are shown only to their group, and are deleted with the
player."""

import json
from base64 import b64encode
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from scoring.exchange.json_stream import MAX_VALUE, DamagedFile
from scoring.forms.photos import REFUSALS, PhotoForm
from scoring.jpeg import MAX_BYTES
from scoring.models import Game, Group, Photo, Player, photo_digest
from scoring.models.photo import MAX_PHOTOS
from scoring.services.forget_player import forget_player
from scoring.services.player_merge import merge_players, take_merge_back
from scoring.services.players import choose_photo
from tests.factories import GameFactory, GameWriter, Phone, PlayerFactory, plain
from tests.photos import METADATA, jpeg
from tests.scoring.joining import become_viewer, player_of
from tests.scoring.log_groups import imported, log_of
from tests.scoring.log_merge.merging import planned
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

ADDRESS = f"/photos/{photo_digest(jpeg())}.jpg"


def page_of(host: Phone, player: Player | None = None) -> str:
    return f"/g/{host.group.key}/players/{(player or player_of(host)).pk}/photo/"


def send(host: Phone, content: bytes, **more: str) -> Any:
    file = SimpleUploadedFile("photo.jpg", content, "image/jpeg")
    return host.client.post(page_of(host), {"photo": file, **more})


def stored() -> list[bytes]:
    return [bytes(each.content) for each in Photo.objects.order_by("pk")]


def test_photo_is_stored_without_metadata_and_shown(host: Phone) -> None:
    answer = send(host, jpeg(before=METADATA, after=b"<script>"))

    photo = host.client.get(ADDRESS)
    assert (answer.status_code, stored(), photo.content) == (302, [jpeg()], jpeg())
    assert photo["Content-Type"] == "image/jpeg"
    assert photo["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in photo["Content-Security-Policy"]
    assert photo["Cache-Control"] == "private, max-age=31536000, immutable"


PAGES = [
    *("/t/{game}/", "/t/{game}/scoreboard/", "/", "/new/", "/g/{group}/"),
    *("/g/{group}/players/", "/g/{group}/stats/", "/g/{group}/stats/p/{player}/"),
]


@pytest.mark.parametrize("page", PAGES)
def test_photo_is_on_every_page_where_it_was_cached(host: Phone, page: str) -> None:
    GameWriter(host.game, host.device).record(plain(60))
    player = player_of(host)
    host.group.membership_set.update(player=player)
    url = page.format(game=host.game.key, group=host.group.key, player=player.pk)
    before = host.client.get(url).content.decode()

    send(host, jpeg())

    after = host.client.get(url).content.decode()
    assert (before.count(f'src="{ADDRESS}"'), f'src="{ADDRESS}"' in after) == (0, True)


def test_page_reads_no_photo(host: Phone, django_assert_num_queries: Any) -> None:
    send(host, jpeg())

    with django_assert_num_queries(5) as asked:
        host.client.get(f"/g/{host.group.key}/players/")

    assert not any("scoring_photo" in each["sql"] for each in asked)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"GIF89a",
            "This is not a plain JPEG file: save the picture as one that is not progressive.",
        ),
        (jpeg(257), "A photo has to be a square of 16 to 256 pixels a side."),
        (jpeg(after=b"x" * 20_480), "This file is too large: a photo may have 20 kB at most."),
        (jpeg()[:-1], "This file is damaged: choose another one."),
        (b"", "This file is damaged: choose another one."),
    ],
)
def test_bad_file_is_refused_by_a_sentence_and_the_photo_stays(
    host: Phone, content: bytes, sentence: str
) -> None:
    send(host, jpeg(24))

    answer = send(host, content)

    assert (answer.status_code, sentence in text(answer)) == (422, True)
    assert stored() == [jpeg(24)]


class UnreadFile(SimpleUploadedFile):
    def read(self, *_size: int) -> bytes:
        raise AssertionError


def test_file_that_is_too_large_is_not_even_read() -> None:
    file = UnreadFile("photo.jpg", b"x" * (MAX_BYTES + 1), "image/jpeg")
    form = PhotoForm(QueryDict(), MultiValueDict({"photo": [file]}))

    assert form.errors["photo"] == [str(REFUSALS["large"])]


def fill(group: Group, photos: int) -> None:
    Photo.objects.bulk_create(
        Photo(group=group, digest=f"{number:012}", content=jpeg()) for number in range(photos)
    )
    for number in range(photos):
        name = f"P{number}"
        PlayerFactory.create(group=group, name=name, photo=f"{number:012}")


def test_number_of_photos_of_a_group_is_limited(host: Phone) -> None:
    fill(host.group, MAX_PHOTOS - 1)
    codes = [send(host, jpeg(24)).status_code, send(host, jpeg(32)).status_code]
    other = page_of(host, host.game.player_b1)
    file = SimpleUploadedFile("photo.jpg", jpeg(40), "image/jpeg")
    refused = host.client.post(other, {"photo": file})

    assert (codes, refused.status_code) == ([302, 302], 422)
    assert "A group has 200 photos at most: remove the one of another player." in text(refused)
    assert Photo.objects.count() == MAX_PHOTOS


def test_file_with_as_many_photos_as_a_group_can_have_is_taken(host: Phone) -> None:
    fill(host.group, MAX_PHOTOS)

    assert imported(log_of(host.group)).players.filter(photo__isnull=False).count() == 200


def test_file_with_more_photos_is_refused(host: Phone) -> None:
    fill(host.group, MAX_PHOTOS + 1)

    with pytest.raises(DamagedFile, match="The file has more than 200 photos"):
        imported(log_of(host.group))


def test_merge_that_would_bring_too_many_photos_is_refused(host: Phone) -> None:
    copy = imported(log_of(host.group))
    fill(host.group, MAX_PHOTOS)
    choose_photo(PlayerFactory.create(group=copy, name="Zoë"), jpeg(24))

    with pytest.raises(DamagedFile, match="the group would have more than 200 photos"):
        planned(log_of(copy), host.group)


def test_players_are_read_one_by_one(host: Phone) -> None:
    log = json.loads(log_of(host.group))
    for player in log["players"]:
        player["later"] = "x" * (MAX_VALUE // 3)

    assert imported(json.dumps(log).encode()).players.count() == 4


@pytest.mark.parametrize("sent", [{}, {"photo": "photo.jpg"}])
def test_form_without_a_file_is_refused(host: Phone, sent: dict[str, str]) -> None:
    answer = host.client.post(page_of(host), sent)

    assert (answer.status_code, "Choose a picture first." in text(answer)) == (422, True)


def test_new_photo_takes_the_place_of_the_old_one(host: Phone) -> None:
    send(host, jpeg())
    send(host, jpeg(24))

    assert stored() == [jpeg(24)]
    assert host.client.get(ADDRESS).status_code == 404


def test_photo_is_removed(host: Phone) -> None:
    send(host, jpeg())

    answer = host.client.post(page_of(host), {"remove": "on"})

    assert (answer.status_code, stored()) == (302, [])
    assert Player.objects.get(pk=player_of(host).pk).photo is None


def test_photo_of_two_players_is_stored_once_and_stays_with_the_other(host: Phone) -> None:
    for player in (host.game.player_a1, host.game.player_b1):
        choose_photo(player, jpeg())
    both = stored()

    choose_photo(host.game.player_a1, None)

    assert (both, stored()) == ([jpeg()], [jpeg()])


def test_photo_changes_the_revision_of_every_game(host: Phone) -> None:
    revision = host.game.revision

    send(host, jpeg())

    assert Game.objects.get(pk=host.game.pk).revision == revision + 1


def test_only_who_belongs_to_the_group_sees_the_photo(host: Phone, guest: Client) -> None:
    send(host, jpeg())
    stranger, viewer = Phone(Client()), Client()
    become_viewer(viewer, host.group)

    asked = (guest, stranger.client, viewer, host.client)

    assert [each.get(ADDRESS).status_code for each in asked] == [404, 404, 200, 200]


def test_who_is_to_join_sees_the_monogram(host: Phone, guest: Client) -> None:
    send(host, jpeg())

    page = guest.get(f"/j/{host.group.join_token}/").content.decode()

    assert (ADDRESS in page, page.count("data-monogram=")) == (False, 4)


def test_viewer_and_stranger_store_nothing(host: Phone, guest: Client) -> None:
    viewer = Client()
    become_viewer(viewer, host.group)
    sent = {"photo": SimpleUploadedFile("photo.jpg", jpeg(), "image/jpeg")}

    asked = [each.post(page_of(host), sent).status_code for each in (guest, viewer)]

    assert (asked, stored()) == ([404, 404], [])


def test_group_that_does_without_shows_no_photo(host: Phone) -> None:
    send(host, jpeg())
    Group.objects.update(shows_avatars=False)

    assert ADDRESS not in host.client.get("/new/").content.decode()
    assert host.client.get("/offline-manifest.json").json()["photos"] == []


def test_phone_keeps_the_photos_of_the_group_whose_games_it_keeps(host: Phone) -> None:
    choose_photo(GameFactory.create().player_a1, jpeg(24))
    choose_photo(PlayerFactory.create(group=host.group), jpeg())
    host.client.get(host.url)

    assert host.client.get("/offline-manifest.json").json()["photos"] == [ADDRESS]


def test_forgotten_player_has_no_photo_any_more(host: Phone) -> None:
    other = PlayerFactory.create(group=host.group)
    for player, side in ((player_of(host), 16), (other, 24)):
        choose_photo(player, jpeg(side))
    merge_players(other, player_of(host))

    forget_player(player_of(host))

    assert stored() == []


def test_merge_hands_the_photo_on_and_its_end_takes_it_back(host: Phone) -> None:
    kept, merged = player_of(host), PlayerFactory.create(group=host.group)
    choose_photo(merged, jpeg())
    digest = photo_digest(jpeg())

    merge_players(merged, kept)
    both = [*Player.with_merged.filter(pk__in=(kept.pk, merged.pk)).values_list("photo")]
    take_merge_back(Player.with_merged.get(pk=merged.pk))

    assert both == [(digest,), (digest,)]
    assert Player.objects.get(pk=kept.pk).photo is None
    assert (Player.objects.get(pk=merged.pk).photo, stored()) == (digest, [jpeg()])


def test_merge_leaves_a_photo_of_the_own(host: Phone) -> None:
    kept, merged = player_of(host), PlayerFactory.create(group=host.group)
    choose_photo(kept, jpeg(24))
    choose_photo(merged, jpeg())

    merge_players(merged, kept)
    take_merge_back(Player.with_merged.get(pk=merged.pk))

    assert Player.objects.get(pk=kept.pk).photo == photo_digest(jpeg(24))


def test_file_of_the_group_has_the_photo_and_brings_it_along() -> None:
    game = GameFactory.create()
    choose_photo(game.player_a1, jpeg())
    log = log_of(game.group)

    again = imported(log)

    told = [each.get("photo") for each in json.loads(log)["players"]]
    assert told == [b64encode(jpeg()).decode(), None, None, None]
    assert [bytes(each.content) for each in again.photos.all()] == [jpeg()]
    assert log_of(again) == log


def test_picture_of_a_game_has_the_photo(host: Phone) -> None:
    GameWriter(host.game, host.device).record_often(plain(100), 10)
    page = reverse("game_picture", args=[host.game.key])
    before = host.client.get(page)

    send(host, jpeg())

    after = host.client.get(page)
    assert (before.status_code, after.status_code) == (200, 200)
    assert after.content != before.content

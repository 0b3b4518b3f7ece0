"""The number of queries of each page, and the parts that come from a cache."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client

from scoring.models import AvatarChoice, Game, Membership, Role
from scoring.services.membership import join_group, register_device
from scoring.services.players import choose_avatar, rename_player
from tests.factories import GameFactory, GameWriter, Phone, plain

pytestmark = pytest.mark.django_db


# What it costs


@pytest.mark.parametrize("rounds", [1, 3])
def test_table_page_costs_five_queries_and_two_when_it_is_cached(
    phone: Phone, rounds: int, django_assert_num_queries: Any
) -> None:
    GameWriter(phone.game).record_often(plain(60), rounds)
    phone.get()  # checks the rounds of the group, for the chances
    cache.clear()

    # The game, whether the rounds have changed, the sheet, the history, the avatars.
    with django_assert_num_queries(5):
        phone.get()
    # The game, whether the rounds have changed.
    with django_assert_num_queries(2):
        phone.get()


def test_table_page_is_sent_without_indentation(phone: Phone) -> None:
    assert re.search(r"\n\s", phone.get().content.decode()) is None


def test_table_page_from_the_cache_has_the_csrf_token_of_each_phone(phone: Phone) -> None:
    phone.get()
    other = Phone(Client(enforce_csrf_checks=True))
    other.join(phone.group)

    page = other.client.get(phone.url).content.decode()

    tokens = set(
        re.findall(r'(?:csrfmiddlewaretoken" value|csrf-token" content)="(.*?)"', page)
    )
    assert len(tokens) == 1
    facts = {"csrfmiddlewaretoken": tokens.pop(), "after": 0, "first": "A1", "card_points": 60}
    assert other.client.post(phone.url + "rounds/", facts).status_code == 302


def test_table_page_in_the_cache_is_not_shown_to_who_may_not_see_it(phone: Phone) -> None:
    phone.get()
    viewer = Phone(Client())
    Membership.objects.create(group=phone.group, device=viewer.device, role=Role.VIEWER)

    assert viewer.client.get(phone.url).status_code == 302
    assert Phone(Client()).client.get(phone.url).status_code == 404


@pytest.mark.parametrize("games", [1, 3])
def test_home_page_costs_five_queries(
    phone: Phone, games: int, django_assert_num_queries: Any
) -> None:
    for _ in range(games):
        GameWriter(GameFactory.create(group=phone.group)).record(plain(60))

    # The number of games, the games, the groups, the standings, the avatars of the first game.
    with django_assert_num_queries(5):
        phone.client.get("/")


@pytest.mark.parametrize("rounds", [1, 3])
def test_change_log_costs_two_queries(
    phone: Phone, rounds: int, django_assert_num_queries: Any
) -> None:
    GameWriter(phone.game).record_often(plain(60), rounds)

    with django_assert_num_queries(2):
        phone.get("log/")


def test_nothing_new_costs_one_query(phone: Phone, django_assert_num_queries: Any) -> None:
    url = f"{phone.url}board/?seen=0"

    with django_assert_num_queries(1):
        phone.client.get(url)


@pytest.mark.parametrize("rounds", [1, 3])
def test_recording_costs_seven_queries(
    phone: Phone, rounds: int, django_assert_num_queries: Any
) -> None:
    writer = GameWriter(phone.game)
    writer.record_often(plain(60), rounds)
    after = writer.game.sheet.last_seq
    phone.post("undo/")  # the first of a lease of writes

    # The game; begin, the turn, the end of the sheet, the change, the round, commit.
    with django_assert_num_queries(7):
        phone.post("rounds/", htmx=True, after=after, first="A1", card_points="60")


def test_recording_where_chances_are_shown_costs_one_query_more(
    phone: Phone, django_assert_num_queries: Any
) -> None:
    phone.get()
    phone.post("undo/")  # the first of a lease of writes

    with django_assert_num_queries(8):
        phone.post("rounds/", htmx=True, after=0, first="A1", card_points="60")


def test_board_is_the_same_for_every_phone(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    other = Client()
    device, other.cookies["device"] = register_device("Android")
    join_group(device, phone.group)

    answers = [
        client.get(f"{phone.url}board/?seen=0", headers={"HX-Request": "true"})
        for client in (phone.client, other)
    ]

    assert answers[0].content == answers[1].content
    assert answers[0]["ETag"] == answers[1]["ETag"]
    assert not any(answer.cookies for answer in answers)


def test_board_changes_with_what_is_ticked(phone: Phone) -> None:
    phone.get("board/?seen=-1", **{"HX-Request": "true"})
    phone.send_progress(tichu="B1")
    html = phone.get("board/?seen=0", **{"HX-Request": "true"}).content.decode()
    assert re.search(r'name="tichu" value="B1"[^>]* checked', html)


def test_answer_to_a_call_says_which_version_it_follows(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    html = phone.send_progress(htmx=True, tichu="B1").content.decode()
    assert 'data-version="2" data-revision="2" data-before="1"' in html


def test_answer_to_a_round_says_which_version_it_follows(phone: Phone) -> None:
    html = phone.record(htmx=True, first="A1", card_points="60").content.decode()
    assert 'data-version="1" data-revision="1" data-before="0"' in html


# Parts of a page that many pages share


def test_cached_keys_mark_the_points_of_their_round(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record(plain(60))
    writer.record(plain(-10))
    marked = r'value="(-?\d+)" class="now"\s+aria-current="true"'
    pages = [phone.get(path).content.decode() for path in ("", "rounds/1/", "rounds/2/", "")]
    assert [re.findall(marked, page) for page in pages] == [[], ["60"], ["-10"], []]


def test_cached_seats_of_the_next_round_are_not_those_of_a_recorded_one(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    phone.send_progress(first="A1")
    seats = [_seats(phone, path) for path in ("", "rounds/1/")]
    kinds = [re.findall(r'type="(\w+)"\s+name="first"', each) for each in seats]
    assert kinds == [["checkbox"] * 4, ["radio"] * 4]


def _to_german(phone: Phone) -> None:
    phone.client.cookies["language"] = "de"


def _call(phone: Phone) -> None:
    phone.send_progress(tichu="B1")


def _choose_symbol(phone: Phone) -> None:
    choose_avatar(phone.game.player_a1, AvatarChoice(symbol="★"))


def _rename(phone: Phone) -> None:
    rename_player(phone.game.player_a1, "Zoe")


def _without_grand(phone: Phone) -> None:
    Game.objects.update(grand=False, revision=F("revision") + 1)


def _with_extra_call(phone: Phone) -> None:
    extra = {"extra_call": "Blind Tichu", "extra_call_points": 400}
    Game.objects.update(**extra, revision=F("revision") + 1)


@pytest.mark.parametrize(
    "change",
    [_to_german, _call, _choose_symbol, _rename, _without_grand, _with_extra_call],
)
def test_cached_seats_are_not_shown_once_what_they_show_has_changed(
    phone: Phone, change: Callable[[Phone], None]
) -> None:
    before = _seats(phone)
    change(phone)
    from_cache = _seats(phone)
    cache.clear()
    assert from_cache == _seats(phone)
    assert from_cache != before


def _seats(phone: Phone, path: str = "") -> str:
    page: str = phone.get(path).content.decode()
    return page.partition('<fieldset class="seats">')[2].partition("</fieldset>")[0]

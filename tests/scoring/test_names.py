"""The names that are allowed, and the names that count as the same, in every form with a
name."""

import unicodedata
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from scoring.models import Game, Group, Membership, Player, clean_text, name_key
from tests.factories import Phone
from tests.scoring.joining import join
from tests.scoring.reading import text

ZWSP, RLO, ZWNJ, ZWJ = "\u200b", "\u202e", "\u200c", "\u200d"
FOUR = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
AGREED = {"target": "1000", "tie": "play_on"}
SAME = "Two seats have the same name: write it so that they differ."

NOTHING_SEEN = {
    "zero width space": ZWSP,
    "direction override": RLO,
    "joiners": ZWJ + ZWNJ,
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "Hangul filler": "\u3164",
    "braille blank": "\u2800",
    "variation selector": "\ufe0f",
    "control characters": "\x00\x07\x1b",
    "tag characters": "\U000e0041\U000e0042",
    "accent on nothing": "\u0301",
    "no character": "\uffff",
    "half a character": "\ud800",
    "spaces": "\u00a0 \u3000\t",
}
KEPT = [
    "Zoë",
    "Мария",
    "李小龙",
    "👩\u200d🚀",
    "❤\ufe0f",
    "1\ufe0f\u20e3",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "نامه\u200cای",
    "क्\u200dष",
    "葛\U000e0100",
]


# The text itself


@pytest.mark.parametrize("typed", NOTHING_SEEN.values(), ids=NOTHING_SEEN)
def test_text_of_which_nothing_is_seen_is_empty(typed: str) -> None:
    assert clean_text(typed) == ""


@pytest.mark.parametrize("typed", NOTHING_SEEN.values(), ids=NOTHING_SEEN)
def test_what_is_not_seen_makes_no_other_name(typed: str) -> None:
    assert name_key(f"Ada{typed}") == name_key("Ada") or typed == "\u0301"
    assert clean_text(f"{typed}Ada") in {"Ada", "\u0301Ada"}


@pytest.mark.parametrize("name", KEPT)
def test_what_emoji_and_scripts_need_stays(name: str) -> None:
    assert clean_text(name) == unicodedata.normalize("NFC", name)


def test_letters_are_composed() -> None:
    assert clean_text("Zoe\u0308") == "Zoë"
    assert clean_text(f"Zoe{ZWSP}\u0308") == "Zoë"


def test_white_space_is_folded_also_where_something_unseen_stood_in_it() -> None:
    assert clean_text(f"  Ada {ZWSP} of\r\nXi ") == "Ada of Xi"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Straße", "STRASSE"),
        ("Ida", "İda"),
        ("Ida", "ıda"),
        ("Ada", "Ａｄａ"),
        ("Zoë", "ZOE\u0308"),
        ("Νίκος", "ΝΊΚΟΣ"),
        ("❤", "❤\ufe0f"),
        *(("O'Neil", f"O{apostrophe}Neil") for apostrophe in "’‘ʼ´`"),
        ("ŉ Os", "'n Os"),
    ],
)
def test_names_that_are_alike(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Åda"), ("Ada", "Adа"), ("Jo", "Jö")])
def test_names_that_are_not(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


# Characters whose cleaning depends on their neighbours, and these neighbours.
JOINED = f"{ZWJ}{ZWNJ}\ufe0f\u0915\u094d\u0627\u064e👩🏴\U000e0067a é"
SIGNS = st.characters() | st.sampled_from(JOINED + "".join(NOTHING_SEEN.values()))


@given(st.text(SIGNS))
def test_cleaned_text_is_clean(typed: str) -> None:
    cleaned = clean_text(typed)

    assert clean_text(cleaned) == cleaned
    assert name_key(cleaned) == name_key(typed)
    assert not {unicodedata.category(sign) for sign in cleaned} & {"Cc", "Cs"}


def test_of_a_very_long_text_only_the_beginning_is_looked_at() -> None:
    assert len(clean_text("é" * 2_000_000)) == 400


# Wherever a name is typed


@pytest.fixture
def stranger(db: None) -> Client:
    return Client()


def start(client: Client, **names: str) -> Any:
    return client.post("/new/", FOUR | AGREED | names)


@pytest.mark.parametrize("name", [ZWSP, RLO, "\u3164"])
def test_seat_needs_a_name_that_can_be_seen(stranger: Client, name: str) -> None:
    response = start(stranger, a1=name)

    assert response.status_code == 422
    assert "Every seat needs a name." in text(response)
    assert Game.objects.count() == 0


@pytest.mark.parametrize("name", [f"Ada{ZWSP}", f"{RLO}ADA", "Ada\x00"])
def test_name_beside_one_that_looks_the_same_is_refused(stranger: Client, name: str) -> None:
    response = start(stranger, b1=name)

    assert response.status_code == 422
    assert SAME in text(response)


@pytest.mark.parametrize("other", ["İda", "ıda", "IDA", "Ｉｄａ"])
def test_name_alike_but_for_its_dots_and_case_is_refused_with_a_sentence(
    stranger: Client, other: str
) -> None:
    response = start(stranger, a1="Ida", b1=other)

    assert response.status_code == 422
    assert SAME in text(response)


def test_player_is_found_by_a_name_that_is_alike(phone: Phone) -> None:
    start(phone.client, a1="Ida")
    start(phone.client, a1=f"İda{ZWSP}")

    one, other = Game.objects.all()
    assert (one.player_a1, one.player_a1.name) == (other.player_a1, "Ida")


def test_players_apostrophe_is_the_one_that_was_typed_first(phone: Phone) -> None:
    for apostrophe in "’'`":
        start(phone.client, a1=f"O{apostrophe}Neil")

    assert [game.player_a1.name for game in Game.objects.all()] == ["O’Neil"] * 3


def test_emoji_is_a_name(phone: Phone) -> None:
    start(phone.client, a1="👩\u200d🚀")

    assert Player.objects.filter(name="👩\u200d🚀").count() == 1


def test_nobody_joins_under_a_name_of_which_nothing_is_seen(host: Phone, guest: Client) -> None:
    response = join(guest, host.group, player="new", name=RLO)

    assert response.status_code == 422
    assert "Write your name." in text(response)


def test_nobody_joins_beside_a_name_that_is_alike(host: Phone, guest: Client) -> None:
    name = f"{host.game.player_a1.name.upper()}{ZWSP}"
    join(guest, host.group, player="new", name=name)

    assert host.group.players.count() == 4
    assert host.game.player_a1.membership_set.count() == 1


def test_device_is_named_by_what_can_be_seen(host: Phone) -> None:
    member = Membership.objects.get()
    path = f"/g/{host.group.key}/devices/{member.pk}/"

    assert host.client.post(path, {"name": ZWSP}).status_code == 422
    host.client.post(path, {"name": f"{RLO}Old\x00 tablet"})

    assert Membership.objects.get().name == "Old tablet"


def test_group_is_named_by_what_can_be_seen(host: Phone) -> None:
    path = f"/g/{host.group.key}/settings/"
    host.client.post(path, AGREED | {"name": f"{RLO}Friday"})
    assert str(Group.objects.get()) == "Friday"

    host.client.post(path, AGREED | {"name": ZWSP})
    assert str(Group.objects.get()) == "Our group"


def test_group_is_deleted_by_its_name_with_another_apostrophe(host: Phone) -> None:
    Group.objects.update(name="Ben's table")
    host.client.post(f"/g/{host.group.key}/delete/", {"name": "Ben’s table"})

    assert Group.objects.get().deleted is not None


def test_group_is_deleted_by_its_name_as_it_is_seen(host: Phone) -> None:
    Group.objects.update(name=f"Fri{ZWSP}day")
    host.client.post(f"/g/{host.group.key}/delete/", {"name": "Friday"})

    assert Group.objects.get().deleted is not None


def test_note_keeps_what_can_be_seen(phone: Phone) -> None:
    phone.post("progress/notes/", after=0, note=f"Two\x00 bombs{RLO} 🧨\n!")

    assert phone.in_progress().notes.note == "Two bombs 🧨 !"

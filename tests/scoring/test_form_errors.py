"""A refused form keeps the typed values, marks its invalid fields, and describes each error."""

from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest
from django.test import Client

from scoring.models import Role
from tests.factories import Phone

pytestmark = pytest.mark.django_db

NAMES = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
NEW_GAME = NAMES | {"target": "1000", "grand": "on", "tie": "play_on"}
SAME = "Two seats have the same name: write it so that they differ."


class Input(NamedTuple):
    """The value of a text field, whether it is marked as invalid, and its description."""

    value: str
    invalid: bool
    description: str


class _Page(HTMLParser):
    def __init__(self, response: Any) -> None:
        super().__init__()
        self.elements: list[dict[str, str]] = []
        self.texts: dict[str, str] = {}
        self.open = ""
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append({"tag": tag, **found})
        self.open = found.get("id", "")

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.open, data)

    def described(self, element: dict[str, str]) -> str:
        return " ".join(
            self.texts[each] for each in element.get("aria-describedby", "").split()
        )


def text_field(response: Any, name: str) -> Input:
    page = _Page(response)
    (found,) = (each for each in page.elements if each.get("name") == name)
    invalid = found.get("aria-invalid") == "true"
    return Input(found.get("value", ""), invalid, page.described(found))


def ticked(response: Any, name: str) -> list[str]:
    boxes = (each for each in _Page(response).elements if each.get("name") == name)
    return [each["value"] for each in boxes if "checked" in each]


def groups(response: Any) -> list[str]:
    """Return the descriptions of the groups of choices."""
    page = _Page(response)
    sets = (each for each in page.elements if each["tag"] == "fieldset")
    return [page.described(each) for each in sets if "aria-describedby" in each]


def test_name_given_twice_marks_both_seats_and_keeps_them(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"b2": " ADA "})

    assert text_field(response, "a1") == Input("Ada", invalid=True, description=SAME)
    assert text_field(response, "b2") == Input(" ADA ", invalid=True, description=SAME)
    assert text_field(response, "b1") == Input("Ben", invalid=False, description="")


def test_two_names_given_twice_mark_all_four_seats(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"a2": "ada", "b2": "ben"})

    assert [text_field(response, seat).invalid for seat in NAMES] == [True] * 4


def test_each_field_is_described_by_its_own_error(client: Client) -> None:
    other = {"b2": " ", "target": "other", "other_target": "0"}
    response = client.post("/new/", NEW_GAME | other)

    target = "A target is a whole number of points from 1 to 1,000,000."
    assert text_field(response, "b2").description == "Every seat needs a name."
    assert text_field(response, "other_target") == Input("0", invalid=True, description=target)


def test_choice_that_was_not_made_is_said_at_its_group(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"tie": ""})

    assert groups(response) == ["Choose what happens on a tie."]


def test_joining_keeps_the_name_that_is_too_long(client: Client) -> None:
    group = Phone(client).group
    told = {"player": "new", "name": "x" * 25}
    response = Client().post(f"/j/{group.join_token}/", told)

    assert text_field(response, "name") == Input(
        "x" * 25, invalid=True, description="A name has at most 24 letters: shorten it."
    )
    assert ticked(response, "player") == ["new"]


def test_joining_without_a_choice_says_so_at_the_names(client: Client) -> None:
    game = Phone(client).game
    response = Client().post(f"/j/{game.group.join_token}/", {"name": " "})

    assert groups(response) == ["Tap your name, or add it."]
    assert ticked(response, "player") == []


def test_joining_ticks_somebody_else_for_a_name_that_is_too_long(client: Client) -> None:
    game = Phone(client).game
    response = Client().post(f"/j/{game.group.join_token}/", {"name": "x" * 25})

    assert ticked(response, "player") == ["new"]


def test_name_of_a_group_that_is_too_long_is_marked(client: Client) -> None:
    group = Phone(client).group
    told = NEW_GAME | {"name": "x" * 61}
    response = client.post(f"/g/{group.key}/settings/", told)

    assert text_field(response, "name") == Input(
        "x" * 61,
        invalid=True,
        description="A group’s name has at most 60 letters: shorten it.",
    )


def test_code_that_does_not_work_is_marked(client: Client) -> None:
    response = client.post("/join/", {"code": "ABCD 1234"})

    assert text_field(response, "code") == Input(
        "ABCD 1234",
        invalid=True,
        description="This code is wrong or has expired: ask for a new one.",
    )


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (" ", "Type the code that was read out, such as RQM6 KTZ6."),
        ("W" * 21, "This code is wrong or has expired: ask for a new one."),
    ],
    ids=["nothing", "too-long"],
)
def test_what_cannot_be_a_code_is_answered_with_what_to_do(
    client: Client, typed: str, sentence: str
) -> None:
    response = client.post("/join/", {"code": typed})

    assert response.status_code == 422
    assert text_field(response, "code").description == sentence


def test_days_in_the_wrong_order_mark_the_last(client: Client) -> None:
    phone = Phone(client)
    phone.record(first="A1", card_points="60")
    asked = "?since=2026-03-01&until=2026-01-01"
    response = client.get(f"/g/{phone.group.key}/stats/{asked}")

    assert text_field(response, "until") == Input(
        "2026-01-01",
        invalid=True,
        description="The last day is before the first: swap them.",
    )


def test_name_typed_to_delete_a_group_is_kept(client: Client) -> None:
    phone = Phone(client)
    phone.take_role(Role.OWNER)
    response = client.post(f"/g/{phone.group.key}/delete/", {"name": "Our grup"})

    assert text_field(response, "name") == Input(
        "Our grup",
        invalid=True,
        description="Type the group’s name exactly as it is written above.",
    )


POINTS = (
    "An adjustment is a whole number of points from -1000 to 1000 for each team: type it again."
)
REASON = "Choose what the points are for, or say it in a few words."


@pytest.mark.parametrize("typed", ["1OO", "-1001"])
def test_points_that_are_no_adjustment_are_marked_and_kept(phone: Phone, typed: str) -> None:
    response = phone.post("adjust/", after=0, points_A=typed, points_B="50", reason="other")

    assert text_field(response, "points_A") == Input(typed, invalid=True, description=POINTS)
    assert text_field(response, "points_B") == Input("50", invalid=False, description="")
    assert REASON not in response.content.decode()


def test_adjustment_without_a_reason_names_what_else_is_wrong(phone: Phone) -> None:
    response = phone.post("adjust/", after=0, points_A="1OO")

    assert text_field(response, "points_A") == Input("1OO", invalid=True, description=POINTS)
    assert text_field(response, "reason").description == REASON


def test_adjustment_of_nothing_marks_both_teams(phone: Phone) -> None:
    response = phone.post("adjust/", after=0, reason="wish")

    said = "Type the points of at least one team."
    assert text_field(response, "points_A") == Input("", invalid=True, description=said)
    assert text_field(response, "points_B") == Input("", invalid=True, description=said)


def test_other_adjustment_marks_the_words_that_are_missing(phone: Phone) -> None:
    response = phone.post("adjust/", after=0, points_A="-100", reason="other")

    assert text_field(response, "points_A") == Input("-100", invalid=False, description="")
    assert text_field(response, "note") == Input("", invalid=True, description=REASON)

"""Every player of a group has a colour and a monogram, and new players change nobody's."""

import re
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring.grapheme_clusters import grapheme_clusters
from scoring.models import COLOURS, Avatar, is_symbol
from scoring.models.avatars import avatars
from tests.contrast import contrast

NAMES = st.text(st.characters(categories=["L", "N", "So"]), min_size=1, max_size=6)


class Someone(NamedTuple):
    pk: int
    name: str = "Ada"
    colour: str | None = None
    symbol: str | None = None
    photo: str | None = None


def monograms(*names: str) -> list[str]:
    found = avatars(Someone(number, name) for number, name in enumerate(names))
    return [found[number].monogram for number in range(len(names))]


def colours(*chosen: str | None) -> list[str]:
    found = avatars(Someone(number, colour=colour) for number, colour in enumerate(chosen))
    return [found[number].colour for number in range(len(chosen))]


@pytest.mark.parametrize(
    ("name", "monogram"),
    [
        ("anna", "A"),
        ("Άννα", "Ά"),
        ("김민수", "김"),
        ("🦊 Fox", "🦊F"),
        ("👨\u200d👩\u200d👧\u200d👦", "👨\u200d👩\u200d👧\u200d👦"),
        ("Max Mustermann", "MM"),
        ("Player 2", "P2"),
        ("(Bob)", "B"),
        ("ßen", "ß"),
        ("!!", "!"),
    ],
)
def test_monogram_is_what_the_name_begins_with(name: str, monogram: str) -> None:
    assert monograms(name) == [monogram]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Anna", "Anton"], ["A", "At"]),
        (["Anna", "Anton", "Annabel", "Anne", "Andreas"], ["A", "At", "Ab", "Ae", "Ad"]),
        (["김민수", "김지수"], ["김", "김지"]),
        (["Άννα", "Άγγελος"], ["Ά", "Άγ"]),
        (["Max Meier", "Mia Müller"], ["MM", "M"]),
        (["Jo", "Jon"], ["J", "Jn"]),
    ],
)
def test_names_that_begin_alike_differ_in_their_monograms(
    names: list[str], expected: list[str]
) -> None:
    assert monograms(*names) == expected


def test_monogram_comes_twice_where_no_letter_is_left() -> None:
    assert monograms("A", "AA", "AAA") == ["A", "AA", "A"]


@given(st.lists(NAMES, min_size=1, max_size=8))
def test_monogram_is_one_or_two_clusters(names: list[str]) -> None:
    assert {len(grapheme_clusters(each)) for each in monograms(*names)} <= {1, 2}


@given(st.lists(NAMES, min_size=2, max_size=8))
def test_who_comes_later_changes_no_monogram(names: list[str]) -> None:
    assert monograms(*names)[:-1] == monograms(*names[:-1])


def test_first_players_have_all_colours_and_then_the_first_ones_again() -> None:
    assert colours(*[None] * 10) == [*COLOURS, *COLOURS[:2]]


def test_chosen_colour_leaves_the_others_theirs_but_for_whose_it_was() -> None:
    assert colours("pink", None, None, None) == ["pink", "olive", "violet", "teal"]


@given(st.lists(st.sampled_from([None, *COLOURS]), min_size=2, max_size=14))
def test_who_comes_later_changes_no_colour(chosen: list[str | None]) -> None:
    assert colours(*chosen[:-1], None)[:-1] == colours(*chosen[:-1])


@given(st.sets(st.sampled_from(COLOURS)), st.integers(0, len(COLOURS)))
def test_no_colour_comes_twice_before_all_are_given_out(chosen: set[str], further: int) -> None:
    group = [*chosen, *[None] * min(further, len(COLOURS) - len(chosen))]

    found = colours(*group)

    assert len(set(found)) == len(found)


def test_chosen_symbol_is_in_place_of_the_monogram() -> None:
    group = [Someone(1, "Anna", symbol="🦊"), Someone(2, "Anton")]

    assert avatars(group) == {1: Avatar("violet", "A", "🦊"), 2: Avatar("olive", "At")}
    assert [each.shown for each in avatars(group).values()] == ["🦊", "At"]


@pytest.mark.parametrize("text", ["🦊", "👩🏽\u200d🚀", "🇬🇷", "1️⃣", "Z", "é", "김"])
def test_one_visible_cluster_is_a_symbol(text: str) -> None:
    assert is_symbol(text)


@pytest.mark.parametrize(
    "text", ["", " ", "ab", "🦊🐢", "e\u0301", "\u200b", "\x07", "\u0301", "a" + "\u0316" * 20]
)
def test_nothing_else_is_a_symbol(text: str) -> None:
    assert not is_symbol(text)


# The colours in the style sheet.

STYLE = (Path(scoring.__file__).parent / "static/scoring/css/tichu.css").read_text()
WHITE, DARK_CARD = "#ffffff", "#1e2023"


def fills() -> dict[str, str]:
    """Return the fill of each colour. A colour without a rule has the fill of all avatars."""
    rules = STYLE.partition("  .avatar {")[2].partition("\n  }")[0]
    common = re.findall(r"background: (#\w{6})", rules.partition("&")[0])[0]
    own = dict(re.findall(r"&\.(\w+) { background: (#\w{6}); }", rules))
    return {colour: own.pop(colour, common) for colour in COLOURS} | own


def test_style_sheet_has_every_colour_and_no_other() -> None:
    assert {*fills()} == {*COLOURS}
    assert len({*fills().values()}) == len(COLOURS)


@pytest.mark.parametrize("colour", COLOURS)
def test_monogram_is_read_on_its_colour_and_the_disc_seen_in_both_schemes(colour: str) -> None:
    fill = fills()[colour]

    assert contrast(fill, WHITE) >= 4.5
    assert contrast(fill, DARK_CARD) >= 3


def test_no_two_colours_are_close() -> None:
    channels = [[int(fill[at : at + 2], 16) for at in (1, 3, 5)] for fill in fills().values()]
    distances = [
        sum(abs(a - b) for a, b in zip(one, other, strict=True))
        for one, other in combinations(channels, 2)
    ]
    assert min(distances) >= 75

"""An evening at several tables: it starts, is played, and its standings are those of a count
that shares no code."""

import re
from collections import defaultdict
from itertools import combinations
from typing import Any

import pytest

from tests.factories import Phone
from tests.scoring.reading import text
from tests.scoring.sessions import EIGHT, at, now, record, seat, start, url

pytestmark = pytest.mark.django_db


def shown(response: Any) -> str:
    """What a page shows, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", text(response)).split())


def test_evening_of_eight_is_played_without_a_script(phone: Phone) -> None:
    """Seven seatings of two rounds at two tables; the page says at the end what a count of its
    own says."""
    session = start(phone, rounds_each="2")
    points: dict[str, int] = defaultdict(int)
    partners: dict[frozenset[str], int] = defaultdict(int)
    card_points = iter(range(-25, 130, 5))

    while True:
        for table in session.tables:
            names = table.names_in(table.players)
            partners[frozenset({names.a1, names.a2})] += 1
            partners[frozenset({names.b1, names.b2})] += 1
            for first in ("A1", "B2"):
                left = next(card_points)
                sent = {"first": first, "card_points": str(left), "tichu": ["A1"]}
                assert record(phone, table, **sent).status_code == 302
                made = 100 if first == "A1" else -100
                for name in (names.a1, names.a2):
                    points[name] += left + made
                for name in (names.b1, names.b2):
                    points[name] += 100 - left
        session = now(session.first)
        assert session.seating_over
        if session.over:
            break
        response = seat(phone, session)
        assert response.status_code == 302
        session = at(response["Location"])

    assert session.seating == 7
    assert partners == {frozenset(pair): 1 for pair in combinations(EIGHT, 2)}
    page = shown(phone.client.get(url(session)))
    ranked = sorted(EIGHT, key=lambda name: -points[name])
    for name in EIGHT:
        place = 1 + sum(points[other] > points[name] for other in EIGHT)
        total = str(points[name]).replace("-", "\N{MINUS SIGN}")
        assert f" {place} {name} {total} 14 " in page
    assert f"First place: {ranked[0]}" in page

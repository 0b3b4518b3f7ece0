"""The order in which a screen reader reads the score of a table."""

import re

import pytest

from tests.factories import GameWriter, Phone, plain

pytestmark = pytest.mark.django_db


def test_what_a_team_needs_follows_its_name_and_total(phone: Phone) -> None:
    GameWriter(phone.game).record(plain(60))

    page = phone.get().content.decode()

    score = page.partition('id="score"')[2].partition("</section>")[0]
    read = re.findall(r'class="(team|total|need)\b ?(\w?)', score)
    team_a = [("team", "a"), ("total", ""), ("need", "a")]
    assert read == [*team_a, ("team", "b"), ("total", ""), ("need", "b")]

"""Imported games in the group's file: an export, an import and another export give the same
file."""

import pytest

from scoring.models import Game, Group
from tests.scoring.game_import.importer import Importer, text_of
from tests.scoring.log_groups import imported, log_of

pytestmark = pytest.mark.django_db


def test_points_of_rounds_are_in_the_file_and_come_back(importer: Importer) -> None:
    importer.import_all(text_of("names-in-the-head.tsv"), target="250", day="2024-03-06")
    importer.import_all(text_of("command-history.json"), target="300")
    group = importer.phone.group
    copy = imported(log_of(group))

    def game_rows(key: Group) -> list[object]:
        games = Game.objects.filter(group=key).order_by("pk")
        return list(games.values_list("final_a", "final_b", "round_points", "ending"))

    assert game_rows(copy) == game_rows(group)
    assert [[55, 45], [0, 200], [160, 40]] in [row[2] for row in game_rows(copy)]  # type: ignore[index]

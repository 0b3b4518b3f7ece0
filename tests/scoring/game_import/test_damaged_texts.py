"""Damaged texts on the pages of imports: each results in a preview or in a sentence, and each
game is imported completely or not at all."""

import random

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.models import Game, GameImport, Player
from tests.importers.damage import damaged
from tests.importers.examples import NAMES, example
from tests.scoring.game_import.importer import Importer, page_text

pytestmark = pytest.mark.django_db

MANY = 120
ANSWERS = {"day": "2024-03-06", "dates": "day_first", "numbers": "points", "target": "200"}


def hand_in(importer: Importer, data: bytes) -> GameImport | None:
    file = SimpleUploadedFile("damaged.txt", data)
    response = importer.phone.client.post(importer.address, {"file": file})
    if response.status_code == 422:
        assert page_text(response)
        return None
    assert response.status_code == 302
    return GameImport.objects.latest("pk")


def test_damaged_text_is_previewed_or_refused_and_stored_whole_or_not(
    importer: Importer, settings: LazySettings
) -> None:
    settings.LIMITS = False
    chance, stored = random.Random(17), 0
    players = Player.objects.count()
    for _ in range(MANY):
        draft = hand_in(importer, damaged(example(chance.choice(NAMES)), chance))
        if draft is None:
            continue
        assert importer.phone.client.get(importer.page(draft)).status_code == 200
        before = Game.objects.count()
        response = importer.store(draft, keep_results="on", **ANSWERS)
        draft.refresh_from_db()
        if response.status_code == 302:
            stored += 1
            assert draft.stored
            assert Game.objects.count() - before == len(draft.games)
            importer.undo(draft)
        else:
            assert (response.status_code, draft.begun) == (422, None)
        assert Game.objects.count() == before
    assert stored > MANY // 10
    assert Player.objects.offered().count() == players

"""A player comes or leaves in a game whose partners change."""

import pytest

from scoring.models import Game
from tests.factories import GameWriter, Phone, plain
from tests.scoring.reading import saved_group
from tests.scoring.rotations import FIRST, SECOND, played, present, seated, start

pytestmark = pytest.mark.django_db


def test_who_leaves_plays_no_further_round(phone: Phone) -> None:
    phone.game = start(phone, partners="points", fifth="Eva", cycles="2")
    GameWriter(phone.game).record_often(plain(60), 3)

    assert present(phone, "Ada", "Cleo", "Dora", "Eva").status_code == 302
    writer = GameWriter(Game.objects.get(pk=phone.game.pk))
    writer.record_often(plain(60), 7)

    rows = played(writer.game)
    assert len(rows) == 10
    assert not [each for each in rows[3:] if "Ben" in each]
    assert writer.game.sheet.standing.over
    # Each two of the four are partners twice or three times.
    partners = [frozenset(pair.split()) for each in rows[3:] for pair in each.split(" : ")]
    assert {partners.count(pair) for pair in set(partners)} <= {2, 3}
    got = {phone.game.player_names[each.player] for each in writer.game.player_standings}
    assert got == {"Ada", "Ben", "Cleo", "Dora", "Eva"}


def test_who_comes_plays_the_next_round(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="3")
    GameWriter(phone.game).record_often(plain(60), 2)

    assert present(phone, "Ada", "Ben", "Cleo", "Dora", new="Eva").status_code == 302

    assert "Eva" in seated(phone.game)
    page = phone.get().content.decode()
    assert "sits out." in page
    assert "From now on Ada, Ben, Cleo, Dora, Eva play." in page


def test_change_of_players_is_undone_and_redone(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="2")
    writer = GameWriter(phone.game)
    writer.record(plain(60))
    present(phone, "Ada", "Ben", "Cleo", "Dora", new="Eva")
    changed = seated(phone.game)

    writer = GameWriter(Game.objects.get(pk=phone.game.pk))
    writer.undo()
    assert seated(phone.game) == SECOND
    writer.redo()
    assert seated(phone.game) == changed
    writer.undo()
    writer.undo()

    assert seated(phone.game) == FIRST
    assert played(phone.game) == []


def test_round_of_the_former_plan_is_a_conflict(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="2")
    phone.record(first="A1", card_points="60", seating="1")
    present(phone, "Ada", "Ben", "Cleo", "Dora", new="Eva")

    response = phone.record(first="A1", card_points="60", seating="2")

    assert response.status_code == 409
    assert "The players changed meanwhile" in response.content.decode()


def test_round_of_a_plan_that_was_undone_is_a_conflict(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="2")
    phone.record(first="A1", card_points="60", seating="1")
    present(phone, "Ben", "Cleo", "Dora", new="Eva")
    seen = Game.objects.get(pk=phone.game.pk)
    phone.client.post(f"{seen.get_absolute_url()}undo/", {"number": seen.version})
    present(phone, "Ben", "Cleo", "Dora", new="Finn")

    response = phone.record(
        first="A1", card_points="60", after=seen.last_seq, seating=seen.seating_number
    )

    assert response.status_code == 409
    told = response.content.decode().partition("What you tapped")[2]
    assert f"{seen.names.a1} first" in told


def test_call_is_not_passed_on_to_who_sits_there_next(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="2")
    phone.client.post(
        f"{phone.game.get_absolute_url()}progress/",
        {"after": 0, "known": "{}", "tichu": "A1", "seating": "1"},
    )
    assert Game.objects.get(pk=phone.game.pk).in_progress.calls

    present(phone, "Ben", "Cleo", "Dora", new="Eva")

    assert not Game.objects.get(pk=phone.game.pk).in_progress.calls


def test_call_for_who_sat_there_before_is_a_conflict(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="2")
    present(phone, "Ben", "Cleo", "Dora", new="Eva")

    response = phone.client.post(
        f"{phone.game.get_absolute_url()}progress/",
        {"after": 0, "known": "{}", "tichu": "A1", "seating": "1"},
    )

    assert response.status_code == 409
    assert not Game.objects.get(pk=phone.game.pk).in_progress.calls


def test_who_left_is_not_seated_for_a_round_that_was_removed(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="2")
    phone.record(first="A1", card_points="60", seating="1")
    present(phone, "Ben", "Cleo", "Dora", new="Eva")
    game = Game.objects.get(pk=phone.game.pk)

    phone.client.post(f"{game.get_absolute_url()}rounds/1/remove/", {"seen": 1})

    game = Game.objects.get(pk=game.pk)
    assert game.last_seq == 0
    assert "Ada" not in game.names


def test_export_names_who_played_before_somebody_came(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="2")
    phone.record(first="A1", card_points="60", seating="1")
    present(phone, "Ada", "Ben", "Cleo", "Dora", new="Eva")

    saved = saved_group(phone)
    ids = {each["name"]: each["id"] for each in saved["players"]}
    before = [ids[name] for name in ("Ada", "Ben", "Cleo", "Dora")]
    assert saved["games"][0]["rotation"]["before"] == [before]


def test_round_of_a_plan_before_the_last_is_a_conflict(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="1")
    present(phone, "Ada", "Ben", "Cleo", "Dora", new="Eva")
    phone.game.refresh_from_db()
    present(phone, "Ada", "Ben", "Cleo", "Eva")

    response = phone.record(first="A1", card_points="60", seating="2")

    assert response.status_code == 409
    assert "The players changed meanwhile" in response.content.decode()


@pytest.mark.parametrize(
    ("names", "partners", "sentence"),
    [
        (["Ada", "Ben", "Cleo"], "points", "Four to seven players"),
        (["Ada", "Ben", "Cleo", "Zoe"], "points", "out of date"),
        (["Ada", "Ben", "Cleo", "Dora"], "league", "the same four"),
    ],
)
def test_players_who_cannot_rotate_are_refused(
    phone: Phone, names: list[str], partners: str, sentence: str
) -> None:
    phone.game = start(phone, partners=partners)

    response = present(phone, *names)

    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert Game.objects.get(pk=phone.game.pk).version == 0


def test_change_of_players_behind_another_phone_is_refused(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="2")
    phone.record(first="A1", card_points="60", seating="1")

    response = present(phone, "Ada", "Ben", "Cleo", "Dora", new="Eva", after=0)

    assert response.status_code == 409
    assert Game.objects.get(pk=phone.game.pk).version == 1


def test_somebody_new_with_the_name_of_somebody_ticked_is_refused(phone: Phone) -> None:
    phone.game = start(phone, partners="points", cycles="2")

    response = present(phone, "Ada", "Ben", "Cleo", "Dora", new="ADA")

    assert response.status_code == 422
    assert "ADA is ticked already: write another name, or none." in response.content.decode()
    assert Game.objects.get(pk=phone.game.pk).version == 0

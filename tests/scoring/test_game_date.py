"""The date of a game is corrected."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.models import Game
from scoring.services.transaction import Conflict
from scoring.stats.evening_date import evening_date
from scoring.stats.group_stats import group_stats
from tests.factories import GameWriter, Phone, plain
from tests.scoring.reading import game_of, text

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 3, 6, 19, 30, tzinfo=UTC)


@pytest.fixture
def phone(phone: Phone) -> Phone:
    """A phone whose game was played on the sixth of March 2026."""
    Game.objects.filter(pk=phone.game.pk).update(created=BEGAN)
    phone.game.refresh_from_db()
    return phone


def correct(phone: Phone, **fields: object) -> Any:
    told: dict[str, Any] = {"day": "2026-03-05", "seen": game_of(phone).created.isoformat()}
    return phone.post("date/", **(told | fields))


def test_day_is_corrected_and_the_time_stays(phone: Phone) -> None:
    response = correct(phone)

    assert (response.status_code, response["Location"]) == (302, phone.url)
    assert game_of(phone).created == BEGAN - timedelta(days=1)
    assert "The game was played on 5 Mar 2026, and not on 6 Mar 2026." in text(phone.get())


def test_game_after_midnight_belongs_to_the_evening_before(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(created=BEGAN + timedelta(hours=7))
    assert 'name="day" value="2026-03-06"' in text(phone.get("settings/"))

    correct(phone)

    assert game_of(phone).created == BEGAN - timedelta(hours=17)


def test_game_began_at_the_latest_now(phone: Phone) -> None:
    began = timezone.now() - timedelta(hours=23)
    Game.objects.filter(pk=phone.game.pk).update(created=began)

    correct(phone, day=evening_date(began) + timedelta(days=1))

    assert began < game_of(phone).created <= timezone.now()


def test_correction_is_undone_and_redone(phone: Phone) -> None:
    correct(phone)
    assert "Undo the change of the date" in text(phone.get())
    writer = GameWriter(game_of(phone), phone.device)

    writer.undo()
    undone = game_of(phone).created
    page = text(phone.get())
    writer.redo()

    assert (undone, "Redo the change of the date" in page) == (BEGAN, True)
    assert game_of(phone).created == BEGAN - timedelta(days=1)


def test_evenings_of_the_statistics_follow(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    before = group_stats(phone.group).evenings

    correct(phone)

    assert [each.day for each in before] == [date(2026, 3, 6)]
    assert [each.day for each in group_stats(phone.group).evenings] == [date(2026, 3, 5)]


def test_second_correction_of_the_same_page_changes_nothing(phone: Phone) -> None:
    seen = game_of(phone).created.isoformat()
    correct(phone)

    response = correct(phone, day="2026-03-01", seen=seen)

    assert response.status_code == 409
    assert game_of(phone).created == BEGAN - timedelta(days=1)


def test_game_that_another_device_has_corrected_is_a_conflict(phone: Phone) -> None:
    writer = GameWriter(phone.game, phone.device)
    GameWriter(game_of(phone)).correct_date(BEGAN - timedelta(days=2))

    with pytest.raises(Conflict):
        writer.correct_date(BEGAN - timedelta(days=1))


def test_rounds_are_not_touched(phone: Phone) -> None:
    writer = GameWriter(phone.game, phone.device)
    writer.record(plain(60))
    recorded = phone.game.rounds.get().recorded

    correct(phone)

    assert phone.game.rounds.get().recorded == recorded


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        ("", "A day is written like this: 2026-03-06."),
        ("6.3.", "A day is written like this: 2026-03-06."),
        ("2026-02-30", "A day is written like this: 2026-03-06."),
        ("1990-12-31", "Choose a day that is over, or today, and after 1990."),
        ("9999-12-31", "Choose a day that is over, or today, and after 1990."),
        ("0001-01-01", "Choose a day that is over, or today, and after 1990."),
    ],
)
def test_bad_day_is_refused_in_a_sentence_and_kept(
    phone: Phone, day: str, sentence: str
) -> None:
    response = correct(phone, day=day)

    assert (response.status_code, sentence in text(response)) == (422, True)
    assert f'name="day" value="{day}"' in text(response)
    assert game_of(phone).created == BEGAN


def test_tomorrow_is_refused_and_today_is_not(phone: Phone) -> None:
    today = timezone.localdate()

    assert correct(phone, day=str(today + timedelta(days=1))).status_code == 422
    assert correct(phone, day=str(today)).status_code == 302

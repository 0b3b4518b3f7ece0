"""The page and the picture of an evening at several tables have one row for all tables."""

import pytest
from django.utils import timezone

from scoring.charts import Picture
from scoring.presentation.stats_pages.evening_picture import evening_picture
from scoring.stats.evening_date import evening_date
from scoring.stats.evening_summary import get_evening_summary
from scoring.stats.evenings import get_evening
from scoring.stats.history import history_version
from tests.factories import Phone
from tests.scoring.sessions import EIGHT, play_to_the_end, start, url, win_all_rounds_of
from tests.scoring.statistics import page, text

pytestmark = pytest.mark.django_db


def drawn_evening(phone: Phone) -> Picture:
    group = phone.group
    found = get_evening(group, evening_date(timezone.now()))
    assert found is not None
    summary = get_evening_summary(group, found, history_version(group))
    return evening_picture(found, summary, group, group.player_names, {})


def test_evening_has_the_session_in_place_of_its_tables_with_who_is_first(phone: Phone) -> None:
    session = play_to_the_end(phone, "Gil")

    shown = page(phone, "evening_stats")

    assert text(shown).count("Several tables · Seating 7 of 7 First place: Gil 700") == 1
    assert "Changing partners" not in text(shown)
    assert shown.content.decode().count(url(session)) == 1


def test_evening_of_a_running_session_names_nobody(phone: Phone) -> None:
    win_all_rounds_of(phone, "Gil", start(phone))

    said = text(page(phone, "evening_stats"))

    assert "Several tables · Seating 1 of 7" in said
    assert "First place" not in said


def test_picture_has_one_note_of_all_tables(phone: Phone) -> None:
    play_to_the_end(phone, "Gil")

    (note,) = drawn_evening(phone).notes

    assert note.heading == "First place: Gil · 700"
    state, names = note.words.rsplit(" · ", 1)
    assert (state, sorted(names.split(", "))) == ("Seating 7 of 7", sorted(EIGHT))


def test_picture_of_a_running_session_says_how_far_it_is(phone: Phone) -> None:
    win_all_rounds_of(phone, "Gil", start(phone))

    (note,) = drawn_evening(phone).notes

    assert note.heading == "Several tables"
    assert note.words.startswith("Seating 1 of 7 · ")

"""Which pages have the story of a finished game, and which do not."""

import pytest

from scoring.presentation.race_charts import race_picture
from scoring.rules import ByTeam, Call, CallLevel, Ending, RoundResult, Seat
from tests.factories import GameWriter, Phone, double, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

FOUR_CARDS = 'specials.svg"'


def test_game_that_a_double_win_ended_shows_the_dog_and_says_so(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record(plain(20))
    writer.record_often(double(Seat.A1), 5)

    page = text(phone.get())

    assert "specials.svg#dog" in page
    assert "A double win in round 6 ended it." in page


def test_rout_shows_the_dragon_and_by_how_much(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record(plain(20))
    writer.record_often(double(Seat.A1), 4)
    grand = Call(Seat.A2, CallLevel.GRAND)
    writer.record(RoundResult((Seat.A2,), ByTeam(25, 75), (grand,)))

    page = text(phone.get())

    assert "specials.svg#dragon" in page
    assert "A rout: 890 points ahead at the end." in page


def test_comeback_is_shown_with_its_beginning(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record_often(double(Seat.B1), 2)
    writer.record_often(double(Seat.A1), 5)

    page = text(phone.get())

    assert "specials.svg#phoenix" in page
    assert "A comeback: 400 points behind after round 2." in page


def test_story_is_shown_with_the_race_and_on_the_picture(phone: Phone) -> None:
    GameWriter(phone.game).record_often(double(Seat.A1), 5)
    sentence = "A double win in round 5 ended it."

    assert sentence in text(phone.get("race/"))
    assert race_picture(phone.game, {}).sentences == (sentence,)


def test_table_mode_ends_with_the_story_on_the_half_of_the_winners(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record_often(double(Seat.B1), 4)
    running = phone.get("scoreboard/").content.decode()
    writer.record(double(Seat.B1))
    over = phone.get("scoreboard/").content.decode()

    assert ('class="side b won"' in running, 'class="story"' in running) == (False, False)
    assert ("specials.svg" in running, "specials.svg#dog" in over) == (False, True)
    assert ('class="side a"' in over, 'class="side b won"' in over) == (True, True)
    assert '<p class="story">A double win in round 5 ended it.</p>' in over


def test_running_game_has_no_story(phone: Phone) -> None:
    GameWriter(phone.game).record_often(double(Seat.A1), 4)

    assert "ended it" not in text(phone.get("race/"))


def test_forfeited_game_has_no_story(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record_often(double(Seat.A1), 4)
    writer.end(Ending.FORFEITED_BY_B)

    assert FOUR_CARDS in text(phone.get())


def test_undone_round_takes_the_story_back(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record_often(double(Seat.A1), 5)
    writer.undo()

    assert "ended it" not in text(phone.get())


def test_game_that_was_adjusted_has_no_story(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record_often(double(Seat.B1), 2)
    writer.adjust(1000, 0)

    assert "comeback" not in text(phone.get("race/"))

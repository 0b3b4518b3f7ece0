"""The win probability of a game is the same in every process and on every page with the same
ETag."""

import uuid
from datetime import date
from typing import Any

import pytest

from scoring.models import Game
from scoring.presentation.records import record_summary
from scoring.presentation.win_probability import probability_percent
from scoring.rules import Call, CallLevel, RoundResult, Seat, Team
from scoring.stats.group_stats import group_stats
from scoring.stats.records import Record, RecordType
from scoring.stats.win_probability import cache
from scoring.stats.win_probability.sample import clear_samples, group_sample
from scoring.stats.win_probability.timeline import get_timeline
from tests.factories import GameFactory, GameWriter, Phone, double, plain
from tests.scoring.reading import chances_to_win, text

pytestmark = pytest.mark.django_db

# One team gets 400 points, and then loses 400.
WILD = double(Seat.B1, *(Call(seat, CallLevel.GRAND) for seat in (Seat.A1, Seat.B1, Seat.A2)))


def play(game: Game, result: RoundResult, rounds: int) -> None:
    GameWriter(game).record_often(result, rounds)


@pytest.fixture
def earlier(phone: Phone) -> Game:
    """A running game of the group that was begun before the game on the table. No team was ever
    far ahead in it."""
    game: Game = GameFactory.create(group=phone.group, target=100_000)
    play(game, plain(50), 40)
    return game


@pytest.fixture
def ahead(phone: Phone, earlier: Game) -> Phone:
    """A phone at the table of the latest game of the group, in which one team is ahead."""
    play(phone.game, double(Seat.A1), 2)
    return phone


def another_process() -> None:
    """Forget everything that this process has read, as if it had just started."""
    clear_samples()


def look(phone: Phone) -> tuple[list[str], str]:
    """Return the chances on the table page after they are computed, and its ETag."""
    phone.get()
    cache._TABLES.wait()
    page = phone.get()
    return chances_to_win(page), page["ETag"]


def test_two_processes_show_one_figure_under_one_tag(ahead: Phone, earlier: Game) -> None:
    before = look(ahead)
    play(earlier, WILD, 40)

    after = look(ahead)
    another_process()

    assert look(ahead) == after
    assert [a != b for a, b in zip(before, after, strict=True)] == [True, True]


def test_page_that_was_kept_is_sent_again_with_another_figure(
    ahead: Phone, earlier: Game
) -> None:
    _, tag = look(ahead)
    play(earlier, WILD, 40)
    look(ahead)

    assert ahead.get(If_None_Match=tag).status_code == 200


def test_page_is_304_while_its_figure_is_unchanged(ahead: Phone) -> None:
    _, tag = look(ahead)

    assert ahead.get(If_None_Match=tag).status_code == 304


def test_every_page_of_a_game_shows_the_same_figure(ahead: Phone, earlier: Game) -> None:
    look(ahead)
    play(earlier, WILD, 40)

    table, _ = look(ahead)
    board = ahead.get("board/?seen=0", HX_Request="true")
    race = get_timeline(Game.objects.get(pk=ahead.game.pk))

    assert race is not None
    assert table == chances_to_win(board) == [probability_percent(race.probabilities[-1])]
    assert probability_percent(race.probabilities[-1]) in text(ahead.get("race/"))


def test_recorded_round_brings_the_figure_that_the_page_shows(
    ahead: Phone, earlier: Game
) -> None:
    look(ahead)
    play(earlier, WILD, 40)
    get_timeline(Game.objects.get(pk=ahead.game.pk))  # its table is solved

    after = ahead.record(htmx=True, first="B1", card_points="40")

    assert chances_to_win(after) == look(ahead)[0]


def test_rounds_of_the_game_itself_leave_what_its_chances_rest_on(ahead: Phone) -> None:
    before = group_sample(ahead.group.pk)
    play(Game.objects.get(pk=ahead.game.pk), plain(50), 3)

    assert group_sample(ahead.group.pk) == before


def test_record_has_the_comeback_of_the_game_s_own_page(phone: Phone) -> None:
    for first in (Seat.B1, Seat.B1, Seat.B2):
        game = GameFactory.create(group=phone.group, target=300, key=uuid.uuid4())
        GameWriter(game).record(plain(-25, first))
        play(game, double(Seat.A1), 2)
    cache.get_model(Game(group=phone.group, target=300))

    records = {record.type: record for record in group_stats(phone.group).records}
    comeback = records[RecordType.GREATEST_COMEBACK]
    told: Any = get_timeline(Game.objects.get(pk=comeback.game))
    assert comeback.value == told.lowest(Team.A).probability


def test_record_says_a_small_chance_as_all_pages_do() -> None:
    comeback = Record(
        RecordType.GREATEST_COMEBACK, 0.004, (1, 2), date(2026, 3, 6), game=1, round_number=3
    )

    assert record_summary(comeback, {1: "Ada", 2: "Cleo"}) == (
        f"Ada + Cleo won from a chance of {probability_percent(0.004)} after round 3"
    )

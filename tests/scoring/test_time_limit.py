"""A time limit: after it the table is asked whether the last round was the final one."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.models import Game
from scoring.rules import ByTeam, Ending, IllegalRound, Race, RaceState, Seat, Team, TieRule
from scoring.stats.evening_date import evening_date
from scoring.stats.group_stats import compute_group_stats
from scoring.stats.history import read_history
from scoring.stats.win_probability.cache import is_supported
from tests.factories import GameFactory, GameWriter, Phone, plain
from tests.scoring.reading import game_of, text

pytestmark = pytest.mark.django_db

QUESTION = "Was that the last round?"


@pytest.fixture
def writer() -> GameWriter:
    """A game with a time limit, after 60 : 40."""
    writer = GameWriter(GameFactory.create(time_limit=60))
    writer.record(plain(60))
    return writer


def reread(writer: GameWriter) -> Game:
    return Game.objects.get(pk=writer.game.pk)


def test_game_ended_at_its_time_limit_is_won_by_the_higher_total(writer: GameWriter) -> None:
    writer.end(Ending.TIME_LIMIT)

    standing = reread(writer).sheet.standing
    assert (standing.state, standing.winner, standing.played_out) == (
        RaceState.WON,
        Team.A,
        True,
    )
    assert reread(writer).summary.standing == standing
    history = read_history(writer.game.group)
    assert compute_group_stats(history).games == 1


def test_equal_totals_are_a_draw_where_that_was_agreed() -> None:
    writer = GameWriter(GameFactory.create(time_limit=60, tie=TieRule.DRAW))
    writer.record(plain(50))
    writer.end(Ending.TIME_LIMIT)

    assert reread(writer).sheet.standing.state is RaceState.DRAW


def test_equal_totals_play_on_where_that_was_agreed(writer: GameWriter) -> None:
    writer.record(plain(40))

    with pytest.raises(IllegalRound) as refused:
        writer.end(Ending.TIME_LIMIT)

    assert refused.value.code == "TIE_PLAYS_ON"
    assert not reread(writer).ending


def test_game_does_not_end_in_the_middle_of_a_round(writer: GameWriter) -> None:
    writer.update_progress(lambda now: type(now)(out_order=(Seat.A1,)))

    with pytest.raises(IllegalRound) as refused:
        writer.end(Ending.TIME_LIMIT)

    assert refused.value.code == "ROUND_HAS_BEGUN"


def test_game_ended_at_its_time_limit_is_taken_up_again_and_undone(writer: GameWriter) -> None:
    writer.end(Ending.TIME_LIMIT)
    writer.resume()
    assert reread(writer).sheet.standing.state is RaceState.RUNNING

    writer.undo()
    writer.undo()
    assert (reread(writer).ending, reread(writer).sheet.standing.over) == ("", False)


def test_standing_of_the_rounds_goes_before_the_time_limit() -> None:
    won = Race(target=100, time_limit=60).standing(ByTeam(100, 0), 1)

    assert won.ended_by(Ending.TIME_LIMIT) == won


def test_race_with_a_time_limit_has_no_win_probability() -> None:
    assert (is_supported(Race()), is_supported(Race(time_limit=60))) == (True, False)


def test_race_refuses_no_minutes() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Race(time_limit=0)


# On its pages.


@pytest.fixture
def table(phone: Phone) -> Phone:
    """The table of a game with a time limit, after 60 : 40."""
    Game.objects.filter(pk=phone.game.pk).update(time_limit=60)
    phone.record(first="A1", card_points="60")
    return phone


def let_time_pass(table: Phone) -> None:
    began = timezone.now() - timedelta(minutes=61)
    Game.objects.filter(pk=table.game.pk).update(created=began)


def question(table: Phone) -> str:
    """The form of the question on the table page."""
    return text(table.get()).partition('class="time-limit"')[2].partition("</form>")[0]


def end(table: Phone, **fields: object) -> Any:
    seen: dict[str, Any] = {"after": game_of(table).last_seq, "ending": "time_limit"}
    return table.post("end/", **(seen | fields))


def test_question_is_hidden_until_the_time_is_up(table: Phone) -> None:
    etag = table.get()["ETag"]
    assert 'end/" data-needs-network hidden>' in question(table)

    let_time_pass(table)

    assert 'end/" data-needs-network>' in question(table)
    assert QUESTION in question(table)
    assert table.get()["ETag"] != etag


def test_corrected_date_leaves_the_time_limit_where_it_was(table: Phone) -> None:
    before = game_of(table)
    yesterday = evening_date(before.created) - timedelta(days=1)

    table.post("date/", day=yesterday, seen=before.created.isoformat())

    after = game_of(table)
    assert evening_date(after.created) == yesterday
    assert after.time_limit_at == before.time_limit_at
    assert 'end/" data-needs-network hidden>' in question(table)


def test_plain_game_is_asked_nothing(phone: Phone) -> None:
    page = text(phone.get())

    assert "time-limit" not in page
    assert "time_limit" not in text(phone.get("settings/"))


def test_answer_ends_the_game(table: Phone) -> None:
    response = end(table)

    assert (response.status_code, response["Location"]) == (302, table.url)
    page = text(table.get())
    assert "win!" in page
    assert "The time was up." in page
    assert "The time was up, and the game ended after its last round." in page
    assert "Take up again" in text(table.get("settings/"))


def test_rounds_are_recorded_when_the_time_is_up(table: Phone) -> None:
    let_time_pass(table)

    table.record(first="A1", card_points="60")

    assert table.totals() == (120, 80)


def test_tie_is_shown_with_what_to_do(table: Phone) -> None:
    table.record(first="A1", card_points="40")

    response = end(table)

    assert response.status_code == 422
    assert "play another round" in text(response)


def test_tie_that_is_played_on_is_shown_without_a_question(table: Phone) -> None:
    table.record(first="A1", card_points="40")
    let_time_pass(table)

    assert 'end/" data-needs-network hidden>' in question(table)
    assert '<p class="tie"><b>The time is up.</b> Both teams have' in question(table)
    assert "that was the last round" not in text(table.get("settings/"))


def test_lead_is_no_tie(table: Phone) -> None:
    let_time_pass(table)

    assert '<p class="tie" hidden>' in question(table)
    assert "The time is up: that was the last round" in text(table.get("settings/"))


def test_tie_that_is_a_draw_is_asked_about(table: Phone) -> None:
    Game.objects.filter(pk=table.game.pk).update(tie=TieRule.DRAW)
    table.record(first="A1", card_points="40")
    let_time_pass(table)

    assert '<p class="tie" hidden>' in question(table)
    assert 'end/" data-needs-network>' in question(table)


def test_two_phones_that_end_the_game_at_once_end_it_once(table: Phone) -> None:
    after = game_of(table).last_seq
    end(table, after=after)
    version = game_of(table).version

    response = end(table, after=after)

    assert (response.status_code, response["Location"]) == (302, table.url)
    assert game_of(table).version == version


def test_ticked_round_is_named_with_what_to_do(table: Phone) -> None:
    after = game_of(table).last_seq
    table.post("progress/", after=after, known="{}", tichu="A1")

    response = end(table)

    assert response.status_code == 422
    assert "record that round first, or untick it." in text(response)
    assert game_of(table).ending == ""


def test_game_without_a_time_limit_does_not_end_by_it(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    assert end(phone).status_code == 422
    assert game_of(phone).ending == ""


def test_minutes_are_refused_by_the_form(table: Phone) -> None:
    seen = {
        "after": 1,
        "agreement_change": 0,
        "preset": "own",
        "target": "1000",
        "tie": "play_on",
    }
    response = table.client.post(f"{table.url}agreement/", seen | {"time_limit": "0"})

    assert response.status_code == 422
    assert "A number of minutes is a whole number from 1 to 1,000." in text(response)

"""Points are adjusted in addition to the rounds."""

import uuid
from typing import Any

import pytest

from scoring.models import Game
from scoring.rules import MAX_ADJUSTMENTS, MESSAGES, ByTeam, IllegalRound, RaceState, Team
from scoring.services.transaction import Conflict
from scoring.stats.group_stats import compute_group_stats
from scoring.stats.history import read_history
from tests.factories import GameFactory, GameWriter, Phone, plain
from tests.scoring.reading import game_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def writer() -> GameWriter:
    return GameWriter(GameFactory.create())


def reread(writer: GameWriter) -> Game:
    return Game.objects.get(pk=writer.game.pk)


def adjust(phone: Phone, **fields: object) -> Any:
    told: dict[str, Any] = {"after": game_of(phone).last_seq, "reason": "miscount"}
    return phone.post("adjust/", **(told | fields))


def test_adjustment_is_in_the_totals_of_the_sheet_the_summary_and_the_list(
    writer: GameWriter,
) -> None:
    writer.record(plain(60))
    writer.adjust(-100, 20)

    game = reread(writer)
    assert (game.sheet.standing.totals, game.sheet.standing.rounds) == (ByTeam(-40, 60), 1)
    assert reread(writer).summary.standing == game.sheet.standing


def test_adjustment_is_in_its_place_among_the_rounds(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.adjust(-100, 0)
    writer.record(plain(50))

    entries = reread(writer).sheet.entries
    assert [each.totals for each in entries] == [
        ByTeam(60, 40),
        ByTeam(-40, 40),
        ByTeam(10, 90),
    ]
    assert reread(writer).sheet.totals_by_round == [ByTeam(-40, 40), ByTeam(10, 90)]


def test_totals_by_round_end_with_the_last_adjustment(writer: GameWriter) -> None:
    writer.adjust(5, 0)
    writer.record(plain(60))
    writer.adjust(-100, 0)

    assert reread(writer).sheet.totals_by_round == [ByTeam(-35, 40)]


def test_adjustment_can_decide_the_race_and_take_it_back() -> None:
    writer = GameWriter(GameFactory.create(target=100))
    writer.record(plain(60))
    writer.adjust(40, 0)
    won = reread(writer).sheet.standing
    with pytest.raises(IllegalRound):
        writer.record(plain(50))
    writer.adjust(-5, 0)

    assert (won.state, won.winner) == (RaceState.WON, Team.A)
    assert reread(writer).sheet.standing.state is RaceState.RUNNING


def test_adjustment_is_undone_and_redone(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.adjust(-100, 0)

    writer.undo()
    undone = reread(writer)
    writer.redo()

    assert (undone.sheet.standing.totals, undone.adjustments) == (ByTeam(60, 40), None)
    assert reread(writer).sheet.standing.totals == ByTeam(-40, 40)


def test_adjustment_is_removed(writer: GameWriter) -> None:
    first = writer.adjust(-100, 0)
    writer.adjust(0, 5)

    writer.remove_adjustment(first.number)

    assert reread(writer).sheet.standing.totals == ByTeam(0, 5)
    with pytest.raises(Conflict):
        writer.remove_adjustment(first.number)


def test_rounds_are_amended_between_adjustments(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.adjust(-100, 0)
    writer.record(plain(50))

    writer.amend(1, plain(0))

    assert reread(writer).sheet.standing.totals == ByTeam(-50, 150)


def test_removal_that_would_end_the_game_early_is_refused() -> None:
    writer = GameWriter(GameFactory.create(target=100))
    writer.record(plain(60))
    change = writer.adjust(-50, -50)
    writer.record(plain(60))
    writer.record(plain(50))

    with pytest.raises(IllegalRound) as refused:
        writer.remove_adjustment(change.number)

    assert refused.value.code == "ROUND_AFTER_END"
    assert len(reread(writer).placed_adjustments) == 1


def test_number_of_adjustments_of_a_game_is_limited(writer: GameWriter) -> None:
    for _ in range(MAX_ADJUSTMENTS):
        writer.adjust(5, 0)

    with pytest.raises(IllegalRound) as refused:
        writer.adjust(5, 0)

    assert refused.value.code == "TOO_MANY_ADJUSTMENTS"


def test_no_player_s_statistics_count_it(writer: GameWriter) -> None:
    writer.record(plain(60))
    group = writer.game.group
    before = compute_group_stats(read_history(group))

    writer.adjust(-100, 300)

    after = compute_group_stats(read_history(group))
    assert (after.players, after.ratings, after.average) == (
        before.players,
        before.ratings,
        before.average,
    )


def test_table_shows_the_adjustment_as_a_row_and_in_words(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = adjust(phone, points_A="−100", reason="wish", note="  the  ace ")

    page = text(phone.get())
    assert (response.status_code, phone.totals()) == (302, (-40, 40))
    assert '<td class="what">Adjustment for an unfulfilled wish “the ace”</td>' in page
    assert ">Undo the change of points</button>" in page
    names = phone.game.team_names.a
    assert f"Adjustment for an unfulfilled wish “the ace”: {names} −100." in page
    assert '"totals":{"A":-40,"B":40},"rounds":1,"seq":1' in page


def test_adjustment_counts_once_for_one_key(phone: Phone) -> None:
    key = uuid.uuid4()

    for _ in range(2):
        adjust(phone, points_B="50", key=key)

    assert phone.totals() == (0, 50)


def test_adjustment_after_an_unseen_round_is_refused_and_kept(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = adjust(phone, after=0, points_A="-100", note="Ace")

    assert response.status_code == 409
    assert "Round 1 has been recorded meanwhile" in text(response)
    assert ('value="-100"' in text(response), 'value="Ace"' in text(response)) == (True, True)
    assert phone.totals() == (60, 40)


def test_adjustment_is_removed_from_its_page(phone: Phone) -> None:
    adjust(phone, points_A="-100")
    assert f'action="{phone.url}adjust/1/remove/"' in text(phone.get("adjust/"))

    phone.post("adjust/1/remove/")

    assert phone.totals() == (0, 0)
    assert "Removed: Adjustment for a miscount" in text(phone.get("log/"))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "ADJUSTMENT_OF_NOTHING"),
        ({"points_A": "0"}, "ADJUSTMENT_OF_NOTHING"),
        ({"points_A": "1001"}, "ADJUSTMENT_OUT_OF_RANGE"),
        ({"points_B": "-1001"}, "ADJUSTMENT_OUT_OF_RANGE"),
        ({"points_A": "1.5"}, "ADJUSTMENT_OUT_OF_RANGE"),
        ({"points_A": "9" * 5000}, "ADJUSTMENT_OUT_OF_RANGE"),
        ({"points_A": "٣"}, "ADJUSTMENT_OUT_OF_RANGE"),
        ({"points_A": "5", "reason": "other"}, "ADJUSTMENT_WITHOUT_REASON"),
        ({"points_A": "5", "reason": "why"}, "ADJUSTMENT_WITHOUT_REASON"),
        ({"points_A": "5", "note": "x" * 201}, "ADJUSTMENT_NOTE_TOO_LONG"),
    ],
)
def test_bad_adjustment_is_refused_in_a_sentence(
    phone: Phone, fields: dict[str, str], code: str
) -> None:
    response = adjust(phone, **fields)

    assert response.status_code == 422
    assert MESSAGES[code] % {"most": 200} in text(response)
    assert game_of(phone).version == 0


def test_settings_lead_to_the_adjustments(phone: Phone) -> None:
    assert f'href="{phone.url}adjust/"' in text(phone.get("settings/"))

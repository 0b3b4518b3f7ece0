"""The pages of games whose partners change."""

import json
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from scoring.models import Game
from scoring.models.first_place import FirstPlace
from scoring.presentation.rotation import first_place_line
from scoring.rules import RoundResult
from scoring.rules.player_standings import PlayerScore
from scoring.rules.rotation import RotationScoring
from tests.cases import VECTORS, case_id
from tests.factories import GameWriter, Phone, plain
from tests.scoring.rotations import FORM, start
from tests.scoring.statistics import page, text

pytestmark = pytest.mark.django_db

# The form has only the card points of the left team, so card points that do not add up to 100
# cannot be sent.
CASES = [
    case
    for case in json.loads((VECTORS / "tournament.json").read_text())["rounds"]
    if "error" not in case["expected"]
]
PARTNERS = {"A1": "A2", "A2": "A1", "B1": "B2", "B2": "B1"}


def test_form_starts_a_rotation_of_seven(phone: Phone) -> None:
    game = start(
        phone, partners="points", rounds_each="4", cycles="2", fifth="Eva", sixth="Finn",
        seventh="Gil",
    )  # fmt: skip

    plan = game.rotation
    assert plan is not None
    assert [game.player_names[player] for player in plan.players] == [
        "Ada", "Cleo", "Ben", "Dora", "Eva", "Finn", "Gil",
    ]  # fmt: skip
    assert (plan.rounds_each, plan.cycles, plan.rounds, game.fixed_rounds) == (4, 2, 56, 56)


def test_form_starts_a_tournament_of_nine(phone: Phone) -> None:
    game = start(phone, partners="win_points", fifth="Eva")

    plan = game.rotation
    assert plan is not None
    assert (plan.scoring, plan.rounds, len(plan.players)) == (RotationScoring.WIN_POINTS, 9, 4)
    assert (game.grand, game.double_win) == (False, 100)


def test_form_starts_a_league_evening(phone: Phone) -> None:
    plan = start(phone, partners="league").rotation

    assert plan is not None
    assert (plan.scoring, plan.rounds_each, plan.rounds) == (RotationScoring.LEAGUE, 8, 24)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"partners": "points", "fifth": "ada"}, "Two seats have the same name"),
        ({"partners": "kings"}, "Choose how partners change."),
        ({"partners": "points", "rounds_each": "3"}, "Choose how partners change."),
        ({"partners": "points", "fifth": "E" * 25}, "A name has at most 24 letters"),
    ],
)
def test_form_refuses_what_is_no_rotation(
    phone: Phone, fields: dict[str, str], sentence: str
) -> None:
    phone.group  # noqa: B018
    response = phone.client.post("/new/", FORM | fields)

    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Game.objects.exists()


def test_next_form_starts_from_what_was_played(phone: Phone) -> None:
    start(phone, partners="points", rounds_each="4", cycles="2", fifth="Eva")

    page = phone.client.get("/new/").content.decode()

    assert 'data-summary="Partners change" checked' in page
    assert 'name="rounds_each" value="4" checked' in page
    assert 'name="cycles" value="2" checked' in page
    assert 'name="fifth" value="Eva"' in page
    assert "Official, to 1000" in page


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_tournament_is_scored_through_its_form_as_the_vector_says(
    phone: Phone, case: dict[str, Any]
) -> None:
    phone.game = start(phone, partners="win_points")
    facts, expected = case["input"], case["expected"]
    sent: dict[str, Any] = {"first": facts["first_out"], "seating": 1}
    if facts["double_win"]:
        sent["second"] = PARTNERS[facts["first_out"]]
    else:
        sent["card_points"] = facts["card_points"]["A"]
    for call in facts["calls"]:
        sent.setdefault(call["level"], []).append(call["player"])

    response = phone.record(**sent)

    game = Game.objects.get(pk=phone.game.pk)
    got = {each.player: each.score for each in game.player_standings}
    assert response.status_code == 302
    first = game.sheet.rows[0].round.players
    assert first is not None
    for seat, player in first.items():
        assert got[player].win_points == expected["win"][seat.team]
        assert got[player].points == expected["points"][seat.team]


def test_league_evening_is_worth_twelve_points(phone: Phone) -> None:
    phone.game = game = start(phone, partners="league")
    writer = GameWriter(game)
    # By 160 points, by 80 points, and a tie.
    for points in [60] * 8 + [45] * 8 + [50] * 8:
        writer.record(plain(points))

    got = {game.player_names[each.player]: each for each in writer.game.player_standings}
    won = {name: float(each.score.win_points) for name, each in got.items()}
    assert won == {"Ada": 3.5, "Cleo": 5.5, "Ben": 0.5, "Dora": 2.5}
    assert {name: each.place for name, each in got.items()} == {
        "Cleo": 1, "Ada": 2, "Dora": 3, "Ben": 4,
    }  # fmt: skip
    page = phone.get().content.decode()
    assert "League points" in page
    assert "First place: Cleo" in page


def test_grand_tichu_is_refused_in_a_tournament(phone: Phone) -> None:
    phone.game = start(phone, partners="win_points")

    response = phone.record(first="A1", card_points="60", grand="A1", seating="1")

    assert response.status_code == 422
    assert "without Grand Tichu" in response.content.decode()


def test_second_of_two_phones_sees_who_played_what(phone: Phone) -> None:
    phone.game = start(phone, partners="points")
    phone.record(first="A1", card_points="60", seating="1")

    response = phone.post("rounds/", first="A2", card_points="75", seating="1", after="0")

    page = response.content.decode()
    assert response.status_code == 409
    # Both phones recorded the first round, in which Cleo is the partner of Ada.
    assert "Ada first" in page
    assert "Cleo first" in page
    assert "now Ada + Ben play against Cleo + Dora" in page


def test_pages_say_that_there_is_no_race_of_two_teams(phone: Phone) -> None:
    game = start(phone, partners="points", fifth="Eva")
    GameWriter(game).record_often(plain(60), 2)
    url = game.get_absolute_url()

    table = phone.client.get(url).content.decode()
    assert "Ada, Cleo, Ben, Dora, Eva" in table
    assert ">What do we need?</a>" not in table
    for path in ("race/", "winning-conditions/"):
        assert "Partners change in this game" in phone.client.get(url + path).content.decode()
    assert 'class="compact"' not in phone.client.get(url + "scoreboard/").content.decode()
    settings = phone.client.get(url + "settings/").content.decode()
    assert "Points, partners change after every round, 5 rounds" in settings
    assert "tie" not in settings.partition("<main")[2]
    assert "forfeit" not in settings
    assert "Adjust" not in settings


def test_forfeit_adjustment_and_other_rules_are_refused(
    phone: Phone,
) -> None:
    game = start(phone, partners="points")
    phone.game = game
    url = game.get_absolute_url()

    ended = phone.client.post(url + "end/", {"after": 0, "ending": "forfeited_a"})
    adjusted = phone.client.post(
        url + "adjust/", {"after": 0, "points_A": "50", "reason": "miscount"}
    )

    agreed = phone.client.post(
        url + "agreement/",
        {"after": 0, "agreement_change": 0, "preset": "official", "tie": "play_on"},
    )

    for response, sentence in (
        (agreed, "start another one with other"),
        (ended, "no team can forfeit it"),
        (adjusted, "amend the round instead"),
    ):
        assert response.status_code == 422
        assert sentence in response.content.decode()
    assert Game.objects.get(pk=game.pk).version == 0


def test_recorded_round_brings_the_whole_table(phone: Phone) -> None:
    phone.game = start(phone, partners="points", fifth="Eva")

    response = phone.record(htmx=True, first="A1", card_points="60", seating="1")

    assert response["HX-Retarget"] == "#table"
    page = response.content.decode()
    assert "Ada sits out." in page
    assert 'name="seating" value="2"' in page


def test_ending_names_the_first_place(phone: Phone) -> None:
    phone.game = game = start(phone, partners="points")
    GameWriter(game).record_often(plain(100), 3)

    page = phone.get().content.decode()

    assert "All rounds are played" in page
    assert "First place: Ada" in page
    assert phone.get("picture/").status_code == 404
    home = phone.client.get("/").content.decode()
    assert "Ada, Cleo, Ben, Dora" in home


def ended(phone: Phone, *rounds: RoundResult, **fields: str) -> Game:
    """Play a game whose partners change to its end, with these rounds."""
    phone.game = game = start(phone, **({"partners": "points"} | fields))
    writer = GameWriter(game)
    for each in rounds:
        writer.record(each)
    return game


def test_home_says_who_has_the_first_place(phone: Phone) -> None:
    ended(phone, plain(100), plain(60), plain(60))

    assert "Ada, Cleo, Ben, Dora First place: Ada 220" in text(phone.client.get("/"))


def test_home_names_all_who_share_the_first_place(phone: Phone) -> None:
    ended(phone, plain(60), plain(60), plain(40))

    assert "First place: Ada, Ben, Cleo 160" in text(phone.client.get("/"))


def test_home_says_win_points_where_they_rank(phone: Phone) -> None:
    ended(phone, *[plain(60)] * 9, partners="win_points")

    assert "First place: Ada 18 win points" in text(phone.client.get("/"))


@pytest.mark.parametrize(
    ("language", "points", "said"),
    [
        ("en", Fraction(1), "1 league point"),
        ("en", Fraction(3, 2), "1.5 league points"),
        ("de", Fraction(3, 2), "1,5 Ligapunkte"),
        ("fr", Fraction(0), "0 point de ligue"),
        ("fr", Fraction(1, 2), "0,5 point de ligue"),
        ("fr", Fraction(3, 2), "1,5 point de ligue"),
        ("fr", Fraction(5, 2), "2,5 points de ligue"),
        ("ko", Fraction(3, 2), "리그 점수 1.5점"),
    ],
)
def test_league_points_have_the_plural_of_the_language(
    language: str, points: Fraction, said: str
) -> None:
    first = FirstPlace((1,), (PlayerScore(win_points=points),), RotationScoring.LEAGUE)

    with override(language):
        assert first_place_line(first, {1: "Ada"}).count == said


def test_home_of_many_ended_games_reads_their_rounds_by_one_query(phone: Phone) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            phone.client.get("/")
        return len(captured)

    ended(phone, *[plain(60)] * 3)
    one = queries()
    for _ in range(3):
        ended(phone, *[plain(60)] * 3)

    assert queries() == one


def test_running_game_has_no_first_place_yet(phone: Phone) -> None:
    ended(phone, plain(100), plain(60))

    assert "First place" not in text(phone.client.get("/"))
    assert "First place" not in text(phone.get("scoreboard/"))


def test_table_mode_says_who_has_the_first_place(phone: Phone) -> None:
    ended(phone, *[plain(60)] * 3)

    assert "All rounds are played First place: Ada 1. Ada 180" in text(phone.get("scoreboard/"))


def test_evening_says_who_has_the_first_place(phone: Phone) -> None:
    ended(phone, *[plain(60)] * 3)

    said = text(page(phone, "evening_stats"))

    assert "Changing partners: " in said
    assert "Finished First place: Ada 180" in said


def test_evening_counts_no_games_won_where_no_game_counts(phone: Phone) -> None:
    ended(phone, *[plain(60)] * 3)

    said = text(page(phone, "evening_stats"))

    assert "Ada +60 first out in " in said
    assert "games won" not in said


def test_evening_of_many_rotations_costs_as_many_queries_as_one(phone: Phone) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            page(phone, "evening_stats")
        return len(captured)

    ended(phone, *[plain(60)] * 3)
    page(phone, "evening_stats")  # sessions and samples are read once
    ended(phone, *[plain(60)] * 3)
    two = queries()
    for _ in range(3):
        ended(phone, *[plain(60)] * 3)

    assert queries() == two

"""The reading API describes games correctly, and as `openapi.json` says."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scoring.rules import Call, CallLevel, Seat
from scoring.rules.rotation import RotationScoring
from scoring.views.api import GAMES_A_PAGE
from tests.factories import (
    GameFactory,
    GameWriter,
    GroupFactory,
    double,
    enter_game,
    plain,
    start_rotation,
)
from tests.randomised import repeats
from tests.scoring.api_program import Program
from tests.scoring.log_groups import imported, log_of, random_group

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 3, 2, 19, tzinfo=UTC)
INVALID_SINCE = "since is a day or a time, such as 2026-01-31 or 2026-01-31T19:30:00Z."


@pytest.mark.parametrize("seed", repeats(8))
def test_every_answer_is_as_described_and_has_the_facts_of_the_log(seed: int) -> None:
    group = random_group(seed)
    program = Program(group)
    log = json.loads(log_of(group))

    told = program.read("games/")["games"]
    games = {game["id"]: program.game(game["id"]) for game in told}
    program.read("live/")

    assert program.read("group/")["id"] == log["group"]["id"]
    players = {each["id"]: each["name"] for each in program.read("players/")["players"]}
    assert players == {each["id"]: each["name"] for each in log["players"]}
    assert set(games) == {game["id"] for game in log["games"]}
    for game in log["games"]:
        answered = games[game["id"]]
        assert [answered["seats"][seat]["id"] for seat in Seat] == game["seats"]
        for name in ("seq", "recorded", "points", "facts"):
            assert [each[name] for each in answered["rounds"]] == [
                each[name] for each in game["rounds"]
            ]
        assert answered["adjustments"] == (game["adjustments"] or [])


def test_group_that_was_imported_beside_the_original_has_the_ids_of_the_log() -> None:
    group = random_group(1)
    copy = imported(log_of(group))
    ours, theirs = Program(group), Program(copy)

    games = ours.read("games/")["games"]

    assert theirs.read("players/") == ours.read("players/")
    assert [game["id"] for game in theirs.read("games/")["games"]] == [
        game["id"] for game in games
    ]
    for game in games:
        assert theirs.game(game["id"])["rounds"] == ours.game(game["id"])["rounds"]


def test_game_that_was_won_has_its_winner_and_running_totals() -> None:
    game = GameFactory.create(target=300)
    writer = GameWriter(game)
    writer.record(plain(60, Seat.A1, Call(Seat.A1, CallLevel.TICHU)))
    writer.record(double(Seat.B1))
    writer.record(double(Seat.A1))

    answered = Program(game.group).game(game.key)

    assert [each["totals"] for each in answered["rounds"]] == [
        {"A": 160, "B": 40},
        {"A": 160, "B": 240},
        {"A": 360, "B": 240},
    ]
    assert (answered["state"], answered["winner"]) == ("won", "A")
    assert answered["totals"] == {"A": 360, "B": 240}


def test_game_of_which_the_result_is_known_has_no_rounds() -> None:
    game = enter_game(GroupFactory.create(), 1000, 600)
    answered = Program(game.group).game(game.key)
    assert (answered["rounds_played"], answered["rounds"]) == (None, [])
    assert answered["totals"] == {"A": 1000, "B": 600}


def test_round_of_changing_partners_has_its_own_seats() -> None:
    game = start_rotation()
    GameWriter(game).record(plain(60))
    answered = Program(game.group).game(game.key)
    assert answered["changing_partners"] is True
    assert [answered["rounds"][0]["seats"][seat]["name"] for seat in Seat] == [
        "Ada",
        "Ben",
        "Cleo",
        "Dora",
    ]


@pytest.mark.parametrize(
    ("scoring", "credit"),
    [
        (RotationScoring.POINTS, [None] * 4),
        (RotationScoring.WIN_POINTS, [2.0, 2.0, 0.0, 0.0]),
    ],
)
def test_players_whose_partners_change_have_a_place_each(
    scoring: RotationScoring, credit: list[float | None]
) -> None:
    game = start_rotation(scoring=scoring)
    GameWriter(game).record(plain(60))
    answered = Program(game.group).game(game.key)["rotation"]
    assert answered["scoring"] == scoring.value
    standings = answered["standings"]
    assert [(each["place"], each["player"]["name"], each["points"]) for each in standings] == [
        (1, "Ada", 60),
        (1, "Cleo", 60),
        (3, "Ben", 40),
        (3, "Dora", 40),
    ]
    assert [each["credits"] for each in standings] == credit


def test_live_score_is_that_of_the_game_that_changed_last() -> None:
    older, newer = (GameFactory.create(group=group) for group in [GroupFactory.create()] * 2)
    GameWriter(newer).record(plain(60))
    writer = GameWriter(older)
    writer.record(plain(70))
    writer.set_calls(Call(Seat.B1, CallLevel.GRAND))

    answered = Program(older.group).read("live/")

    assert answered["game"]["id"] == str(older.key)
    assert answered["game"]["totals"] == {"A": 70, "B": 30}
    assert answered["in_progress"] == {
        "number": 2,
        "calls": [{"player": "B1", "level": "grand"}],
        "out_order": [],
    }


def test_group_without_a_game_has_no_score() -> None:
    answered = Program(GroupFactory.create()).read("live/")
    assert answered == {"game": None, "in_progress": None}


@pytest.mark.parametrize("games", [1, 5])
def test_more_games_cost_no_more_queries(games: int, django_assert_num_queries: Any) -> None:
    group = GroupFactory.create()
    for _ in range(games):
        GameWriter(GameFactory.create(group=group)).record(plain(60))
    program = Program(group)
    program.read("group/")

    # The token, the bucket, the games, their sums, the players.
    with django_assert_num_queries(5):
        program.read("games/")


@pytest.mark.parametrize(
    ("since", "days"),
    [
        ("", [0, 1, 2]),
        ("?since=2026-03-03", [1, 2]),
        ("?since=2026-03-03T19:00:00Z", [1, 2]),
        ("?since=2026-03-03T19:00:01Z", [2]),
        ("?since=2026-03-03T20:00:00%2B01:00", [1, 2]),
    ],
)
def test_games_since_are_those_that_began_then_or_later(since: str, days: list[int]) -> None:
    group = GroupFactory.create()
    for day in (2, 0, 1):
        enter_game(group, created=MONDAY + timedelta(days=day))

    told = Program(group).read(f"games/{since}")

    started = [datetime.fromisoformat(game["started"]) for game in told["games"]]
    assert started == [MONDAY + timedelta(days=day) for day in days]
    assert told["next"] is None


def test_pages_have_every_game_once_also_of_one_moment() -> None:
    group = GroupFactory.create()
    games = [
        GameFactory.create(group=group, created=MONDAY) for _ in range(2 * GAMES_A_PAGE + 1)
    ]
    program, path, pages = Program(group), "games/?since=2026-03-01", []
    while path:
        pages.append(program.read(path))
        path = (pages[-1]["next"] or "").partition("/api/v1/")[2]

    assert [len(page["games"]) for page in pages] == [GAMES_A_PAGE, GAMES_A_PAGE, 1]
    told = [game["id"] for page in pages for game in page["games"]]
    assert told == [str(game.key) for game in games]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("since=yesterday", INVALID_SINCE),
        ("since=0001-01-01T00:00:00%2B14:00", INVALID_SINCE),
        ("since=9999-12-31T23:59:59-12:00", INVALID_SINCE),
        ("after=1", "after is the id of a game."),
        (
            "after=7d3c0f0e-7a54-4d1b-9f0e-3f1d2c9b8a10",
            "This group has no game with the id after.",
        ),
    ],
)
def test_invalid_query_is_explained_in_a_sentence(query: str, sentence: str) -> None:
    response = Program(GroupFactory.create()).ask(f"games/?{query}")
    assert (response.status_code, response.json()) == (400, {"error": sentence})


def test_pages_begin_behind_no_game_of_another_group() -> None:
    theirs = GameFactory.create()
    response = Program(GroupFactory.create()).ask(f"games/?after={theirs.key}")
    assert response.status_code == 400


def test_page_after_a_game_that_was_deleted_meanwhile_continues() -> None:
    group = GroupFactory.create()
    first, second = (GameFactory.create(group=group, created=MONDAY) for _ in range(2))
    GameWriter(first).delete()
    told = Program(group).read(f"games/?after={first.key}")
    assert [game["id"] for game in told["games"]] == [str(second.key)]


def test_deleted_game_is_not_there() -> None:
    game = GameFactory.create()
    GameWriter(game).delete()
    program = Program(game.group)
    response = program.ask(f"games/{game.key}/", route="games/{id}/")
    assert (response.status_code, response.json()) == (
        404,
        {"error": "This group has no game with this id."},
    )
    assert program.read("games/")["games"] == []
    assert program.read("live/")["game"] is None

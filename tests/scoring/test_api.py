"""The reading API: every answer is as its description says, and true."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
from django.test import Client
from django.utils import timezone

from scoring import exchange
from scoring.exchange.log_export import write_log
from scoring.models import AccessToken, Group, TokenBucket
from scoring.rules import Call, CallLevel, Seat
from scoring.services.access_tokens import create_token
from scoring.services.players import rename_player
from scoring.tokens import create_access_token
from scoring.views.api import GAMES_A_PAGE
from tests.addresses import ROUTES
from tests.factories import (
    GameFactory,
    GameWriter,
    GroupFactory,
    double,
    enter_game,
    plain,
    start_rotation,
)
from tests.scoring.log_groups import random_group

pytestmark = pytest.mark.django_db

FOLDER = Path(exchange.__file__).parent
DESCRIPTION = json.loads((FOLDER / "openapi.json").read_bytes())
SCHEMAS = DESCRIPTION["components"]["schemas"]
VALIDATORS: Mapping[str, Callable[[Any], Any]] = {
    name: fastjsonschema.compile(
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "allOf": [{"$ref": f"#/components/schemas/{name}"}],
            "components": {"schemas": SCHEMAS},
        }
    )
    for name in SCHEMAS
}
TO_LOG = {"#/components/schemas/": "#/$defs/"}
MONDAY = datetime(2026, 3, 2, 19, tzinfo=UTC)


class Program:
    """What has a token of a group, and checks every answer against the description."""

    def __init__(self, group: Group) -> None:
        self.headers = {"Authorization": f"Bearer {create_token(group, 'Television')}"}

    def ask(self, path: str, *, route: str = "", **headers: str) -> Any:
        """Ask for an address of the API, which is described as `route`."""
        response = Client().get(f"/api/v1/{path}", headers=self.headers | headers)
        described = DESCRIPTION["paths"][f"/api/v1/{route or path.partition('?')[0]}"]["get"]
        expected = described["responses"][str(response.status_code)]
        if "$ref" in expected:
            expected = DESCRIPTION["components"]["responses"][expected["$ref"].split("/")[-1]]
        if "content" in expected:
            schema = expected["content"]["application/json"]["schema"]["$ref"]
            VALIDATORS[schema.split("/")[-1]](response.json())
        else:
            assert response.content == b""
        return response

    def read(self, path: str, *, route: str = "") -> Any:
        response = self.ask(path, route=route)
        assert response.status_code == 200, response.content
        return response.json()

    def game(self, key: object) -> Any:
        return self.read(f"games/{key}/", route="games/{id}/")


def test_every_address_is_described() -> None:
    routes = {re.sub(r"<uuid:key>", "{id}", f"/{route}") for route in ROUTES.values()}
    api = {route for route in routes if route.startswith("/api/")}
    assert api - {"/api/v1/openapi.json"} == set(DESCRIPTION["paths"])


def test_description_is_handed_out() -> None:
    response = Client().get("/api/v1/openapi.json")
    assert response["Content-Type"] == "application/json"
    assert response.json() == DESCRIPTION


def test_what_a_log_has_too_is_described_as_there() -> None:
    log = json.loads((FOLDER / "tichu-log-1.json").read_bytes())["$defs"]
    shared = {"id", "moment", "seat", "by_team", "agreement", "call", "facts", "adjustment"}
    for name in shared:
        described = json.dumps(SCHEMAS[name]).replace("#/components/schemas/", "#/$defs/")
        assert json.loads(described) == log[name]


@pytest.mark.parametrize("seed", range(20))
def test_every_answer_is_as_described_and_has_the_facts_of_the_log(seed: int) -> None:
    group = random_group(seed)
    program = Program(group)
    log = json.loads("".join(write_log(group)))

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


@pytest.mark.parametrize("path", ["live/", "games/{}/", "group/", "players/", "games/"])
def test_what_has_not_changed_is_not_sent_again(path: str) -> None:
    game = GameFactory.create()
    program, path = Program(game.group), path.format(game.key)
    route = "games/{id}/" if str(game.key) in path else ""

    etag = program.ask(path, route=route)["ETag"]
    again = program.ask(path, route=route, **{"If-None-Match": etag})

    assert again.status_code == 304


@pytest.mark.parametrize("path", ["live/", "games/{}/"])
def test_changed_game_has_another_etag(path: str) -> None:
    game = GameFactory.create()
    program, path = Program(game.group), path.format(game.key)
    route = "games/{id}/" if str(game.key) in path else ""
    before = program.ask(path, route=route)["ETag"]

    GameWriter(game).record(plain(60))
    after_round = program.ask(path, route=route)["ETag"]
    rename_player(game.player_a1, "Zoë")
    after_rename = program.ask(path, route=route)["ETag"]

    assert len({before, after_round, after_rename}) == 3


def test_unchanged_score_costs_no_look_at_the_rounds(django_assert_num_queries: Any) -> None:
    game = GameFactory.create()
    program = Program(game.group)
    etag = program.ask("live/")["ETag"]

    # The token, the bucket, the game.
    with django_assert_num_queries(3):
        program.ask("live/", **{"If-None-Match": etag})


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
        (
            "since=yesterday",
            "since is a day or a time, such as 2026-01-31 or 2026-01-31T19:30:00Z.",
        ),
        ("after=1", "after is the id of a game."),
        (
            "after=7d3c0f0e-7a54-4d1b-9f0e-3f1d2c9b8a10",
            "This group has no game with the id after.",
        ),
    ],
)
def test_wrong_question_is_told_in_a_sentence(query: str, sentence: str) -> None:
    response = Program(GroupFactory.create()).ask(f"games/?{query}")
    assert (response.status_code, response.json()) == (400, {"error": sentence})


def test_pages_begin_behind_no_game_of_another_group() -> None:
    theirs = GameFactory.create()
    response = Program(GroupFactory.create()).ask(f"games/?after={theirs.key}")
    assert response.status_code == 400


def test_page_behind_a_game_that_was_deleted_meanwhile_goes_on() -> None:
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


def test_request_without_a_token_is_told_how_to_send_one() -> None:
    response = Client().get("/api/v1/live/")
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert response.json() == {
        "error": "Send a valid token, as in Authorization: Bearer tichu_…."
    }


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_scheme_is_read_in_any_case(scheme: str) -> None:
    token = create_token(GroupFactory.create(), "Television")
    response = Client().get("/api/v1/group/", headers={"Authorization": f"{scheme} {token}"})
    assert response.status_code == 200


def test_token_is_no_other_scheme_s() -> None:
    token = create_token(GroupFactory.create(), "Television")
    response = Client().get("/api/v1/group/", headers={"Authorization": f"Basic {token}"})
    assert response.status_code == 401


def test_day_of_the_last_use_is_noted_once() -> None:
    program = Program(GroupFactory.create())
    program.read("group/")
    assert AccessToken.objects.get().last_used == timezone.localdate()


def test_token_that_is_too_fast_is_told_when_to_come_back() -> None:
    program = Program(GroupFactory.create())
    program.read("group/")
    assert TokenBucket.objects.get().tokens == 119
    TokenBucket.objects.update(tokens=0, at=timezone.now().timestamp() + 30)

    response = program.ask("group/")

    assert (response.status_code, response["Retry-After"]) == (429, "1")
    assert response.json() == {"error": "Too many requests: wait 1 second."}


def test_made_up_tokens_count_as_their_address() -> None:
    for _ in range(2):
        headers = {"Authorization": f"Bearer {create_access_token()}"}
        Client().get("/api/v1/group/", headers=headers)
    assert [bucket.key for bucket in TokenBucket.objects.all()] == ["api:127.0.0.1"]

"""The reading API: its description, ETags, tokens and limits."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import AccessToken, TokenBucket
from scoring.services.access_tokens import create_token
from scoring.services.players import rename_player
from scoring.tokens import create_access_token
from tests.addresses import ROUTES
from tests.factories import GameFactory, GameWriter, GroupFactory, plain
from tests.scoring.api_program import DESCRIPTION, FOLDER, SCHEMAS, Program

pytestmark = pytest.mark.django_db


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


def test_answer_without_a_token_says_how_to_send_one() -> None:
    response = Client().get("/api/v1/live/")
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert response.json() == {
        "error": "Send a valid token, as in Authorization: Bearer tichu_…."
    }


@pytest.mark.parametrize("path", ["live/", "openapi.json"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_answer_to_a_post_says_that_programs_can_only_read(path: str, method: str) -> None:
    response = Client(enforce_csrf_checks=True).generic(method, f"/api/v1/{path}")
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert response.json() == {"error": "Programs can only read: send GET."}


def test_unknown_address_is_answered_as_json() -> None:
    response = Client().get("/api/v1/evenings/")
    assert response.status_code == 404
    assert response.json() == {
        "error": "There is no such address: /api/v1/openapi.json lists all."
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


def test_token_beyond_its_limit_is_answered_with_a_time() -> None:
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

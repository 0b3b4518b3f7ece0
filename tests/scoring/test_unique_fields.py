"""A form is refused if a field that may occur once occurs twice, and nothing is stored."""

import json
import uuid
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils.html import strip_tags

from scoring.forms import EveningForm, LineupForm, RecordForm, StatsFilterForm
from scoring.models import Change, Game, Role
from scoring.rules import MESSAGES, CardCount, RoundInProgress
from tests.factories import GameFactory, GameWriter, Phone, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

REFUSED = MESSAGES["FIELD_TWICE"]

AGREED = {"target": "1000", "tie": "play_on", "grand": "on"}
NAMES = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}


def page_text(response: Any) -> str:
    return " ".join(strip_tags(text(response)).split())


def query(**fields: str | list[str]) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data.setlist(name, [value] if isinstance(value, str) else value)
    return data


ROUND: dict[str, Any] = {"first": "A1", "card_points": "60"}


@pytest.mark.parametrize(
    "contradiction",
    [
        {"first": ["A1", "B1"]},
        {"second": ["A2", "B1"]},
        {"third": ["A2", "B2"], "second": "B1"},
        {"card_points": ["60", "70"]},
        {"last": ["A2", "B2"]},
        {"hand": ["5", "10"]},
        {"A1": ["5", "10"]},
        {"known": ["{}", '{"order": ["A1"]}']},
        {"after": ["0", "0"]},
        {"first": ["A1", "A1"]},
    ],
    ids="-".join,
)
@pytest.mark.parametrize("by", ["htmx", "plain form"])
def test_round_that_contradicts_itself_is_refused(
    phone: Phone, contradiction: dict[str, Any], by: str
) -> None:
    response = phone.record(htmx=by == "htmx", **(ROUND | contradiction))

    assert response.status_code == 422
    assert REFUSED in text(response)
    assert Change.objects.count() == 0


def test_refused_round_has_one_stable_code(phone: Phone) -> None:
    form = RecordForm(
        query(first=["A1", "C1"], second=["A2", "B1"], after="0"), game=phone.game
    )

    assert form.error_list == [(REFUSED, "FIELD_TWICE")]


def test_refused_round_keeps_what_was_ticked(phone: Phone) -> None:
    page = text(phone.record(**ROUND, second=["A2", "B1"], tichu="B2"))

    for name, seat in [("first", "A1"), ("second", "A2"), ("second", "B1"), ("tichu", "B2")]:
        assert f'name="{name}" value="{seat}" checked' in page


def test_several_players_call_in_one_round(phone: Phone) -> None:
    phone.record(**ROUND, tichu=["A1", "B1"], grand=["A2", "B2"])

    (row,) = Game.objects.get().sheet.rows
    assert len(row.round.result.calls) == 4


@pytest.mark.parametrize("contradiction", [{"first": ["A1", "B1"]}, {"seen": ["1", "1"]}])
def test_amendment_that_contradicts_itself_is_refused(
    phone: Phone, contradiction: dict[str, Any]
) -> None:
    phone.record(**ROUND)

    fields = {"seen": "1", "first": "A1", "card_points": "75"} | contradiction
    response = phone.post("rounds/1/", **fields)

    assert (response.status_code, phone.totals()) == (422, (60, 40))
    assert REFUSED in text(response)


@pytest.mark.parametrize("verb", ["undo/", "redo/", "rounds/1/remove/"])
def test_change_by_one_tap_that_contradicts_itself_is_refused(phone: Phone, verb: str) -> None:
    phone.record(**ROUND)

    response = phone.post(verb, number=["1", "2"], seen=["1", "2"])

    assert (response.status_code, phone.totals()) == (422, (60, 40))


@pytest.mark.parametrize("name", ["first", "second", "dealt", "known", "after"])
def test_telling_that_contradicts_itself_is_refused(phone: Phone, name: str) -> None:
    sent: dict[str, Any] = {"first": "A1", "after": "0", "known": "{}"}
    values = {"first": ["A1", "B1"], "second": ["B1", "B2"], "dealt": ["on", "on"]}
    twice = values.get(name) or [sent[name], sent[name]]
    response = phone.post("progress/", htmx=True, **(sent | {name: twice}))

    assert response.status_code == 422
    assert REFUSED in text(response)
    assert phone.in_progress() == RoundInProgress()


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ({"second": "B1"}, "FIRST_OUT_MISSING"),
        ({"third": "B1"}, "FIRST_OUT_MISSING"),
        ({"first": "A1", "third": "B1"}, "OUT_ORDER_TOO_SHORT"),
    ],
)
def test_place_before_which_one_is_missing_is_not_moved_up(
    phone: Phone, places: dict[str, str], code: str
) -> None:
    response = phone.send_progress(htmx=True, **places)

    assert response.status_code == 422
    assert MESSAGES[code] in text(response)
    assert phone.in_progress() == RoundInProgress()


def test_piles_without_the_last_player_are_not_left_out(phone: Phone) -> None:
    response = phone.record(**ROUND, A1="40", B1="20", A2="10", B2="25", hand="5")

    assert response.status_code == 422
    assert MESSAGES["LAST_MISSING"] in text(response)


@pytest.mark.parametrize(
    ("path", "twice"),
    [
        ("progress/count/", {"A": ["5", "10"]}),
        ("progress/count/", {"pile": ["A", "B"], "add": "5"}),
        ("progress/last/", {"last": ["A2", "B2"]}),
        ("progress/last/", {"points_A1": ["20", "40"]}),
    ],
)
def test_count_that_contradicts_itself_is_refused(
    phone: Phone, path: str, twice: dict[str, Any]
) -> None:
    response = phone.post(path, **({"after": "0", "first": "A1"} | twice))

    assert response.status_code == 422
    assert REFUSED in text(response)
    assert phone.in_progress().by_team == CardCount({})


@pytest.mark.parametrize("name", ["note", "bomb_top"])
def test_notes_that_contradict_themselves_are_refused(phone: Phone, name: str) -> None:
    bomb: dict[str, Any] = {"bomb_seat": "A1", "bomb_length": "4", "bomb_top": "9"}
    response = phone.post("progress/notes/", **(bomb | {"after": "0", name: ["9", "10"]}))

    assert response.status_code == 422
    assert not phone.in_progress().notes


@pytest.mark.parametrize("name", ["a1", "target", "tie", "grand"])
def test_new_game_that_contradicts_itself_is_refused(client: Client, name: str) -> None:
    fields: dict[str, Any] = NAMES | AGREED
    response = client.post("/new/", fields | {name: [fields[name], "Dan"]})

    assert response.status_code == 422
    assert REFUSED in text(response)
    assert Game.objects.count() == 0


def test_rematch_with_two_partners_is_not_started(phone: Phone) -> None:
    phone.post("rematch/", partner=["A2", "B1"])

    assert Game.objects.count() == 1


def test_group_that_contradicts_itself_stays_as_it_is(phone: Phone) -> None:
    phone.take_role(Role.OWNER)
    path = f"/g/{phone.group.key}/settings/"
    response = phone.client.post(path, AGREED | {"name": ["Us", "Them"]})

    phone.group.refresh_from_db()
    assert (response.status_code, phone.group.name) == (422, "")
    assert REFUSED in text(response)


def test_join_as_two_people_is_refused(phone: Phone) -> None:
    one, other = list(phone.game.group.players.all())[:2]
    path = f"/j/{phone.group.join_token}/"
    response = Client().post(path, {"player": [one.pk, other.pk]})

    assert response.status_code == 422
    assert REFUSED in text(response)


@pytest.mark.parametrize("form", [StatsFilterForm, EveningForm])
def test_question_to_statistics_that_contradicts_itself_is_refused(
    form: type[StatsFilterForm] | type[EveningForm],
) -> None:
    days = ["2026-03-06", "2026-03-07"]

    assert not form(query(since=days, day=days)).is_valid()


def test_several_are_there_tonight() -> None:
    game = GameFactory.create()
    there = [str(player.pk) for player in game.group.players.all()]

    assert LineupForm(query(tonight="", player=there), group=game.group).is_valid()
    assert not LineupForm(query(tonight=["", ""], player=there), group=game.group).is_valid()


def waited(game: Game, *fields: tuple[str, str], **more: object) -> dict[str, Any]:
    key = str(uuid.uuid4())
    item = {"id": 1, "verb": "record", "key": key, "game": str(game.key), "after": 0}
    return item | {"fields": fields} | more


def carry_out(phone: Phone, told: str) -> Any:
    return phone.client.post("/unsent/", {"text": told, "now": "yes"})


def test_unsent_round_that_contradicts_itself_is_refused(phone: Phone) -> None:
    item = waited(phone.game, ("first", "A1"), ("first", "B1"), ("card_points", "60"))
    told = json.dumps({"tichu-score": "unsent", "items": [item]})

    assert REFUSED in page_text(carry_out(phone, told)).replace("&#x27;", "'")
    assert Change.objects.count() == 0


def test_file_with_a_name_twice_is_refused(phone: Phone) -> None:
    item = waited(phone.game, ("first", "A1"), ("card_points", "60"))
    told = json.dumps({"tichu-score": "unsent", "items": [item]})
    twice = told.replace('"verb": "record"', '"verb": "record", "verb": "amend"')

    assert carry_out(phone, twice).status_code == 422
    assert carry_out(phone, told).status_code == 200


def test_what_a_phone_knew_says_each_thing_once(phone: Phone) -> None:
    GameWriter(phone.game).record(plain(60))
    twice = '{"order": ["A1"], "order": ["B1"]}'
    response = phone.record(**ROUND, known=twice)

    assert response.status_code == 422

"""The pages in the pseudo-language. A text that is still English is in no catalogue, so it
would be English in every language."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Message
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils.translation import override

from rules_ref.loader import reference
from scoring.models import Game, Group, Player, Role, Round
from scoring.presentation.rounds import points_summary, result_summary
from scoring.presentation.unsent_changes import unsent_messages_url
from scoring.rules import (
    BySeat,
    ByTeam,
    Call,
    CallLevel,
    FailedCalls,
    HouseRules,
    RoundResult,
    Seat,
)
from scoring.services.membership import join_group, register_device
from tests.addresses import ROUTES, create_everything, path_of
from tests.factories import double, plain
from tests.fuzz.fields import SUBMISSIONS
from tests.javascript import JavaScript
from tests.messages import mistakes
from tests.pseudo import CODE, accented, english_in, fragments_in, pseudo_language, read_page
from tests.scoring.log_groups import random_group
from tests.server import ROOT

# Texts that are the same in every language: names, and texts that people have typed in these
# tests.
NAMES = {"Tichu Score", "BG Stats", "English", "Pseudo", CODE.upper(), "Ana", "Ida"}
NAMES |= {"Ada", "Ben", "Cleo", "Dora", "Eva", "Finn", "Gil", "Hana"}
NAMES |= {
    "Blind Tichu",
    "BT",
    "iPhone",
    "Android",
    "Spring",
    "Winter",
    "Television",
    "a.csv",
    "games.csv",
}
NAMES |= {"late again", "tired", "note", "as in May", "What a hand", "bomb"}
# A join code has no words.
JOIN_CODE = re.compile(r"\b[A-Z0-9]{4} [A-Z0-9]{4}\b")

VIEW = "scoring/js/offline/view.js"
MESSAGES = re.compile(r'<[^>]*id="messages"[^>]*>')
DATA = re.compile(r'data-([\w-]+)="([^"]*)"')
SENTENCE = re.compile(r'(?<!Error\()["`]([A-Z][\w’]* [a-z][^"`]*[.!?])["`]')

# As in tests/scoring/log_groups.py: games of every format, in every state.
SEED, GAMES = 1, 8


@pytest.fixture
def _pseudo(tmp_path: Path) -> Iterator[None]:
    with pseudo_language(tmp_path):
        yield


def browser(token: object) -> Client:
    client = Client()
    client.cookies["device"] = str(token)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = CODE
    return client


def problems(response: Any, typed: Iterable[str] = ()) -> list[str]:
    """Return the texts of a page with words that are in no message and not in `typed`, and the
    texts that are put together from fragments."""
    if not response.get("Content-Type", "").startswith("text/html"):
        return []
    page = read_page(response.content.decode())
    told = {text for chapter in reference().pages for text in (chapter.title, chapter.about)}
    names = {*NAMES, *told, *Player.objects.values_list("name", flat=True)}
    names |= {*Group.objects.values_list("name", flat=True)}
    names |= {" ".join(each.split()) for each in typed}
    names.discard("")
    english = [text for text in page.texts if english_in(JOIN_CODE.sub("", text), names)]
    return english + [text for text in page.strings if fragments_in(text)]


def camel(name: str) -> str:
    """Return the name of the attribute `data-name` in scripts."""
    return re.sub("-([a-z])", lambda match: match[1].upper(), name)


def submission(name: str, known: Mapping[str, str | int]) -> dict[str, str]:
    """Return a valid submission for this address."""

    def value(match: re.Match[str]) -> str:
        return str(known.get(match[1], "11111111-1111-4111-8111-111111111111"))

    fields = SUBMISSIONS.get(name, {}).items()
    return {field: re.sub(r"\{([\w.]+)\}", value, text) for field, text in fields}


def test_pseudo_message_is_a_translation_that_the_tests_take() -> None:
    source = "Round %(n)s: <b>{name}</b> &amp; 5%% won."
    assert accented(source) == "⟦Ŕöûñð %(n)s: <b>{name}</b> &amp; 5%% ŵöñļöñĝéŕ.⟧"
    assert list(mistakes(Message(source, accented(source)))) == []


@pytest.mark.parametrize(
    ("text", "english"),
    [("⟦Ŕöûñð⟧ 5, {name}, https://a.example/rules", []), ("⟦Ŕöûñð⟧ won by Ada", ["won", "by"])],
)
def test_english_in_a_text_is_what_is_in_no_message(text: str, english: list[str]) -> None:
    assert english_in(text, ["Ada"]) == english


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("⟦Ŵöñ.⟧ ⟦Ŕöûñð⟧ · ⟦Ţîçĥû⟧ Ada, ⟦24 ⟦Ɱâŷ⟧ 2026⟧", 0),
        ("⟦Ida ŵöñ ⟦9 ⟦çĥîþš⟧ ⟦ñöŵ⟧⟧⟧", 0),
        ("⟦Ŕöûñð⟧ ⟦ŵöñ⟧", 1),
        ("⟦Ŕöûñð⟧ won", 1),
        ("the ⟦ŕöûñð⟧", 1),
    ],
)
def test_fragment_is_a_message_beside_another_one_or_words(text: str, found: int) -> None:
    assert len(fragments_in(text)) == found


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("filled", [True, False], ids=["filled", "empty"])
@pytest.mark.usefixtures("_pseudo")
def test_page_of_every_address_has_no_english_and_no_fragments(
    method: str, *, filled: bool
) -> None:
    """This includes the page itself and the answers to a valid and to an empty submission."""
    known = create_everything() | {"language": CODE}
    found = {}
    for name in ROUTES:
        # A new browser for each address, because after some of them a browser no longer sees
        # the group.
        client = browser(known["token"])
        with transaction.atomic():
            data = submission(name, known) if filled else {}
            send = client.get if method == "get" else client.post
            answer = send(path_of(name, known), data, follow=True)
            found[name] = problems(answer, data.values())
            transaction.set_rollback(True)
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.django_db
@pytest.mark.usefixtures("_pseudo")
def test_game_in_any_state_has_no_english_and_no_fragments() -> None:
    group = random_group(SEED, GAMES)
    device, token = register_device("Android")
    join_group(device, group, Role.OWNER)
    client = browser(token)
    found = {}
    for path in paths_of(group):
        found[path] = problems(client.get(path))
    assert {path: texts for path, texts in found.items() if texts} == {}


CALLED = (Call(Seat.A1, CallLevel.GRAND), Call(Seat.B1, CallLevel.TICHU))
ORDER = (Seat.A1, Seat.B2, Seat.A2, Seat.B1)
ROUNDS = [
    double(Seat.A1, *CALLED),
    plain(-25, Seat.B1, *CALLED),
    RoundResult(ORDER, ByTeam(60, 40), CALLED),
]
PLAYERS = BySeat("Ada", "Ben", "Cleo", "Dora")


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize(
    ("function", "summary"),
    [("roundSummary", result_summary), ("pointsSummary", points_summary)],
)
def test_scripts_summarise_an_unsent_round_as_the_server_does(
    function: str, summary: Callable[[RoundResult, BySeat[str], HouseRules], str]
) -> None:
    """With the messages that phones have stored."""
    cases = list(product(ROUNDS, FailedCalls))
    with override(CODE):
        address = unsent_messages_url()
        expected = [
            summary(result, PLAYERS, HouseRules(failed_calls=failed_calls))
            for result, failed_calls in cases
        ]
    messages = MESSAGES.findall(Client().get(address).content.decode())[0]
    dataset = {camel(name): unescape(text) for name, text in DATA.findall(messages)}
    of_page = f"{{messages: {{dataset: {json.dumps(dataset)}}}}}"
    setup = f"var document = {{getElementById: id => ({of_page})[id] ?? null}};"
    view = JavaScript(VIEW, setup=setup)
    said = [
        view.call(
            VIEW,
            function,
            result.to_dict(),
            {"names": list(PLAYERS), "failed_calls": failed_calls},
        )
        for result, failed_calls in cases
    ]
    assert said == expected
    assert [each for each in said if english_in(each, NAMES) or fragments_in(each)] == []


def test_scripts_have_no_sentences_of_their_own() -> None:
    """Except for errors, which nobody reads on a page."""
    found = [
        (path.name, text)
        for path in sorted(ROOT.glob("*/static/*/js/**/*.js"))
        for text in SENTENCE.findall(path.read_text())
    ]
    assert found == []


def paths_of(group: Group) -> Iterator[str]:
    """Yield the addresses of a group, of its games, rounds and players."""
    games = Game.objects.filter(group=group)
    rows: dict[str, list[dict[str, Any]]] = {
        "g/<uuid:key>/": [{"key": group.key}],
        "t/<uuid:key>/": [{"key": game.key} for game in games],
        "t/<uuid:key>/rounds/<int:seq>/": [
            {"key": row.game.key, "seq": row.seq}
            for row in Round.objects.filter(game__in=games).select_related("game")
        ],
        "g/<uuid:key>/stats/p/<int:number>/": [
            {"key": group.key, "number": player.pk} for player in group.players.all()
        ],
    }
    for name, route in ROUTES.items():
        wanted = re.findall(r"<(?:\w+:)?(\w+)>", route)
        for start, known in rows.items():
            if route.startswith(start) and wanted == [*known[0]]:
                yield from (path_of(name, each) for each in known)

"""The file with the messages for unsent changes. Every table page in a language refers to
it."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.presentation.unsent_changes import unsent_messages_url
from scoring.rules import Ending
from tests.factories import GameWriter, Phone

STYLES = re.compile(r'<link rel="stylesheet" href="([^"]+)"')


def address_in(language: str) -> str:
    with override(language):
        return unsent_messages_url()


@pytest.mark.parametrize("language", ["en", "de"])
def test_table_names_the_messages_of_its_language(phone: Phone, language: str) -> None:
    for page in (
        phone.get(**{"Accept-Language": language}),
        phone.client.get(reverse("blank_table"), headers={"Accept-Language": language}),
    ):
        assert f'data-address="{address_in(language)}"' in page.content.decode()


@pytest.mark.parametrize(("language", "word"), [("en", "double win"), ("de", "Doppelsieg")])
def test_address_says_which_language_it_is(client: Client, language: str, word: str) -> None:
    """A page that was loaded before the language was switched requests the file of the former
    language."""
    for requested in ("en", "de"):
        response = client.get(address_in(language), headers={"Accept-Language": requested})
        assert f'data-doubled="{word}"' in response.content.decode()


def test_end_of_an_unsent_game_has_its_styles_before_the_server_has_the_game(
    phone: Phone,
) -> None:
    GameWriter(phone.game).end(Ending.ABANDONED)
    page = phone.get().content.decode()
    _, _, ending = page.partition('<main id="table"')
    messages = phone.client.get(address_in("en")).content.decode()
    assert set(STYLES.findall(ending)) - set(STYLES.findall(messages)) == set()


def test_messages_are_kept_for_good(client: Client) -> None:
    response = client.get(address_in("en"))
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"


def test_messages_of_another_release_lead_to_those_of_now(client: Client) -> None:
    response = client.get("/unsent/000000000000.html", headers={"Accept-Language": "de"})
    assert (response.status_code, response["Location"]) == (302, address_in("de"))
    assert "Cache-Control" not in response


def test_messages_have_the_words_of_rules_of_its_own(client: Client) -> None:
    html = client.get(address_in("en")).content.decode()
    assert "{call} by {name} failed, {points} for the opponents" in html
    assert "one call of each kind per team: keep one" in html

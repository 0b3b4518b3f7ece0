"""Each language that is requested in turn gets its own answer, whatever is cached."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.rules import Seat
from tests.factories import GameWriter, Phone, double, plain
from tests.site.languages import in_language

pytestmark = pytest.mark.django_db


def of_game(address: str) -> Callable[[Phone], str]:
    return lambda phone: f"{phone.url}{address}"


PAGES: dict[str, Callable[[Phone], str]] = {
    "table": of_game(""),
    "board": of_game("board/"),
    "scoreboard": of_game("scoreboard/"),
    "race": of_game("race/"),
    "statistics": lambda phone: reverse("stats", args=[phone.group.key]),
    "pairs": lambda phone: reverse("pair_stats", args=[phone.group.key]),
    "ratings": lambda phone: reverse("rating_stats", args=[phone.group.key]),
    "evening": lambda phone: reverse("evening_stats", args=[phone.group.key]),
    "home": lambda _: "/",
    "blank table": lambda _: reverse("blank_table"),
    "offline page": lambda _: reverse("offline"),
    "settings": lambda _: reverse("device_settings"),
    "rules": lambda _: "/rules/",
    "chapter": lambda _: "/rules/bombs/",
    "practice": lambda _: reverse("practice"),
    "ruling": lambda _: reverse("may_i_play"),
}
GERMAN = re.compile(r"Runde|Regeln|Spiel|Netz|Gerät|Kartenpunkte")


@pytest.mark.parametrize("name", PAGES)
def test_languages_asked_in_turn_get_their_own_answer(phone: Phone, name: str) -> None:
    GameWriter(phone.game).record(plain(60))
    path = PAGES[name](phone)

    answers = [in_language(phone.client, path, each) for each in ("en", "de", "en", "de")]

    texts = [bool(GERMAN.search(each.content.decode())) for each in answers]
    assert texts == [False, True, False, True]


@pytest.mark.parametrize("name", PAGES)
def test_what_a_browser_has_in_one_language_is_no_answer_in_another(
    phone: Phone, name: str
) -> None:
    GameWriter(phone.game).record(plain(60))
    path = PAGES[name](phone)

    tag = in_language(phone.client, path, "en").get("ETag", '"none"')
    response = in_language(phone.client, path, "de", **{"If-None-Match": tag})

    assert response.status_code == 200
    assert response.get("ETag") != tag


@pytest.mark.parametrize("name", PAGES)
def test_page_in_swiss_spelling_is_an_answer_of_its_own(phone: Phone, name: str) -> None:
    GameWriter(phone.game).record(plain(60))
    path = PAGES[name](phone)

    german, swiss = (in_language(phone.client, path, each) for each in ("de", "de-ch"))
    tag = german.get("ETag", '"none"')
    changed = in_language(phone.client, path, "de-ch", **{"If-None-Match": tag})

    assert [changed.status_code, changed.content.decode().count("ß")] == [200, 0]
    assert not re.search("[ß„“]", swiss.content.decode())
    assert GERMAN.search(swiss.content.decode())


def test_picture_is_in_the_language_of_the_person_who_shares_it(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    for _ in range(5):
        writer.record(double(Seat.A1))
    path = f"{phone.url}share.png"

    pictures = [in_language(phone.client, path, each) for each in ("en", "de", "en")]

    assert [each.status_code for each in pictures] == [200, 200, 200]
    english, german, again = (each["ETag"] for each in pictures)
    assert english == again != german


def test_printout_is_in_the_language_of_the_person_who_prints_it(client: Client) -> None:
    path = "/rules/print/score-pad.pdf"

    english, german, again = (in_language(client, path, each) for each in ("en", "de", "en"))

    assert english.status_code == 200
    assert english.content == again.content != german.content


def test_manifest_is_in_the_language_that_its_page_names(client: Client) -> None:
    """Browsers request it without cookies, so its address has the language."""
    page = in_language(client, "/", "de").content.decode()
    address = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert address

    plain = in_language(client, "/manifest.webmanifest", "de").json()
    german = in_language(client, address[1], "en").json()

    assert (plain["lang"], german["lang"]) == ("en", "de")
    assert german["shortcuts"][0]["name"] == "Neues Spiel"


def test_headers_for_shared_caches_name_what_a_page_depends_on(client: Client) -> None:
    response = client.get("/rules/")

    assert response["Cache-Control"] == "public, no-cache"
    assert response["Vary"] == "Accept-Language, Cookie, Accept-Encoding"


def test_text_of_the_reference_is_in_the_language_of_its_page(client: Client) -> None:
    for language, title in (("de", "Bomben"), ("en", "Bombs")):
        page = in_language(client, "/rules/bombs/", language).content.decode()
        main = page.partition("<main")[2].partition("</main>")[0]

        assert f"<h1>{title}</h1>" in main
        assert 'lang="' not in main


def test_facts_of_a_round_do_not_depend_on_the_language(phone: Phone) -> None:
    for language in ("en", "de"):
        phone.client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        last = phone.game.changes.count()
        phone.post("rounds/", after=last, first="A1", card_points="60", tichu="B1")

    one, other = (change.after for change in phone.game.changes.order_by("number"))

    assert one == other


def test_service_worker_is_the_same_script_in_every_language(client: Client) -> None:
    """It caches files of the language in use. Switching the language does not change the
    script."""
    scripts = {in_language(client, "/sw.js", each).content for each in ("en", "de")}

    assert len(scripts) == 1

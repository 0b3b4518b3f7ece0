"""The language of an answer, and the switch to another language."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.languages import resolve_language
from tests.factories import Phone
from tests.site.languages import in_language

pytestmark = pytest.mark.django_db

WRITES_OF = re.compile(r'<html lang="([\w-]+)"')


@pytest.fixture
def phone() -> Phone:
    return Phone(Client())


# Which language


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "de", "de"),
        ("", "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("", "de-CH,de;q=0.9,en;q=0.8", "de-ch"),
        ("de-ch", "de", "de-ch"),
        ("", "xx,de;q=0.5", "de"),
        ("", "xx", "en"),
        ("en", "de", "en"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
        ("../de", "\0", "en"),
    ],
)
def test_choice_comes_before_what_the_browser_asks_for(
    chosen: str, accepted: str, language: str
) -> None:
    assert resolve_language({"language": chosen}, accepted) == language


@pytest.mark.parametrize("name", ["home", "rules", "device_settings", "offline", "language"])
@pytest.mark.parametrize("language", ["en", "de", "de-ch"])
def test_page_names_its_language(client: Client, name: str, language: str) -> None:
    response = in_language(client, reverse(name), language)

    assert WRITES_OF.findall(response.content.decode()) == [language]
    assert response.get("Content-Language", "en") == language


@pytest.mark.parametrize("language", ["en", "de"])
def test_part_of_a_page_names_its_language_in_every_language(
    phone: Phone, language: str
) -> None:
    part = in_language(phone.client, f"{phone.url}board/", language, **{"HX-Request": "true"})

    assert part["Content-Language"] == language


def test_number_of_the_round_is_where_the_language_has_it(phone: Phone) -> None:
    titles = [
        re.findall(r'<h1 class="round-number">(.+?)</h1>', page.content.decode())
        for page in (in_language(phone.client, phone.url, each) for each in ("en", "ko"))
    ]
    assert titles == [
        ['Round <span id="number">1</span>'],
        ['<span id="number">1</span>라운드'],
    ]


def test_page_that_is_missing_is_in_the_language_too(client: Client) -> None:
    page = in_language(client, "/nowhere/", "de").content.decode()

    assert WRITES_OF.findall(page) == ["de"]
    assert "Hier ist nichts" in page


# The switch


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/bombs/", "/device/", "/nowhere/"])
def test_every_page_leads_to_the_switch(client: Client, path: str) -> None:
    assert 'href="/language/"' in client.get(path).content.decode()


def test_table_and_scoreboard_lead_to_the_switch(phone: Phone) -> None:
    for path in ("", "scoreboard/"):
        assert 'href="/language/"' in phone.get(path).content.decode()


def test_switch_leads_back_to_the_page_that_led_there(phone: Phone) -> None:
    page = phone.client.get(
        "/language/", headers={"Referer": f"http://testserver{phone.url}"}
    ).content.decode()
    back = re.search(r'name="next" value="([^"]+)"', page)
    assert back

    response = phone.client.post("/language/", {"language": "de", "next": back[1]})

    assert (response.status_code, response["Location"]) == (
        302,
        f"http://testserver{phone.url}",
    )
    assert response.cookies["language"].value == "de"
    assert 'lang="de"' in phone.get().content.decode()


BROWSER = {"Accept": "text/html,*/*;q=0.8"}


def test_switch_leads_from_a_refused_form_to_the_page_that_has_it(phone: Phone) -> None:
    address = f"{phone.url}rounds/"
    refused = phone.client.post(address, {"after": 0, "first": "A1", "card_points": "3"})
    assert refused.status_code == 422

    response = phone.client.post(
        "/language/", {"language": "de", "next": address}, headers=BROWSER, follow=True
    )

    assert (response.request["PATH_INFO"], response.status_code) == (phone.url, 200)
    assert 'lang="de"' in response.content.decode()


@pytest.mark.parametrize(
    ("form", "page"),
    [
        ("/t/{}/undo/", "/t/{}/"),
        ("/t/{}/adjust/3/remove/", "/t/{}/adjust/"),
    ],
)
def test_address_of_a_form_leads_a_browser_to_the_page_above(
    phone: Phone, form: str, page: str
) -> None:
    form, page = (path.format(phone.game.key) for path in (form, page))
    response = phone.client.get(form, headers=BROWSER)
    assert (response.status_code, response["Location"]) == (302, page)


def test_address_of_a_form_tells_a_program_that_it_takes_forms(phone: Phone) -> None:
    assert phone.client.get(f"{phone.url}undo/").status_code == 405


def test_switch_takes_nobody_to_another_site(client: Client) -> None:
    response = client.post("/language/", {"language": "de", "next": "https://example.org/"})

    assert response["Location"] == "/"


def test_switch_offers_each_language_by_its_own_name(client: Client) -> None:
    page = in_language(client, "/language/", "de").content.decode()

    for code, name in settings.LANGUAGES:
        assert re.search(
            rf'value="{code}"\s+lang="{code}"[^>]*>{re.escape(name)}</button>', page
        )


def test_switch_says_where_nobody_has_checked_the_translation(client: Client) -> None:
    pages = [
        in_language(client, "/language/", each).content.decode() for each in ("en", "de-ch")
    ]

    assert "No native speaker has checked" not in pages[0]
    assert "noch niemand geprüft" in pages[1]


def test_unknown_language_changes_nothing(client: Client) -> None:
    response = client.post("/language/", {"language": "xx", "next": "/rules/"})

    assert response["Location"] == "/rules/"
    assert "language" not in response.cookies


def test_switch_wants_a_form_of_the_site() -> None:
    client = Client(enforce_csrf_checks=True)

    assert client.post("/language/", {"language": "de"}).status_code == 403

"""Pages of the reference whose addresses name a language: /de/rules/bombs/."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_script_prefix, set_script_prefix

from rules_ref.language_addresses import without_language
from rules_ref.loader import languages_by_slug, reference

LANGUAGES = [language for language, _ in settings.LANGUAGES]
HOST = "http://testserver"


@pytest.fixture
def path_prefix() -> Iterator[Callable[[str], None]]:
    """Sets the path of the host under which the site is served."""
    before = get_script_prefix()
    yield set_script_prefix
    set_script_prefix(before)


def get(address: str, *, reads: str = "en", chose: str = "") -> tuple[str, str]:
    """Return the declared language of a page, and the page."""
    client = Client(headers={"accept-language": reads})
    if chose:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = chose
    response = client.get(address)
    assert response.status_code == 200
    return response.get("Content-Language", "en"), response.content.decode()


def alternates(page: str) -> dict[str, str]:
    return dict(re.findall(r'<link rel="alternate" hreflang="(\S+)" href="(\S+)">', page))


def canonical(page: str) -> str:
    return "".join(re.findall(r'<link rel="canonical" href="(\S+)">', page))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["", "disputes/", "bombs/", "glossary/", "first-evening/"])
def test_address_has_its_language_whatever_the_reader_has_chosen(
    path: str, language: str
) -> None:
    told, page = get(f"/{language}/rules/{path}", reads="ko", chose="el")
    assert told == language
    assert f'<html lang="{language}">' in page


def test_address_without_a_language_is_in_the_readers_own() -> None:
    assert get("/rules/bombs/", reads="de")[0] == "de"
    assert get("/rules/bombs/", reads="de", chose="fr")[0] == "fr"


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_that_is_translated_names_its_address_in_every_language(language: str) -> None:
    expected = {each: f"{HOST}/{each}/rules/glossary/" for each in LANGUAGES}
    expected["x-default"] = f"{HOST}/rules/glossary/"
    for address in (f"/{language}/rules/glossary/", "/rules/glossary/"):
        _, page = get(address, reads=language)
        assert alternates(page) == expected
        assert canonical(page) == HOST + address


def test_page_that_is_not_translated_is_no_page_of_that_language() -> None:
    chapter = reference("nl").chapter("bombs")
    assert chapter
    assert "nl" not in chapter.languages
    _, page = get("/nl/rules/bombs/")
    assert "nl" not in alternates(page)
    assert canonical(page) == f"{HOST}/en/rules/bombs/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_of_a_page_are_those_of_its_texts(language: str) -> None:
    texts = reference(language)
    pages = (texts.quick_sheet, *texts.pages)
    assert languages_by_slug(language) == {page.slug: page.languages for page in pages}


@pytest.mark.parametrize("path", ["", "disputes/", "bombs/"])
def test_page_reads_the_texts_of_its_own_language_only(path: str) -> None:
    reference.cache_clear()
    get(f"/de/rules/{path}")
    assert reference.cache_info().currsize == 1


@pytest.mark.parametrize("path", ["play/", "wish-helper/", "search/?q=dog"])
def test_answer_to_a_question_has_no_address_with_a_language(path: str) -> None:
    page = Client().get(f"/rules/{path}").content.decode()
    assert (alternates(page), canonical(page)) == ({}, "")


@pytest.mark.parametrize("address", ["/de/rules/", "/de/rules/bombs/"])
def test_search_engines_may_list_a_page_in_a_language(address: str) -> None:
    assert "X-Robots-Tag" not in Client().get(address)


@pytest.mark.parametrize("address", ["/xx/rules/", "/de/rules/no-such-page/", "/de/t/"])
def test_what_is_no_page_in_a_language_is_not_found(address: str) -> None:
    assert Client().get(address).status_code == 404


def test_who_switches_the_language_on_such_a_page_comes_back_to_it_in_the_new_one() -> None:
    page = Client().get("/language/", headers={"referer": f"{HOST}/de/rules/bombs/"})
    assert f'value="{HOST}/rules/bombs/"' in page.content.decode()


@pytest.mark.parametrize(
    ("prefix", "address"),
    [
        ("/", "http://pi/rules/bombs/"),  # "pi" is a host
        ("/", "http://example.org/xx/rules/"),
        ("/", "http://example.org/t/de/rules/"),
        ("/ts/", "http://example.org/ts/rules/"),
        ("/de/", "http://example.org/de/rules/"),
        ("/", "http://[/rules/"),
    ],
)
def test_address_without_a_language_of_the_site_stays_as_it_is(
    prefix: str, address: str, path_prefix: Callable[[str], None]
) -> None:
    path_prefix(prefix)
    assert without_language(address) == address


@pytest.mark.parametrize("site", ["", "http://de", "https://example.org:8000"])
def test_language_is_taken_out_behind_the_path_of_the_site(
    site: str, path_prefix: Callable[[str], None]
) -> None:
    path_prefix("/de/")
    assert without_language(f"{site}/de/fr/rules/?q=/it/rules/") == (
        f"{site}/de/rules/?q=/it/rules/"
    )

"""The pages of the reference: their content, how rules are found, and their size."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from rules_ref.loader import reference
from rules_ref.reference import Chapter
from tests.rules_ref.weight import ENCODINGS, compressed_size

PAGES = reference().pages
CHAPTERS = [page for page in PAGES if page.rules]
ADDRESSES = ["", "disputes/", "search/", "search/?q=bomb", *(f"{page.slug}/" for page in PAGES)]
STYLES = ["scoring/css/tichu.css", "rules_ref/css/rules.css"]
SEARCH = "rules_ref/css/search.css"
FURTHER_STYLES = {
    "": ["rules_ref/css/quick-sheet.css", SEARCH],
    "search/": [SEARCH],
    "search/?q=bomb": [SEARCH],
}
MOST_BYTES = 14_000

chapters = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.slug)


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return str(response.content.decode())


def test_first_page_has_the_quick_sheet_and_leads_to_every_page(client: Client) -> None:
    html = page(client, "/rules/")
    addresses = [reverse("disputes"), *(reverse("chapter", args=[page.slug]) for page in PAGES)]
    assert reference().quick_sheet.intro in html
    assert [address for address in addresses if f'href="{address}"' not in html] == []


@chapters
def test_chapter_shows_every_rule_under_its_anchor(client: Client, chapter: Chapter) -> None:
    html = page(client, f"/rules/{chapter.slug}/")
    assert re.findall(r'<section id="(.+?)"', html) == [rule.id for rule in chapter.rules]
    assert [rule.html in html for rule in chapter.rules] == [True] * len(chapter.rules)


@pytest.mark.parametrize("chapter", PAGES, ids=lambda chapter: chapter.slug)
def test_entry_is_found_by_its_id_alone(client: Client, chapter: Chapter) -> None:
    found = [client.get(f"/rules/rule/{entry.id}/") for entry in chapter.entries]
    assert [(answer.status_code, answer["Location"]) for answer in found] == [
        (302, f"/rules/{chapter.slug}/#{entry.id}") for entry in chapter.entries
    ]


@pytest.mark.parametrize("chapter", PAGES, ids=lambda chapter: chapter.slug)
def test_signs_are_on_the_page_where_cards_are_drawn(client: Client, chapter: Chapter) -> None:
    html = page(client, f"/rules/{chapter.slug}/")
    assert ('<symbol id="sign-' in html) == ('href="#sign-' in html)


def test_disputes_are_listed_with_their_rulings(client: Client) -> None:
    html = unescape(page(client, "/rules/disputes/"))
    listed = re.findall(r'<a href="(\S+#\S+)"><span>(.+?)</span> <b>(.+?)</b></a>', html)
    assert listed == [
        (f"/rules/{group.slug}/#{rule.id}", rule.title, rule.text[0])
        for group in reference().disputes
        for rule in group.rules
    ]


def test_glossary_shows_every_word_with_its_rule_and_its_german_name(client: Client) -> None:
    html = " ".join(page(client, "/rules/glossary/").split())
    (glossary,) = (page for page in PAGES if page.glossary_terms)
    assert re.findall(r'<div id="(.+?)"', html) == [word.id for word in glossary.glossary_terms]
    stairs = html[html.index('<div id="word-stairs"') :]
    assert '<a href="/rules/combinations/#stairs">Stairs</a>' in stairs
    assert '<span lang="de">Treppe, Paarfolge</span>' in stairs


@chapters
def test_headings_go_down_one_at_a_time(client: Client, chapter: Chapter) -> None:
    levels = re.findall(r"<h(\d)", page(client, f"/rules/{chapter.slug}/"))
    assert levels == ["1"] + ["2"] * len(chapter.rules)


@pytest.mark.parametrize("address", ["rule/no-such-rule/", "no-such-chapter/", "sheet/"])
def test_what_is_not_there_is_404(client: Client, address: str) -> None:
    assert client.get(f"/rules/{address}").status_code == 404


def test_rule_names_its_sources(client: Client) -> None:
    html = " ".join(page(client, "/rules/calls/").split())
    section = html[
        html.index('<section id="one-call-each"') : html.index('id="no-taking-back"')
    ]
    told = ["Sources: Other sources", "Aaron Fuegi (quoted by others)", "tichu-turnier", "A86"]
    assert [text in section for text in told] == [True] * 4


def test_chapter_leads_to_its_neighbours(client: Client) -> None:
    html = page(client, "/rules/deal/")
    around = re.findall(r'rel="(prev|next)" href="(.+?)"', html)
    assert around == [("prev", "/rules/cards/"), ("next", "/rules/tricks/")]


def test_dispute_leads_to_its_neighbours_among_the_disputes(client: Client) -> None:
    html = page(client, "/rules/disputes-tricks/")
    around = re.findall(r'rel="(prev|next)" href="(.+?)"', html)
    assert around == [("next", "/rules/disputes-combinations/")]


@pytest.mark.parametrize(
    "address", ["", "scoring/", "disputes/", "glossary/", "search/?q=dog", "rule/double-win/"]
)
def test_any_cache_may_keep_the_answer(client: Client, address: str) -> None:
    response = client.get(f"/rules/{address}")
    assert response["Cache-Control"] == "public, no-cache"
    assert not response.cookies


def test_page_that_is_known_is_304(client: Client) -> None:
    tag = client.get("/rules/scoring/")["ETag"]
    assert client.get("/rules/scoring/", headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_page_and_its_style_are_light(
    client: Client, encoding: str, language: str, address: str
) -> None:
    styles = [*STYLES, *FURTHER_STYLES.get(address, [])]
    size = compressed_size(client, f"/rules/{address}", styles, encoding, language)
    assert size <= MOST_BYTES


@pytest.mark.django_db
def test_home_leads_to_the_rules(client: Client) -> None:
    assert 'href="/rules/"' in page(client, "/")


@pytest.mark.django_db
def test_home_without_games_leads_to_the_first_evening(client: Client) -> None:
    assert 'href="/rules/first-evening/"' in page(client, "/")


def test_first_page_leads_to_the_practice_round(client: Client) -> None:
    assert 'href="/rules/practice/"' in page(client, "/rules/")

"""The search on the server: the first hits, and the errors that it tolerates."""

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from rules_ref.search import MAX_HITS, SearchResult, index, index_digest, search_entries
from rules_ref.search.language import search_language
from rules_ref.search.tokens import edit_distance

# The languages into which the whole reference is translated.
WHOLE = [code for code, _ in settings.LANGUAGES if code not in settings.PARTLY_TRANSLATED]


def asked(question: str) -> SearchResult:
    return search_entries(index(), question)


def first(question: str) -> str:
    return asked(question).hits[0].id


def page(client: Client, question: str) -> str:
    return str(client.get("/rules/search/", {"q": question}).content.decode())


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Straße STRASSE", ["strass", "strass"]),
        ("passed passing passes pass", ["pass"] * 4),
        ("jokers joker openings opened opener", ["jok", "jok", "open", "open", "open"]),
        ("bigger biggest big winner", ["big", "big", "big", "win"]),
        ("Phönix, Dragon's 10!", ["phonix", "dragon", "s", "10"]),
        ("aces king 666777", ["ace", "king", "666777"]),
        ("한글 Μαγιόνγκς", ["한글", "μαγιονγκσ"]),
    ],
)
def test_words_are_put_plainly(text: str, plain: list[str]) -> None:
    assert search_language("en").tokenize(text) == plain


@pytest.mark.parametrize(
    ("one", "other", "max_typos"),
    [
        ("dog", "dog", 0),
        ("pheonix", "phoenix", 1),
        ("dragn", "dragon", 1),
        ("bombb", "bomb", 1),
        ("fenix", "phoenix", 3),
        ("", "dog", 3),
    ],
)
def test_typos_are_counted(one: str, other: str, max_typos: int) -> None:
    assert (edit_distance(one, other), edit_distance(other, one)) == (max_typos, max_typos)


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("fr", "chein", "chien"),  # not "chain", nor "China"
        ("en", "hnad", "hand"),  # not "head"
        ("en", "dgo", "dog"),  # no other error is tolerated in so short a word
        ("en", "staris", "stairs"),  # not "star"
    ],
)
def test_two_swapped_letters_find_what_the_word_finds(
    language: str, typed: str, meant: str
) -> None:
    with override(language):
        assert first(typed) == first(meant)


def test_title_comes_before_text() -> None:
    titles = [hit.title for hit in asked("clockwise").hits]
    assert titles[0] == "Do we play clockwise?"
    assert "Which way round" in titles


def test_beginning_of_a_word_is_enough() -> None:
    assert first("schupf") == first("schupfen")


def test_what_begins_with_a_word_finds_it() -> None:
    assert [hit.id for hit in asked("bombable").hits] == [hit.id for hit in asked("bomb").hits]


def test_what_people_say_finds_what_the_book_says() -> None:
    assert first("mix the cards") == first("shuffle the cards") == "who-shuffles"


def test_phrase_finds_what_it_means_and_is_one_word() -> None:
    assert asked("have").hits == []
    assert asked("do I have to").terms == {"must"}
    assert asked("full house").terms == {"full", "hous"}


@pytest.mark.parametrize("card", ["dog", "phoenix", "dragon"])
def test_name_of_a_card_finds_the_rules_of_its_chapter_before_advice(card: str) -> None:
    first_hits = [hit.address.partition("#")[0] for hit in asked(card).hits[:3]]
    assert first_hits[0] == f"/rules/{card}/"
    assert "/rules/advice/" not in first_hits


def test_other_name_of_a_word_finds_what_the_word_finds() -> None:
    assert asked("hound on an ace") == asked("dog on an ace")


def test_name_that_is_all_that_is_asked_finds_its_entry_first() -> None:
    assert (first("bomb"), first("bombs against bombs")) == ("bomb", "bomb-order")


def test_entry_comes_later_if_its_keyword_is_not_asked() -> None:
    assert first("ace on phoenix") == "phoenix-single"
    assert first("dragon on an ace on phoenix") == "ask-dragon-on-phoenix"


def test_order_of_words_tells_entries_apart() -> None:
    assert first("phoenix on dragon") == "ask-phoenix-on-dragon"
    assert first("dragon beats phoenix") == "ask-dragon-on-phoenix"


def test_stop_word_tells_entries_apart() -> None:
    assert {hit.id for hit in asked("tichu before the push").hits[:2]} == {
        "ask-tichu-before-push",
        "tichu-and-push",
    }


def test_what_asks_for_advice_finds_advice() -> None:
    assert first("when should I play the Dog") == "advice-dog"
    assert first("when may I play the Dog") == "dog"


def test_german_name_finds_what_the_english_one_finds() -> None:
    assert {hit.id for hit in asked("Hund bombe").hits[:2]} == {"ask-bomb-dog", "dog-no-bomb"}


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("explain the game to beginners", "first-evening"),
        ("practice round", "first-evening"),
        ("strategy", "advice"),
        ("break even", "advice"),
        ("who invented it", "history"),
        ("editions", "history"),
        ("bridge deck", "own-deck"),
        ("6 players", "players"),
        ("championship", "tournaments"),
    ],
)
def test_what_is_no_rule_is_found(question: str, found: str) -> None:
    assert asked(question).hits[0].address.startswith(f"/rules/{found}/")


def test_number_is_taken_at_its_word() -> None:
    assert asked("98").hits == []


@pytest.mark.parametrize("question", ["", "   ", "the", "xyzzyq", "<script>"])
def test_what_says_nothing_finds_nothing(question: str) -> None:
    assert asked(question).hits == []


def test_page_shows_the_hits_with_what_was_meant_marked(client: Client) -> None:
    html = page(client, "bombd dog")
    assert (
        '<a href="/rules/disputes-bombs/#ask-bomb-dog"><small>About bombs</small>'
        "<b>May I <mark>bomb</mark> the <mark>Dog</mark>?</b>"
    ) in html
    assert '<p id="found" class="hint" role="status"' in html
    assert ">8 answers</p>" in html


def test_page_keeps_the_question_and_lets_no_html_in(client: Client) -> None:
    html = page(client, '"><b>dog')
    assert 'value="&quot;&gt;&lt;b&gt;dog"' in html
    assert '"><b>dog' not in html


def test_page_says_that_nothing_was_found(client: Client) -> None:
    assert ">Nothing found. Try one word, such as bomb or wish.</p>" in page(client, "xyzzyq")


def test_page_has_the_sentence_for_every_number_of_hits_in_its_language(
    client: Client,
) -> None:
    html = client.get("/fr/rules/").content.decode()
    assert re.findall(r'data-hits-(\d)="([^"]*)"', html) == [
        ("0", "Rien trouvé. Essaie un seul mot, comme bombe ou souhait."),
        ("1", "1 réponse"),
        *((str(hits), f"{hits} réponses") for hits in range(2, MAX_HITS + 1)),
    ]


def test_page_without_a_question_is_silent(client: Client) -> None:
    html = page(client, "")
    assert '<ol id="hits" class="hits"></ol>' in html
    assert "Nothing found" not in html.split("data-hits-0")[0]


def test_index_is_cached_for_ever_under_an_address_of_its_release_and_language(
    client: Client,
) -> None:
    address = f"/rules/search/{index_digest()}.json"
    assert f'data-index="{address}"' in page(client, "")
    answer = client.get(address)
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.json() == json.loads(json.dumps(index().payload))


def test_address_of_another_release_leads_to_the_present_index(client: Client) -> None:
    answer = client.get("/rules/search/000000000000.json")
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"/rules/search/{index_digest()}.json",
    )
    assert "Cache-Control" not in answer


# The English index has some 10,400 questions; docs/pages.md says what they cost and improve.
@pytest.mark.parametrize(
    ("language", "most"), [(each, 84_000 if each == "en" else 38_000) for each in WHOLE]
)
def test_index_is_small_on_the_wire(client: Client, language: str, most: int) -> None:
    with override(language):
        digest = index_digest()
    answer = client.get(f"/rules/search/{digest}.json", headers={"Accept-Encoding": "br"})
    assert answer["Content-Encoding"] == "br"
    assert len(answer.content) <= most

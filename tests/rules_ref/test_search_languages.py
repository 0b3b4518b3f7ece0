"""The search in each language: how words are compared, and terms of other languages."""

import pytest
from django.conf import settings
from django.utils.translation import override

from rules_ref.loader import reference
from rules_ref.search import index, search_entries
from rules_ref.search.language import parse, search_language
from rules_ref.search.questions import questions
from rules_ref.search.tokens import join_phrases
from tests.rules_ref.questions import NAMES, PHRASES

LANGUAGES = [code for code, _ in settings.LANGUAGES]

KOREAN = parse('endings = "은 는 이 가 을 를"\nmin_stem = 1\nmin_prefix = 2\ncompounds = true')
GREEK = parse('endings = "ες ης ας ος α η ο"')


def found(language: str, question: str) -> list[str]:
    with override(language):
        return [hit.id for hit in search_entries(index(), question).hits]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "term_id"), NAMES.items(), ids=NAMES)
def test_name_in_another_language_finds_what_the_own_one_finds(
    language: str, name: str, term_id: str
) -> None:
    title = next(
        term.title
        for page in reference(language).more
        for term in page.glossary_terms
        if term.id == term_id
    )
    assert found(language, name)[0] in found(language, title)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("phrase", "rule_id"), PHRASES.items(), ids=PHRASES)
def test_phrase_in_another_language_finds_its_rule(
    language: str, phrase: str, rule_id: str
) -> None:
    assert rule_id in found(language, phrase)[:3]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("l’annonce", "les annonces"),
        ("annoncer", "annoncé"),
        ("le Phénix", "phenix"),
        ("qu’une bombe", "bombes"),
        ("la dernière", "le dernier"),
        ("la sœur d’Ève", "soeur eve"),
    ],
)
def test_french_words_are_compared_without_accents_elisions_and_endings(
    one: str, other: str
) -> None:
    french = search_language("fr")
    assert french.content_words(one) == french.content_words(other) != []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("la dichiarazione", "dichiarare"),
        ("dichiarato", "dichiarano"),
        ("le bombe", "una bomba"),
        ("l’avversario", "gli avversari"),
        ("i giochi", "il gioco"),
        ("la parità", "parita"),
    ],
)
def test_italian_words_are_compared_without_accents_elisions_and_endings(
    one: str, other: str
) -> None:
    italian = search_language("it")
    assert italian.content_words(one) == italian.content_words(other) != []


def test_greek_words_are_compared_without_accents_and_final_sigma() -> None:
    assert GREEK.tokenize("ο Δράκος") == GREEK.tokenize("Ο ΔΡΆΚΟΣ") == ["ο", "δρακ"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("τα Σκυλιά", "ο σκύλος"),
        ("οι ρηγάδες", "έναν ρήγα"),
        ("χτυπάω", "χτυπά"),
        ("ΤΗΣ ΒΟΜΒΑΣ", "βόμβες"),
        ("η μπάζα", "τις μπάζες"),
    ],
)
def test_greek_words_are_compared_without_accents_and_endings(one: str, other: str) -> None:
    greek = search_language("el")
    assert greek.content_words(one) == greek.content_words(other) != []


def test_korean_words_are_compared_as_syllables_without_particles() -> None:
    decomposed = "참새"
    assert KOREAN.tokenize("폭탄을 참새가") == ["폭탄", "참새"]
    assert KOREAN.tokenize(decomposed) == ["참새"]


def test_language_without_a_file_has_no_endings_and_no_stop_words() -> None:
    nothing = search_language("xx")
    assert (
        nothing.tokenize("the bombs") == nothing.content_words("the bombs") == ["the", "bombs"]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_of_a_language_is_of_an_entry(language: str) -> None:
    with override(language):
        ids = {entry_id for _, entry_id, *_ in index().payload["entries"]}
    assert set(search_language(language).questions) - ids == set()


def test_every_line_of_an_entry_is_a_question() -> None:
    asked = questions("ko")["double-win"]
    assert (asked[0], len(asked)) == ("원투 점수", 2)


def test_variants_are_one_word() -> None:
    language = parse('endings = "s"\nvariants = "dog: hound mutt"\nsynonyms = "hound: bird"')
    assert language.tokenize("Hounds, a mutt, the dog") == ["dog", "a", "dog", "the", "dog"]
    assert language.meanings == {"dog": ("bird",)}


def test_ignored_word_is_a_stop_word_and_not_indexed() -> None:
    language = parse('stop_words = "on"\nignored_words = "the"')
    assert language.indexed_words("the Dog on the table") == ["dog", "on", "table"]
    assert language.content_words("the Dog on the table") == ["dog", "table"]


def test_other_spelling_has_the_words_of_its_language() -> None:
    assert search_language("de-ch") is search_language("de-ch")
    assert search_language("de-ch") == search_language("de")


def test_synonyms_are_those_that_the_reference_has() -> None:
    language = parse('synonyms = """\nbid gamble: call bet\nfold: pass\n"""')
    assert language.synonyms({"call", "bid"}, {}) == {"bid": ["call"], "gamble": ["call"]}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no cards left over", ["no cards left", "over"]),
        ("no cards", ["no cards"]),
        ("no left", ["no", "left"]),
    ],
)
def test_longest_phrase_is_one_word(text: str, words: list[str]) -> None:
    language = parse('phrases = """\nno cards, no cards left: out\n"""')
    assert join_phrases(language.tokenize(text), language.meanings) == words


def test_what_means_a_name_of_a_glossary_term_means_its_title_too() -> None:
    language = parse('synonyms = """\nhound: hund\nbird: spatz\n"""')
    titles = {"hund": ["dog"], "spatz": ["mah jong"]}
    found = language.synonyms({"hund", "dog", "mah", "jong"}, titles)
    assert found == {"bird": ["mah jong"], "hound": ["hund", "dog"]}


def test_english_stop_words_are_no_words_of_a_text_that_is_not_translated() -> None:
    with override("ko"):
        words = index().payload["words"]
    assert "bomb" in words
    assert {"may", "you", "does"}.isdisjoint(words)


@pytest.mark.parametrize(
    ("compound", "apart"),
    [("Drachenwunsch", "Drache Wunsch"), ("Phönixhund", "Phönix Hund")],
)
def test_german_compound_finds_what_its_parts_find(compound: str, apart: str) -> None:
    with override("de"):
        one, other = (search_entries(index(), each) for each in (compound, apart))
    assert one.hits == other.hits != []


def test_english_words_are_not_taken_apart() -> None:
    assert search_entries(index(), "bombdog") == search_entries(index(), "bomb")

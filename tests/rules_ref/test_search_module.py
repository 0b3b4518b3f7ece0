"""The browser's own search of the rules: that it finds what the server finds."""

import pytest
from django.conf import settings
from django.utils.translation import override

from rules_ref.search import index, search_entries
from tests.javascript import JavaScript
from tests.rules_ref.test_search import JUDGED, LEARNT, NEW, QUESTIONS
from tests.rules_ref.test_search_languages import NAMES, PHRASES
from tests.rules_ref.test_search_tokens import TERMS

SEARCH = "rules_ref/js/search.js"
# The module draws hits too, which nobody looks at here: all that it wants of a page is there.
PAGE = """const anything = new Proxy(() => {}, {
  get: () => anything, set: () => true, apply: () => anything });
globalThis.document = anything;"""
FIND = f"""({{ "{SEARCH}": {{ find }} }}, index, questions) => questions.map((question) => {{
  const {{ hits, terms }} = find(index, question);
  return [hits, [...terms].sort()];
}})"""

# Further ways of asking, so that both rankings go through every turn that they have.
MORE_QUESTIONS = ["", "the", "straigth", "phönx dog", "1", "10", "99", "Straße ß", "참새", "q"]
MORE_QUESTIONS += ["Drachenwunsch", "Straßenbombenwunsch", "l’annonce", "œuvre", "ΔΡΆΚΟΣ"]
CARDS_AND_SCORES = [
    "9999",
    "7 7 7 phoenix",
    "q k a 2 3",
    "KKK22",
    "4455 66",
    "1020 to 1055",
    "1000 all 1000",
    "10 j q k",
    "777 888",
]


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_browser_finds_what_the_server_finds_in_the_same_order(language: str) -> None:
    typed = [
        each["question"][:letters]
        for each in QUESTIONS
        for letters in range(len(each["question"]), 0, -3)
    ]
    whole = [each["question"] for each in LEARNT + JUDGED + NEW]
    questions = [*typed, *whole, *TERMS, *MORE_QUESTIONS, *CARDS_AND_SCORES, *NAMES, *PHRASES]
    with override(language):
        payload = index().payload

    found = JavaScript(SEARCH, setup=PAGE).run(FIND, payload, questions)

    expected = [search_entries(payload, question) for question in questions]
    assert found == [
        [
            [
                {
                    "id": hit.id,
                    "title": hit.title,
                    "text": hit.text,
                    "language": hit.language,
                    "page": hit.page,
                    "pageLanguage": hit.page_language,
                    "address": hit.address,
                }
                for hit in each.hits
            ],
            sorted(each.terms),
        ]
        for each in expected
    ]

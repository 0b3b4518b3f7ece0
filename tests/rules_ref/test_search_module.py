"""The search of the rules in the browser has the same hits as that on the server."""

import pytest
from django.conf import settings
from django.utils.translation import override

from rules_ref.search import index, search_entries
from tests.javascript import JavaScript
from tests.rules_ref.questions import NAMES, PHRASES, TERMS, training_set

RANKING = "rules_ref/js/search/ranking.js"
FIND = f"""({{ "{RANKING}": {{ read, searchEntries }} }}, payload, questions) => {{
  // Safari before 18.4 has none of the methods of iterators, such as map.
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  for (const name of ["map", "filter", "flatMap", "find"]) delete iterators[name];
  const index = read(payload);
  payload.phrases.forEach((packed, entry) => index.postings.add(packed, entry));
  return questions.map((question) => {{
    const {{ hits, terms }} = searchEntries(index, question);
    return [hits, [...terms].sort()];
  }});
}}"""

# Further questions, so that every branch of both rankings is executed.
MORE_QUESTIONS = [
    "",
    "the",
    "straigth",
    "phönx dog",
    "dgo",
    "wrapraound",
    "1",
    "10",
    "99",
    "Straße ß",
    "참새",
    "q",
]
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
    whole = [each["question"] for each in training_set()[:300]]
    typed = [each[:letters] for each in whole[:60] for letters in range(len(each), 0, -3)]
    more = [*TERMS, *MORE_QUESTIONS, *CARDS_AND_SCORES, *NAMES, *PHRASES]
    questions = list(dict.fromkeys([*typed, *whole, *more]))
    with override(language):
        built = index()

    found = JavaScript(RANKING).run(FIND, built.payload, questions)

    expected = [search_entries(built, question) for question in questions]
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

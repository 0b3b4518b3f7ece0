"""The hit rates of the search for questions of people: the first hit, and the first three
hits."""

from collections.abc import Iterable

import pytest
from django.utils.translation import override

from rules_ref.search import index
from rules_ref.search.language import search_language
from tests.rules_ref.questions import (
    HitCounts,
    Question,
    count_hits,
    evaluation_set,
    indexed_phrases,
    training_set,
)

# For each language the size of the evaluation set, and how many of its questions must have an
# answer.
EVALUATION = {
    "en": (119, HitCounts(at_1=101, at_3=116)),
    "de": (26, HitCounts(at_1=25, at_3=26)),
    "el": (6, HitCounts(at_1=5, at_3=6)),
    "fr": (24, HitCounts(at_1=22, at_3=24)),
    "it": (8, HitCounts(at_1=7, at_3=8)),
    "ko": (9, HitCounts(at_1=7, at_3=9)),
    "nl": (6, HitCounts(at_1=5, at_3=6)),
}
# The same for the training set.
TRAINING = {
    "en": (2420, HitCounts(at_1=2391, at_3=2414)),
    "de": (243, HitCounts(at_1=231, at_3=243)),
    "el": (17, HitCounts(at_1=17, at_3=17)),
    "fr": (98, HitCounts(at_1=94, at_3=97)),
    "it": (17, HitCounts(at_1=17, at_3=17)),
    "ko": (14, HitCounts(at_1=14, at_3=14)),
    "nl": (18, HitCounts(at_1=18, at_3=18)),
}


@pytest.mark.parametrize(("language", "bound"), EVALUATION.items(), ids=EVALUATION)
def test_search_finds_answers_to_questions_that_it_was_not_tuned_by(
    language: str, bound: tuple[int, HitCounts]
) -> None:
    expect_hits(evaluation_set(language), language, *bound)


@pytest.mark.parametrize(("language", "bound"), TRAINING.items(), ids=TRAINING)
def test_search_finds_answers_to_questions_that_it_was_tuned_by(
    language: str, bound: tuple[int, HitCounts]
) -> None:
    expect_hits(training_set(language), language, *bound)


def expect_hits(
    questions: list[Question], language: str, number: int, fewest: HitCounts
) -> None:
    """Check the number of questions in this language, and the least numbers of those that have
    an answer."""
    with override(language):
        hits = count_hits(questions)
    print(f"\nOf {len(questions)} in {language}: {hits.at_1} first, {hits.at_3} among three.")
    assert len(questions) == number
    assert hits.at_1 >= fewest.at_1
    assert hits.at_3 >= fewest.at_3


@pytest.mark.parametrize("language", EVALUATION)
def test_no_question_of_the_evaluation_set_is_in_the_training_set(language: str) -> None:
    training = [each["question"] for each in training_set(language)]
    assert _alike(evaluation_set(language), training, language) == []


@pytest.mark.parametrize("language", EVALUATION)
def test_no_question_of_the_evaluation_set_is_in_the_index(language: str) -> None:
    assert _alike(evaluation_set(language), indexed_phrases(language), language) == []


def _alike(questions: list[Question], phrases: Iterable[str], language: str) -> list[str]:
    """Return the questions that consist, for the search, of the words of a phrase in the same
    order."""
    words = search_language(language).indexed_words
    known = {tuple(words(phrase)) for phrase in phrases}
    return [each["question"] for each in questions if tuple(words(each["question"])) in known]


@pytest.mark.parametrize("language", EVALUATION)
def test_every_answer_is_an_entry(language: str) -> None:
    with override(language):
        ids = {entry_id for _, entry_id, *_ in index().payload["entries"]}
    questions = training_set(language) + evaluation_set(language)
    assert {answer for each in questions for answer in each["answers"]} - ids == set()

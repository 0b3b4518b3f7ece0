"""The catalogues of the languages are complete, up to date and compiled."""

import pytest
from babel.messages import Message
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from rules_ref.spelling import base_language
from tests.messages import LANGUAGES, breaking_spaces, collect, mistakes, problems


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_is_whole_and_that_of_the_sources(language: str) -> None:
    """If this fails, run `make messages`, and translate the messages that it lists."""
    assert problems(language) == []


def test_messages_have_typographic_apostrophes() -> None:
    assert [text for text, *_ in collect() if "'" in text] == []


def test_language_is_offered_only_with_a_catalogue_that_is_checked() -> None:
    offered = {base_language(code) for code, _name in settings.LANGUAGES}
    assert offered == {"en", *LANGUAGES}


def test_compiled_catalogue_is_used() -> None:
    with override("de"):
        assert _("Double win") == "Doppelsieg"
        assert _("Grand Tichu") == "Großes Tichu"


def test_catalogue_in_another_spelling_is_compiled_from_the_same_texts() -> None:
    with override("de-ch"):
        assert _("Double win") == "Doppelsieg"
        assert _("Grand Tichu") == "Grosses Tichu"


@pytest.mark.parametrize(
    ("source", "translation", "mistake"),
    [
        ("Round", "", "not translated"),
        ("Round %(number)s", "Runde %(nummer)s", "other placeholders"),
        ("Round {n}", "Runde", "other placeholders"),
        ("%(number)s%%", "%(number)s", "other placeholders"),
        ("After <b>you</b>", "Nach <i>dir</i>", "other markup"),
        ("A note", "Eine <script>", "other markup"),
        ("The last", 'Der "Letzte"', "a quote that would end an attribute"),
        ("The last", "Der Letzte's", "a quote that would end an attribute"),
        (("%(n)s game", "%(n)s games"), ("%(n)s Spiel", "Spiele"), "other placeholders"),
        (("%(n)s game", "%(n)s games"), ("%(n)s Spiel", ""), "not translated"),
    ],
)
def test_mistake_of_a_translation_is_found(
    source: str | tuple[str, str], translation: str | tuple[str, str], mistake: str
) -> None:
    found = list(mistakes(Message(source, translation)))
    assert [each.split(":")[0] for each in found] == [mistake]


def test_fuzzy_translation_is_found() -> None:
    found = list(mistakes(Message("Round", "Runde", flags=["fuzzy"])))
    assert found == ["fuzzy: 'Round'"]


def test_number_may_be_a_word_in_the_form_for_one() -> None:
    message = Message(
        ("The wish, and one way.", "The wish, and %(n)s ways."),
        ("Der Wunsch, und ein Weg.", "Der Wunsch, und %(n)s Wege."),
    )
    assert list(mistakes(message)) == []


def test_french_mark_that_may_begin_a_line_is_found() -> None:
    assert breaking_spaces(Message("Round: %(n)s", "Manche : %(n)s")) == [
        "a mark that may begin a line: 'Manche : %(n)s'"
    ]
    assert breaking_spaces(Message("Round: %(n)s", "Manche\N{NO-BREAK SPACE}: %(n)s")) == []

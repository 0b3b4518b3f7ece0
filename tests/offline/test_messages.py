"""The messages of scripts in every language, compared with those of the server."""

import json

import pytest
from django.conf import settings
from django.utils.translation import ngettext, override

from scoring.presentation.messages import plural_forms
from tests.javascript import JavaScript

TRANSLATIONS = "scoring/js/offline/translations.js"
NUMBERS = (*range(330), 1000, 1001, 1_000_000)


@pytest.mark.parametrize("language", [language for language, _ in settings.LANGUAGES])
def test_count_takes_the_form_that_the_catalogue_has_for_it(language: str) -> None:
    def sentence(number: int) -> str:
        return ngettext("{n} round", "{n} rounds", number)

    with override(language):
        forms = plural_forms()
        messages = {
            f"rounds-{form}": sentence(example) for form, example in enumerate(forms.examples)
        }
        expected = [sentence(number).replace("{n}", str(number)) for number in NUMBERS]
    dataset = json.dumps({"plurals": forms.rule, **messages})
    scripts = JavaScript(
        TRANSLATIONS,
        setup=f"const document = {{ getElementById: () => ({{ dataset: {dataset} }}) }};",
    )
    assert [scripts.call(TRANSLATIONS, "sayCount", "rounds", n) for n in NUMBERS] == expected


def test_french_counts_nothing_in_the_singular() -> None:
    """Unlike in English, this depends on the plural rule of the language, and not on whether
    the number is 1."""
    with override("fr"):
        french = plural_forms()
    assert (french.rule, french.examples) == ("001", (0, 2))
    with override("en"):
        assert plural_forms().rule == "010"

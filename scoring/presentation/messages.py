"""Messages that both the server and the scripts use: the text is the same for both."""

import re
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

_PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def script_message(message: str) -> str:
    """Return the translated message for a script. It has placeholders `{name}` in place of
    `%(name)s` of Python."""
    return _PLACEHOLDER.sub(r"{\1}", _(message))


@dataclass(frozen=True)
class PluralForms:
    """The plural forms of a language, numbered in the order of their first appearance if one
    counts from 0. `rule` contains a digit for each number from 0 to 199, which is its form;
    trailing repetitions are cut off. `examples` contains, for each form, the first number that
    has it."""

    rule: str
    examples: tuple[int, ...]


def plural_forms() -> PluralForms:
    """Return the plural forms of the active language, for scripts. Catalogues contain the rule
    as a formula, which is evaluated here. In all languages, the form depends only on the last
    two digits."""
    return _plural_forms(get_language() or settings.LANGUAGE_CODE)


@cache
def _plural_forms(language: str) -> PluralForms:
    with override(language):
        texts = [ngettext("{n} round", "{n} rounds", number) for number in range(200)]
    forms = list(dict.fromkeys(texts))
    rule = "".join(str(forms.index(text)) for text in texts)
    return PluralForms(
        rule.rstrip(rule[-1]) + rule[-1], tuple(texts.index(form) for form in forms)
    )

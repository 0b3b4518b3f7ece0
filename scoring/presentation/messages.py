"""Messages that the server and the scripts say alike: one text for both."""

import re
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

_PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def script_message(message: str) -> str:
    """The translated message for a script, which fills in `{name}` where Python fills in
    `%(name)s`."""
    return _PLACEHOLDER.sub(r"{\1}", _(message))


@dataclass(frozen=True)
class PluralForms:
    """The plural forms of a language, numbered in the order in which they appear as one counts
    from 0. `rule` has for each number from 0 to 199 the digit of its form, with trailing
    repeats cut off; `examples` has for each form the first number that takes it."""

    rule: str
    examples: tuple[int, ...]


def plural_forms() -> PluralForms:
    """The plural forms of the active language, for scripts: its catalogue has the rule as a
    formula. No language has one that depends on more than the last two digits."""
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

"""The catalogues of the languages: collected from the sources, completed by people, compiled.

Run as `python -m tests.messages`, it updates every catalogue from the sources, compiles it, and
lists the messages that are not translated yet; see docs/translating.md. `make test` calls
`problems`. This module does not need the gettext tools.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

from rules_ref.spelling import SPELLINGS, respell
from tests.server import ROOT

LOCALE = ROOT / "locale"
LANGUAGES = sorted(path.parent.parent.name for path in LOCALE.glob("*/*/django.po"))
PACKAGES = ("rules_ref", "rulings", "scoring", "tichu_score")
LAZY = ("gettext", "ngettext", "pgettext", "npgettext")
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    **{f"{name}_lazy": DEFAULT_KEYWORDS[name] for name in LAZY},
    "gettext_noop": None,
}
HEADER = "# The messages of Tichu Score; docs/translating.md tells how to mend one."

_TEXT = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_CALL = re.compile(rf"\b(_|n?p?gettext)\(\s*u?({_TEXT}(?:\s*,\s*u?{_TEXT})*)", re.DOTALL)
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[%sd]|\{\w*\}")
_MARKUP = re.compile(r"<[^<>]*>|&\w+;")
# In French a punctuation mark follows a no-break space, or a narrow one.
_BREAKING_SPACE = re.compile(r" [:;!?»]|« ")
KEPT = re.compile(f"({_PLACEHOLDER.pattern}|{_MARKUP.pattern})")  # the same in every language

Found = tuple[str, str | None, str | None, str]  # id, plural, context, file


def main() -> None:
    missing = 0
    for language in LANGUAGES:
        catalog = update(language)
        write(language, catalog)
        todo = [message for message in catalog if message.id and not is_translated(message)]
        for message in todo:
            print(f"{language}: {message.id!r}")
        missing += len(todo)
    print(f"{missing} messages are left to translate." if missing else "All is translated.")
    sys.exit(bool(missing))


@cache
def collect() -> tuple[Found, ...]:
    """Return every message of the sources, in the order of their files."""
    return (*_of_templates(), *_of_python())


def _of_templates() -> Iterator[Found]:
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.is_file():
            name = str(path.relative_to(ROOT))
            source = templatize(path.read_text(), origin=name)
            for function, texts in _CALL.findall(source):
                found = ast.literal_eval(f"({texts.replace(chr(10), ' ')},)")
                context = found[0] if "p" in function else None
                text, *plural = found[1:] if context else found
                yield text, plural[0] if plural else None, context, name


def _of_python() -> Iterator[Found]:
    for path in sorted(each for name in PACKAGES for each in (ROOT / name).rglob("*.py")):
        name = str(path.relative_to(ROOT))
        with path.open("rb") as file:
            for _, texts, _, context in extract("python", file, KEYWORDS):
                text, plural = texts if isinstance(texts, tuple) else (texts, None)
                yield text, plural, context, name


def template() -> Catalog:
    """Return a catalogue of the messages of the sources, without translations. A message that
    is used both with and without a plural form has one entry with the plural form."""
    catalog = Catalog(fuzzy=False)
    for text, plural, context, name in collect():
        ids = (text, plural) if plural else text
        catalog.add(ids, context=context, locations=[(name, 0)])
    return catalog


def path_of(language: str, suffix: str) -> Path:
    return LOCALE / to_locale(language) / "LC_MESSAGES" / f"django.{suffix}"


def read(language: str) -> Catalog:
    with path_of(language, "po").open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> Catalog:
    """Return the catalogue of this language with exactly the messages of the sources."""
    catalog = read(language)
    catalog.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    catalog.header_comment = HEADER
    return catalog


def write(language: str, catalog: Catalog) -> None:
    with path_of(language, "po").open("wb") as file:
        write_po(file, catalog, width=100, include_lineno=False)
    for name, content in compiled_files(language).items():
        path_of(name, "mo").parent.mkdir(parents=True, exist_ok=True)
        path_of(name, "mo").write_bytes(content)


def compiled_files(language: str) -> dict[str, bytes]:
    """Return the compiled catalogue of a language, and those of its variants with another
    spelling."""
    names = [
        language,
        *(name for name, spelling in SPELLINGS.items() if spelling.of == language),
    ]
    return {name: compiled(respelled(read(language), name)) for name in names}


def respelled(catalog: Catalog, language: str) -> Catalog:
    for message in catalog:
        if message.id:
            texts = tuple(respell(text, language) for text in texts_of(message.string))
            message.string = texts if message.pluralizable else texts[0]
    return catalog


def compiled(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def is_translated(message: Message) -> bool:
    return all(texts_of(message.string)) and not message.fuzzy


def texts_of(strings: str | Iterable[str] | None) -> tuple[str, ...]:
    if strings is None or isinstance(strings, str):
        return (strings or "",)
    return tuple(strings)


def problems(language: str) -> list[str]:
    """Return the errors of a catalogue.

    A message is an error if it differs from the sources, is missing, fuzzy or unused, or has
    other placeholders or markup than its source. A catalogue that is not compiled is an error
    too.
    """
    catalog = read(language)
    wanted = {(each.id, each.context) for each in template() if each.id}
    there = {(each.id, each.context) for each in catalog if each.id}
    found = [f"missing: {text!r}" for text, _ in sorted(wanted - there, key=str)]
    found += [f"unused: {text!r}" for text, _ in sorted(there - wanted, key=str)]
    found += [f"unused: {each.id!r}" for each in catalog.obsolete.values()]
    for message in catalog:
        if message.id:
            found += mistakes(message)
            found += breaking_spaces(message) if language == "fr" else []
    for name, content in compiled_files(language).items():
        path = path_of(name, "mo")
        if not path.exists() or path.read_bytes() != content:
            found.append(f"not compiled: {name}: run `make messages`")
    return found


def mistakes(message: Message) -> Iterator[str]:
    """Yield the errors of a translation."""
    if message.fuzzy:
        yield f"fuzzy: {message.id!r}"
    if not all(texts_of(message.string)):
        yield f"not translated: {message.id!r}"
        return
    sources = texts_of(message.id)
    for text in texts_of(message.string):
        # The singular form may have the number as a word, so it may match either form of the
        # source.
        if not any(_alike(_PLACEHOLDER, text, source) for source in sources):
            yield f"other placeholders: {text!r}"
        if not any(_alike(_MARKUP, text, source) for source in sources):
            yield f"other markup: {text!r}"
        if any(mark in text and mark not in "".join(sources) for mark in "\"'"):
            yield f"a quote that would end an attribute: {text!r}"
        if not all(text.startswith("\n") == source.startswith("\n") for source in sources):
            yield f"other line breaks: {text!r}"


def breaking_spaces(message: Message) -> list[str]:
    return [
        f"a mark that may begin a line: {text!r}"
        for text in texts_of(message.string)
        if _BREAKING_SPACE.search(text)
    ]


def _alike(pattern: re.Pattern[str], text: str, source: str) -> bool:
    return sorted(pattern.findall(text)) == sorted(pattern.findall(source))


if __name__ == "__main__":
    main()

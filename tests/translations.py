"""The translations of the reference: what is not up to date, and what is said to be.

Run as `python -m tests.translations de` it lists what of the German text is missing, or was
changed in English since; with names of that list behind it (or `all`), it writes down that they
say what the English text says now. docs/translating.md tells how.
"""

import os
import re
import sys
from collections.abc import Container, Iterator
from pathlib import Path

from django.conf import settings

from rules_ref.content_file import ContentFile
from rules_ref.translation import (
    TEXT_LANGUAGE,
    entry_fingerprint,
    head_fingerprint,
    translated_files,
)
from tests.server import ROOT

CONTENT = ROOT / "rules_ref/content"
_OF = re.compile(r"^of: [^;\n]*", re.MULTILINE)


# What is translated first: the files of which nothing may be missing in any language.
REQUIRED_FILES = ("sheet", "glossary")


def main(language: str, *names: str) -> None:
    english, translations = CONTENT / TEXT_LANGUAGE, CONTENT / language
    if names:
        accept(
            english,
            translations,
            set(outdated(english, translations)) if "all" in names else names,
        )
    left = list(outdated(english, translations))
    print("\n".join(left) or "All is translated.")
    sys.exit(any(is_required(name, language) for name in left))


def outdated(english: Path, translations: Path) -> Iterator[str]:
    """Yield what is not translated, or was changed in English since: `file` for a head and what
    stands below it, `file#id` for an entry."""
    for file in translated_files(english, translations):
        if file.head_language == TEXT_LANGUAGE:
            yield file.slug
        yield from (f"{file.slug}#{each}" for each in file.ids if each not in file.translated)


def is_required(name: str, language: str) -> bool:
    """Whether this part of the reference, by a name as of `outdated`, must be there in a
    language that is offered: in one of PARTLY_TRANSLATED the others are shown in English."""
    partly = language in settings.PARTLY_TRANSLATED
    return not partly or name.partition("#")[0] in REQUIRED_FILES


def accept(english: Path, translations: Path, names: Container[str]) -> None:
    """Write into the translations that these parts of them, by names as of `outdated`, say what
    the English text says now."""
    for path in sorted(translations.glob("*.md")):
        source = ContentFile.read(english / path.name)
        now = {f"{source.slug}#{each.id}": entry_fingerprint(each) for each in source.entries}
        now[source.slug] = head_fingerprint(source)
        # A head and each entry have one such line, in this order.
        parts = [source.slug, *(f"{source.slug}#{each}" for each in ContentFile.read(path).ids)]
        text = path.read_text(encoding="utf-8")
        lines = list(_OF.finditer(text))
        for name, line in reversed(list(zip(parts, lines, strict=True))):
            if name in names:
                text = f"{text[: line.start()]}of: {now[name]}{text[line.end() :]}"
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_score.settings")
    main(*sys.argv[1:])

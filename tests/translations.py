"""The translations of the reference: finds the parts that are not up to date, and marks parts
as up to date.

`python -m tests.translations de` lists the parts of the German text that are missing, or that
were changed in English since they were translated. With names of that list as further arguments
(or `all`), it marks these parts as translations of the present English text; see
docs/translating.md.
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


# These files are translated first. In no language that is offered may a part of them be
# missing.
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
    """Yield what is not translated, or was changed in English since it was translated: `file`
    for the head of a file and the text above its first entry, `file#id` for an entry."""
    for file in translated_files(english, translations):
        if file.head_language == TEXT_LANGUAGE:
            yield file.slug
        yield from (f"{file.slug}#{each}" for each in file.ids if each not in file.translated)


def is_required(name: str, language: str) -> bool:
    """Return whether this part of the reference, named as `outdated` names it, must be
    translated in this language. In a language of PARTLY_TRANSLATED the other parts are shown in
    English."""
    partly = language in settings.PARTLY_TRANSLATED
    return not partly or name.partition("#")[0] in REQUIRED_FILES


def accept(english: Path, translations: Path, names: Container[str]) -> None:
    """Write into the translations that these parts, named as `outdated` names them, correspond
    to the present English text."""
    for path in sorted(translations.glob("*.md")):
        source = ContentFile.read(english / path.name)
        now = {f"{source.slug}#{each.id}": entry_fingerprint(each) for each in source.entries}
        now[source.slug] = head_fingerprint(source)
        # The head and each entry have one such line, in this order.
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

"""Translations of the reference: files beside the English ones, entry by entry.

A translation contains `title`, `about` and `keywords` of the head, the text, and the entries of
its English file. An entry has the same id, and a title, a text and other names (`also`).
Everything else is written only once, in the English file. `of` is a fingerprint of the English
text that was translated. If the English text has changed since, or if there is no translation,
the English text is shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from rules_ref.content_file import ContentFile, WrittenEntry, split_list
from rules_ref.errors import ContentError
from rules_ref.spelling import base_language, respell

# The language in which the reference is written.
TEXT_LANGUAGE = "en"

_FINGERPRINT_LENGTH = 8
_HEAD = ("title", "about", "keywords")  # the fields of a head that are translated


@dataclass(frozen=True)
class TranslatedFile(ContentFile):
    """A file of the reference with its translations.

    `head_language` is the language of the head and of the text before the first entry.
    `translated` are the ids of the entries that are in `language`. The other entries are in
    English.
    """

    language: str
    head_language: str
    translated: frozenset[str]

    def language_of(self, entry: WrittenEntry) -> str:
        return self.language if entry.id in self.translated else TEXT_LANGUAGE

    @property
    def languages(self) -> set[str]:
        """The languages of all its texts: more than one if it is translated only in part."""
        return {self.head_language, *map(self.language_of, self.entries)}


def translated_files(
    folder: Path, translations: Path, language: str = ""
) -> list[TranslatedFile]:
    """Return the files of a folder with the translations of the folder `translations`.

    That folder may be `folder` itself, or may not exist. `language` is the language of the
    result; without it, it is the name of the folder of the translations. Raises ContentError
    for a translation whose file or entry does not exist in English, or that has no fingerprint
    or no complete head.
    """
    files = _read(folder)
    if translations == folder:
        return [_untranslated(file, TEXT_LANGUAGE) for file in files.values()]
    language = language or translations.name
    found = _read(translations, language)
    if strangers := found.keys() - files.keys():
        raise ContentError(f"{min(strangers)}: there is no file of that name in English")
    return [
        _translated(file, found[slug], language)
        if slug in found
        else _untranslated(file, language)
        for slug, file in files.items()
    ]


def head_fingerprint(file: ContentFile) -> str:
    """Return the value of `of` for a translation of the head and of the text above the first
    entry."""
    return _fingerprint(file.head["title"], file.head["about"], file.intro)


def entry_fingerprint(entry: WrittenEntry) -> str:
    """Return the value of `of` for a translation of the entry."""
    return _fingerprint(entry.title, entry.body)


def _read(folder: Path, language: str = TEXT_LANGUAGE) -> dict[str, ContentFile]:
    return {
        path.stem: ContentFile.read(path, lambda text: respell(text, language))
        for path in sorted(folder.glob("*.md"))
    }


def _untranslated(file: ContentFile, language: str) -> TranslatedFile:
    return TranslatedFile(
        file.slug, file.head, file.intro, file.entries, language, TEXT_LANGUAGE, frozenset()
    )


def _translated(file: ContentFile, found: ContentFile, language: str) -> TranslatedFile:
    if strangers := set(found.ids) - set(file.ids):
        raise ContentError(f"{file.slug}: {min(strangers)}: there is no such entry in English")
    for entry in found.entries:
        _require(entry.basis, "of", where=f"{file.slug}: {entry.id}")
    _require(found.head, "of", *_HEAD, where=f"{file.slug}: head")
    by_id = {entry.id: entry for entry in found.entries}
    fresh = {
        entry.id
        for entry in file.entries
        if entry.id in by_id and by_id[entry.id].basis["of"] == entry_fingerprint(entry)
    }
    whole = replace(
        _untranslated(file, language),
        entries=tuple(
            _in_language(entry, by_id[entry.id], language) if entry.id in fresh else entry
            for entry in file.entries
        ),
        translated=frozenset(fresh),
    )
    if found.head["of"] != head_fingerprint(file):
        return whole
    head = {name: found.head[name] for name in _HEAD}
    return replace(whole, head=file.head | head, intro=found.intro, head_language=language)


def _require(fields: Mapping[str, str], *names: str, where: str) -> None:
    for name in names:
        if name not in fields:
            raise ContentError(f"{where}: {name!r} is missing")


def _in_language(entry: WrittenEntry, found: WrittenEntry, language: str) -> WrittenEntry:
    basis = entry.basis | {"also": found.basis.get("also", "")}
    if "rule" in basis:
        basis = _glossary_basis(entry, found, language)
    return WrittenEntry(entry.id, found.title, basis, found.body)


def _glossary_basis(entry: WrittenEntry, found: WrittenEntry, language: str) -> dict[str, str]:
    """Return the basis of a translated glossary term. Its English names are added to the names
    in other languages. Its names in this language become its own aliases, without duplicates,
    regardless of case."""
    known = {found.title.casefold(), entry.title.casefold()}
    also = []
    code = base_language(language)
    own = respell(entry.basis.get(code, ""), language)
    for name in split_list(f"{found.basis.get('also', '')},{own}"):
        if name.casefold() not in known:
            known.add(name.casefold())
            also.append(name)
    english = (entry.title, *split_list(entry.basis.get("also", "")))
    others = {key: value for key, value in entry.basis.items() if key != code}
    return {"en": ", ".join(english), **others, "also": ", ".join(also)}


def _fingerprint(*texts: str) -> str:
    """Return a hash of the words. Line breaks do not count, because they are not translated."""
    words = " ".join("\n".join(texts).split())
    return sha256(words.encode()).hexdigest()[:_FINGERPRINT_LENGTH]

"""Translations of the reference: files beside the English ones, entry by entry.

A translation has the head `title`, `about`, `keywords` and the text of its English file, and
its entries by the same ids, with a title, a text and other names (`also`); everything else is
said once, in English. `of` is a fingerprint of the English text that was translated. Where that
is no longer the text, or nothing was translated, the English one is shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from rules_ref.content_file import ContentFile, WrittenEntry, split_list
from rules_ref.errors import ContentError
from rules_ref.spelling import base_language, respell

# The language that the reference is written in.
TEXT_LANGUAGE = "en"

_FINGERPRINT_LENGTH = 8
_HEAD = ("title", "about", "keywords")  # what is translated of a head


@dataclass(frozen=True)
class TranslatedFile(ContentFile):
    """A file of the reference, with what is translated of it: `head_language` is that of the
    head and the text before the first entry, `translated` has the ids of the entries that are
    in `language`."""

    language: str
    head_language: str
    translated: frozenset[str]

    def language_of(self, entry: WrittenEntry) -> str:
        return self.language if entry.id in self.translated else TEXT_LANGUAGE

    @property
    def languages(self) -> set[str]:
        """The languages of all its texts: more than one where it is translated in part."""
        return {self.head_language, *map(self.language_of, self.entries)}


def translated_files(
    folder: Path, translations: Path, language: str = ""
) -> list[TranslatedFile]:
    """Return the files of a folder by their translations, which may be the folder itself, or
    one that is not there. The language is the name of that folder, or spelled like it.

    Raises ContentError for a translation of nothing, or without its fingerprint.
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
    """Return `of` of a translation of the head and of the text above the first entry."""
    return _fingerprint(file.head["title"], file.head["about"], file.intro)


def entry_fingerprint(entry: WrittenEntry) -> str:
    """Return `of` of a translation of the entry."""
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
    """The basis of a glossary term, with its English names among those of other languages, and
    those of the language itself as its own: each once, whatever its case."""
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
    """Return a hash of the words; line breaks do not count, as nobody translates them."""
    words = " ".join("\n".join(texts).split())
    return sha256(words.encode()).hexdigest()[:_FINGERPRINT_LENGTH]

"""The reference in other languages: what is translated, and what is shown if a translation is
missing."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from rules_ref.content_file import ContentFile
from rules_ref.errors import ContentError
from rules_ref.loader import CONTENT, load, reference
from rules_ref.reference import Chapter, Reference
from rules_ref.search import index_digest
from rules_ref.spelling import base_language
from tests.rules_ref.sample import CHAPTER, SHEET, WORDS
from tests.translations import accept, is_required, outdated

LANGUAGES = sorted(path.name for path in CONTENT.iterdir() if path.name != "en")

GERMAN = """---
title: Ein Kapitel
about: Von Regeln.
keywords: eins, zwei
of: -
---
## Erste {#first}
of: -; also: eine

Siehe [die zweite](#second) zu `5j 10 Kt`.

## Zweite {#second}
of: -

`mahjong`
"""
GERMAN_WORDS = """---
title: Wörter
about: Von Wörtern.
keywords: wort
of: -
---
## Eins {#word-one}
of: -; also: Einser, eine Eins

Die **niedrigste** `mahjong`.
"""


class Folders:
    """Files in English and their translations, which are all up to date at first."""

    def __init__(self, path: Path) -> None:
        self.english, self.german = path / "en", path / "de"
        self.english.mkdir()
        self.german.mkdir()
        self.write("en", "sheet", SHEET)
        self.write("en", "chapter", CHAPTER)
        self.write("en", "words", WORDS)
        self.write("de", "chapter", GERMAN)
        self.write("de", "words", GERMAN_WORDS)
        self.accept_all()

    def write(self, language: str, slug: str, text: str) -> None:
        folder = self.english if language == "en" else self.german
        (folder / f"{slug}.md").write_text(text, encoding="utf-8")

    def alter(self, language: str, slug: str, old: str, new: str) -> None:
        folder = self.english if language == "en" else self.german
        text = (folder / f"{slug}.md").read_text(encoding="utf-8")
        assert old in text
        self.write(language, slug, text.replace(old, new, 1))

    def accept_all(self) -> None:
        accept(self.english, self.german, self.outdated())

    def outdated(self) -> list[str]:
        return list(outdated(self.english, self.german))

    def load(self) -> Reference:
        return load(self.english, self.german)

    @property
    def chapter(self) -> Chapter:
        (chapter,) = self.load().chapters
        return chapter


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(tmp_path)


def test_entry_has_the_translated_text_and_the_sources_of_the_english_one(
    folders: Folders,
) -> None:
    rule = folders.chapter.rules[0]

    assert (rule.title, rule.aliases, rule.language) == ("Erste", ("eine",), "de")
    assert rule.sources == ("RGG", "REF>FM-FAQ")
    assert '<a href="/rules/chapter/#second">die zweite</a>' in rule.html


def test_head_is_translated_and_the_order_stays(folders: Folders) -> None:
    chapter = folders.chapter

    assert (chapter.title, chapter.about, chapter.order) == ("Ein Kapitel", "Von Regeln.", 1)
    assert (chapter.keywords, chapter.languages) == (("eins", "zwei"), {"de"})


def test_entry_whose_english_text_was_changed_is_in_english(folders: Folders) -> None:
    folders.alter("en", "chapter", "See [the second]", "Look at [the second]")
    first, second = folders.chapter.rules

    assert [(first.title, first.language), (second.title, second.language)] == [
        ("First", "en"),
        ("Zweite", "de"),
    ]
    assert folders.outdated() == ["chapter#first", "sheet"]


def test_head_that_was_changed_is_in_english(folders: Folders) -> None:
    folders.alter("en", "chapter", "about: Of rules.", "about: Of all rules.")
    chapter = folders.chapter

    assert (chapter.title, chapter.language, chapter.rules[0].language) == (
        "A chapter",
        "en",
        "de",
    )


def test_new_sources_and_line_breaks_need_no_new_translation(folders: Folders) -> None:
    before = folders.outdated()
    folders.alter("en", "chapter", "sources: 000", "sources: RGG")
    folders.alter("en", "chapter", "(#second) about", "(#second)\nabout")

    assert folders.outdated() == before


def test_entry_that_is_not_translated_is_in_english(folders: Folders) -> None:
    german = (folders.german / "chapter.md").read_text(encoding="utf-8")
    folders.write("de", "chapter", german[: german.index("## Zweite")])

    assert [rule.language for rule in folders.chapter.rules] == ["de", "en"]


def test_file_that_is_not_translated_is_in_english(folders: Folders) -> None:
    assert folders.load().quick_sheet.language == "en"


def test_other_spelling_is_written_from_the_same_texts(folders: Folders) -> None:
    folders.write("de", "chapter", GERMAN.replace("Ein Kapitel", "Ein „großes“ Kapitel"))
    folders.accept_all()
    (chapter,) = load(folders.english, folders.german, "de-ch").chapters

    assert (chapter.title, chapter.languages) == ("Ein «grosses» Kapitel", {"de-ch"})


def test_names_of_a_glossary_term_are_those_of_the_language_however_it_is_spelled() -> None:
    german, swiss = (
        next(word for word in book.more[-1].glossary_terms if word.id == "word-straight")
        for book in (reference("de"), reference("de-ch"))
    )

    assert (german.title, german.aliases) == ("Straße", ("Reihe", "Folge"))
    assert (swiss.title, swiss.aliases) == ("Strasse", ("Reihe", "Folge"))
    assert german.names_by_language == swiss.names_by_language


def test_accepting_one_part_leaves_the_others(folders: Folders) -> None:
    folders.alter("en", "chapter", "## First", "## The first")
    folders.alter("en", "chapter", "## Second", "## The second")

    accept(folders.english, folders.german, {"chapter#second"})

    assert folders.outdated() == ["chapter#first", "sheet"]


def test_glossary_term_has_its_english_name_among_other_languages(folders: Folders) -> None:
    (page,) = folders.load().more
    (word,) = page.glossary_terms

    assert (word.title, word.aliases) == ("Eins", ("Einser", "eine Eins"))
    assert word.names_by_language == {"en": ("One", "a one")}


@pytest.mark.parametrize(
    ("slug", "old", "new", "reason"),
    [
        ("chapter", "{#first}", "{#third}", "chapter: third: there is no such entry"),
        ("chapter", "of: ", "off: ", "chapter: head: 'of' is missing"),
        ("chapter", "about: ", "over: ", "chapter: head: 'about' is missing"),
        ("chapter", "{#second}\nof: ", "{#second}\noff: ", "chapter: second: 'of' is missing"),
        ("chapter", "(#second)", "(#third)", "a link goes to '#third'"),
    ],
)
def test_translation_of_nothing_is_refused(
    folders: Folders, slug: str, old: str, new: str, reason: str
) -> None:
    folders.alter("de", slug, old, new)

    with pytest.raises(ContentError, match=reason):
        folders.load()


def test_translation_of_no_file_is_refused(folders: Folders) -> None:
    folders.write("de", "kapitel", GERMAN)

    with pytest.raises(ContentError, match="kapitel: there is no file of that name"):
        folders.load()


@pytest.mark.parametrize("language", LANGUAGES)
def test_translation_is_up_to_date(language: str) -> None:
    left = outdated(CONTENT / "en", CONTENT / language)

    assert [name for name in left if is_required(name, language)] == []


def test_language_is_offered_only_with_its_reference() -> None:
    offered = {base_language(code) for code, _ in settings.LANGUAGES}

    assert offered == {"en", *LANGUAGES}


def test_whole_language_may_miss_nothing_and_another_its_chapters() -> None:
    names = ("sheet", "glossary#word-bomb", "glossary", "bombs", "bombs#bomb")

    assert [is_required(name, "de") for name in names] == [True] * 5
    assert [is_required(name, "nl") for name in names] == [True, True, True, False, False]


def marked(text: str) -> tuple[list[str], list[str]]:
    """Return the cards that a text shows, and the rules to which it links."""
    return sorted(re.findall("`([^`]+)`", text)), sorted(re.findall(r"\]\((#[^)]+)\)", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_translation_shows_the_same_cards_and_links(language: str) -> None:
    differing = []
    for path in sorted((CONTENT / language).glob("*.md")):
        ours, english = ContentFile.read(path), ContentFile.read(CONTENT / "en" / path.name)
        bodies = {entry.id: entry.body for entry in english.entries}
        if marked(ours.intro) != marked(english.intro):
            differing.append(path.stem)
        differing += [
            entry.id for entry in ours.entries if marked(entry.body) != marked(bodies[entry.id])
        ]

    assert differing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_have_the_same_addresses_in_every_language(language: str) -> None:
    def ids(book: Reference) -> list[tuple[str, list[str]]]:
        return [(page.slug, sorted(entry.id for entry in page.entries)) for page in book.pages]

    assert ids(reference(language)) == ids(reference())


def german(address: str) -> str:
    return Client(headers={"accept-language": "de"}).get(address).content.decode()


def test_page_is_in_the_language_of_the_reader() -> None:
    page = german("/rules/bombs/")

    assert "<h1>Bomben</h1>" in page
    assert 'id="bomb" class="rule rules"' in page
    assert "Some of this page" not in page


def test_search_finds_words_of_the_readers_language() -> None:
    page = german("/rules/search/?q=bombe+auf+den+hund")

    assert "Darf ich den <mark>Hund</mark>" in page


def test_each_language_has_an_index_of_its_own() -> None:
    address = re.compile(r'data-index="([^"]+)"')
    english = Client().get("/rules/").content.decode()
    (ours,), (theirs,) = address.findall(german("/rules/")), address.findall(english)

    assert theirs == f"/rules/search/{index_digest()}.json"
    assert ours != theirs
    assert '"Bomben"' in german(ours)


def test_index_of_another_language_is_still_found() -> None:
    (theirs,) = re.findall(r'data-index="([^"]+)"', Client().get("/rules/").content.decode())

    assert '"Bombs"' in german(theirs)

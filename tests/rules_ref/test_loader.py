"""The loader of the reference parses a chapter, and refuses an invalid one."""

from pathlib import Path

import pytest

from rules_ref.errors import ContentError
from rules_ref.loader import load
from rules_ref.sources import Confidence
from tests.rules_ref.sample import CHAPTER, HEAD, SHEET, WORDS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sheet.md").write_text(SHEET)
    (tmp_path / "chapter.md").write_text(CHAPTER)
    return tmp_path


def altered(folder: Path, old: str, new: str) -> Path:
    """Return a folder with the same content in which one text is replaced."""
    assert old in CHAPTER
    (folder / "chapter.md").write_text(CHAPTER.replace(old, new, 1))
    return folder


def test_chapter_is_read_with_its_head(folder: Path) -> None:
    (chapter,) = load(folder).chapters
    assert (chapter.slug, chapter.title, chapter.order, chapter.about, chapter.keywords) == (
        "chapter",
        "A chapter",
        1,
        "Of rules.",
        ("one", "two"),
    )


def test_rule_is_read_with_what_it_rests_on(folder: Path) -> None:
    rule = load(folder).chapters[0].rules[0]
    assert (rule.id, rule.title, rule.covers, rule.sources, rule.confidence) == (
        "first",
        "First",
        ("A1",),
        ("RGG", "REF>FM-FAQ"),
        Confidence.SEVERAL,
    )


def test_rule_is_read_with_its_other_names(folder: Path) -> None:
    assert load(folder).chapters[0].rules[0].aliases == ("one", "the first")


def test_word_is_read_with_its_rule_and_names(folder: Path) -> None:
    (folder / "words.md").write_text(WORDS)
    (page,) = load(folder).more
    (word,) = page.glossary_terms
    assert (word.id, word.address, word.names_by_language, word.other_names) == (
        "word-one",
        "/rules/chapter/#second",
        {"de": ("Eins", "Einser")},
        ("a one", "Eins", "Einser"),
    )


def test_text_is_read_without_cards_and_links(folder: Path) -> None:
    (folder / "words.md").write_text(WORDS)
    assert load(folder).more[0].glossary_terms[0].text == ("The lowest number.",)


def test_word_of_no_rule_is_refused(folder: Path) -> None:
    (folder / "words.md").write_text(WORDS.replace("second", "third"))
    with pytest.raises(ContentError, match="words: word-one: there is no rule 'third'"):
        load(folder)


def test_pages_are_in_the_order_of_the_book(folder: Path) -> None:
    (folder / "a.md").write_text(f"---\npart: disputes\n{HEAD.format(order=1)}---\n")
    assert [page.slug for page in load(folder).pages] == ["chapter", "a"]


def test_range_of_numbers_is_written_out(folder: Path) -> None:
    assert load(folder).chapters[0].rules[1].covers == ("A4", "A5")


def test_quoted_source_is_named_as_quoted(folder: Path) -> None:
    assert load(folder).chapters[0].rules[0].source_names == [
        "rule book and FAQ of Rio Grande Games and Abacus",
        "FAQ of Fata Morgana (quoted by others)",
    ]


def test_link_by_id_goes_to_the_chapter_that_has_the_rule(folder: Path) -> None:
    html = load(folder).chapters[0].rules[0].html
    assert '<a href="/rules/chapter/#second">the second</a>' in html


def test_cards_are_one_picture_with_their_names(folder: Path) -> None:
    html = load(folder).chapters[0].rules[0].html
    assert '<span class="cards" role="img" aria-label="5 of jade, 10, king of star">' in html
    assert '<span class="card star">K<svg><use href="#sign-star"/></svg></span>' in html


def test_html_does_not_pass(folder: Path) -> None:
    html = (
        load(altered(folder, ") about", ") <script>x</script> <b>y</b>"))
        .chapters[0]
        .rules[0]
        .html
    )
    assert "&lt;script&gt;x&lt;/script&gt; &lt;b&gt;y&lt;/b&gt;" in html


def test_picture_does_not_pass(folder: Path) -> None:
    html = load(altered(folder, ") about", ") ![x](#second)")).chapters[0].rules[0].html
    assert "<img" not in html


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("---\n", "", "chapter: the head is missing"),
        ("title:", "part: x\ntitle:", "chapter: 'x' is not a valid Part"),
        ("title:", "titel:", "chapter: 'title' is missing"),
        ("sure: several", "", "chapter: first: 'sure' is missing"),
        ("several", "certain", "chapter: first: 'certain' is not a valid Confidence"),
        ("RGG", "XYZ", "chapter: first: there is no source 'XYZ'"),
        ("covers: A1;", "covers: one;", "chapter: first: 'one' is no number of a rule"),
        ("A1, A4-A5", "A1, A4-A6", "chapter: head and rules differ in ['A6']"),
        ("A1, A4-A5", "A1, A4", "chapter: head and rules differ in ['A5']"),
        ("#second)", "#third)", "chapter: first: a link goes to '#third', which is no rule"),
        ("#second)", "/t/)", "chapter: first: a link goes to '/t/', which is no rule"),
        ("10 Kt", "11", "chapter: first: '11' is no card"),
        ("10 Kt", "10x", "chapter: first: '10x' is no card"),
        (" {#second}", "", "chapter: first: there is a heading without an id in it"),
        ("{#second}", "{#first}", "first: this id is there 2 times"),
    ],
)
def test_mistake_is_refused_with_its_place(
    folder: Path, old: str, new: str, sentence: str
) -> None:
    with pytest.raises(ContentError) as caught:
        load(altered(folder, old, new))
    assert str(caught.value) == sentence

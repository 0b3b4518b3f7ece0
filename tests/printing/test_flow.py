"""Text in a column: it stays inside, nothing is lost, and it is as large as possible."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.printing import Block, Drawing, Run, best_size, lay_out
from scoring.printing.shapes import Path, Text, rectangle

LETTERS = st.text("abcdefgh IlMW,.", min_size=1, max_size=80)
PICTURE = Drawing(3, 1.3, (rectangle(0, 0, 3, 1.3, stroke="#000000", line_width=0.05),))
RUNS = st.builds(Run, LETTERS, st.booleans())
BLOCKS = st.builds(
    Block,
    st.lists(RUNS | st.just(PICTURE), min_size=1, max_size=5).map(tuple),
    marker=st.sampled_from(["", "1."]),
)


def texts(drawing: Drawing) -> list[Text]:
    return [shape for shape in drawing.shapes if isinstance(shape, Text)]


@given(st.lists(BLOCKS, min_size=1, max_size=4))
def test_every_letter_is_set_once(blocks: list[Block]) -> None:
    set_letters = "".join(each.text for each in texts(lay_out(blocks, 60, 3)))
    given_letters = "".join(
        block.marker + "".join(run.text for run in block.content if isinstance(run, Run))
        for block in blocks
    )
    assert sorted(set_letters.replace(" ", "")) == sorted(given_letters.replace(" ", ""))


def test_marker_without_words_is_set() -> None:
    drawing = lay_out([Block((Run(" "),), marker="1.")], 60, 3)
    assert [each.text for each in texts(drawing)] == ["1."]


@given(st.lists(st.text("abcMW", min_size=1, max_size=8), min_size=1, max_size=40))
def test_lines_end_within_the_column(words: list[str]) -> None:
    drawing = lay_out([Block((Run(" ".join(words)),))], 40, 3)
    assert [each for each in texts(drawing) if each.x + each.width > 40 + 1e-9] == []


@given(st.lists(BLOCKS, min_size=1, max_size=4))
def test_everything_is_above_the_end_of_the_column(blocks: list[Block]) -> None:
    drawing = lay_out(blocks, 60, 3)
    assert [each for each in texts(drawing) if each.y > drawing.height] == []


def test_comma_behind_a_bold_word_stays_with_it() -> None:
    words = (Run("Tichu", bold=True), Run(", before"))
    drawing = lay_out([Block(words)], 100, 4)
    (word, rest) = sorted(texts(drawing), key=lambda each: each.x)
    assert (word.text, rest.text) == ("Tichu", ", before")
    assert rest.x == word.x + word.width


def test_drawing_is_as_large_as_the_type() -> None:
    (frame,) = lay_out([Block((PICTURE,))], 100, 5).shapes
    assert isinstance(frame, Path)
    across = [values[0] for _, values in frame.commands if values]
    assert (min(across), max(across)) == (0, 15)


def test_best_size_is_the_largest_that_fits() -> None:
    blocks = [Block((Run("word " * 60),))]
    size = best_size([blocks], 50, 40, largest=8)
    assert lay_out(blocks, 50, size).height <= 40
    assert lay_out(blocks, 50, size + 0.1).height > 40

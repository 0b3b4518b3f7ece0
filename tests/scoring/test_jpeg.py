"""A JPEG is parsed to its last bit, and is written with nothing but the picture."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.jpeg import MAX_BYTES, NotAPicture, clean_jpeg
from tests.photos import (
    END,
    METADATA,
    QUANTIZATION,
    START,
    TABLES,
    codes,
    frame,
    jpeg,
    scan,
    segment,
)


def refusal(data: bytes) -> str:
    with pytest.raises(NotAPicture) as refused:
        clean_jpeg(data)
    return refused.value.reason


@pytest.mark.parametrize("side", [16, 17, 192, 256])
def test_picture_without_anything_else_stays_as_it_is(side: int) -> None:
    assert clean_jpeg(jpeg(side)) == jpeg(side)


def test_metadata_and_what_follows_the_picture_are_dropped() -> None:
    assert clean_jpeg(jpeg(before=METADATA, after=b"<script>")) == jpeg()


def test_header_of_another_program_is_replaced() -> None:
    adobe = segment(0xEE, b"Adobe\x00d\x00\x00\x00\x00\x01")
    parts = (QUANTIZATION, frame(16), TABLES, scan(16))

    assert clean_jpeg(START + adobe + b"".join(parts) + END) == jpeg()


def test_restart_markers_of_a_jpeg_are_kept() -> None:
    interval, each = segment(0xDD, b"\x00\x02"), b"\x0f"
    head = scan(16)[:-1]
    whole = START + QUANTIZATION + frame(16) + TABLES + interval + head + each
    expected = (
        jpeg()[: -len(scan(16) + END)] + interval + head + each + b"\xff\xd0" + each + END
    )

    assert clean_jpeg(whole + b"\xff\xd0" + each + END) == expected
    assert refusal(whole + b"\xff\xd1" + each + END) == "damaged"
    assert refusal(whole + END) == "damaged"


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"<svg/>", b"RIFF"])
def test_other_format_is_refused(data: bytes) -> None:
    assert refusal(data) == "format"


@pytest.mark.parametrize("marker", [0xC1, 0xC2, 0xC3, 0xC9])
def test_jpeg_that_is_not_baseline_is_refused(marker: int) -> None:
    whole = START + QUANTIZATION + frame(16, marker=marker) + TABLES + scan(16) + END

    assert refusal(whole) == "format"


@pytest.mark.parametrize(("side", "height"), [(15, 15), (257, 257), (32, 16), (65535, 65535)])
def test_picture_of_other_measures_is_refused(side: int, height: int) -> None:
    whole = START + QUANTIZATION + frame(side, height) + TABLES + scan(16) + END

    assert refusal(whole) == "size"


def test_file_that_is_too_large_is_refused_whatever_it_is() -> None:
    assert refusal(jpeg(after=b"x" * MAX_BYTES)) == "large"


@pytest.mark.parametrize("blocks", [0, 3, 9])
def test_scan_of_more_or_fewer_blocks_is_refused(blocks: int) -> None:
    whole = START + QUANTIZATION + frame(16) + TABLES + scan(16, blocks) + END

    assert refusal(whole) == "damaged"


@pytest.mark.parametrize(
    "parts",
    [
        (frame(16), TABLES, scan(16)),
        (QUANTIZATION, TABLES, scan(16)),
        (QUANTIZATION, frame(16), codes(0x00), scan(16)),
        (QUANTIZATION, frame(16), TABLES),
        (segment(0xDB, b"\x00" + b"\x00" * 64), frame(16), TABLES, scan(16)),
        (QUANTIZATION, frame(16), TABLES, segment(0xC4, bytes((0, 3, *[0] * 15, 0, 0, 0)))),
        (QUANTIZATION, frame(16), TABLES, segment(0xC4, bytes((0, 1, *[0] * 15, 12)))),
        (QUANTIZATION, frame(16), TABLES, segment(0xC4, b"\x00\x01")),
        (QUANTIZATION, frame(16), TABLES, segment(0xDD, b"\x01")),
    ],
)
def test_picture_whose_parts_are_missing_or_wrong_is_refused(parts: tuple[bytes, ...]) -> None:
    assert refusal(START + b"".join(parts) + END) == "damaged"


@pytest.mark.parametrize("end", range(2, len(jpeg())))
def test_picture_that_is_cut_off_is_refused(end: int) -> None:
    assert refusal(jpeg()[:end]) == "damaged"


@given(st.data())
def test_changed_bytes_are_refused_or_make_a_picture_that_stays_as_it_is(
    data: st.DataObject,
) -> None:
    changed = bytearray(jpeg(before=METADATA))
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    try:
        clean = clean_jpeg(bytes(changed))
    except NotAPicture:
        return
    assert clean_jpeg(clean) == clean

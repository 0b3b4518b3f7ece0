"""Read small JPEG files from untrusted sources, and write them with only the picture.

The server draws no pictures, so it needs no image library: a baseline JPEG is a few segments
(ITU T.81, annex B) and one scan of Huffman codes (annex F). These are read to the last bit, and
written again without metadata, thumbnails, comments and any other content of the file. So a
browser gets only data that a correct decoder can draw.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# The largest file that is accepted, and the largest and smallest width and height.
MAX_BYTES = 20_480
MAX_PIXELS, MIN_PIXELS = 256, 16  # of each side

_START, _END = b"\xff\xd8", b"\xff\xd9"
# JFIF 1.1, square pixels, no thumbnail. It tells a decoder that the colours are YCbCr.
_JFIF = b"\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"
_FRAME, _HUFFMAN, _SCAN, _QUANTIZATION, _RESTART = 0xC0, 0xC4, 0xDA, 0xDB, 0xDD
_DROPPED = {*range(0xE0, 0xF0), 0xFE}  # application data, comments
_FULL_SPECTRUM = b"\x00\x3f\x00"
_RESTARTS = re.compile(rb"\xff([\xd0-\xd7])")
_CODE_SIZES = 16  # bits of the longest code
_LARGEST_DC = 11  # bits of a difference


class NotAPicture(Exception):
    """The file is not accepted; `reason` says why."""

    def __init__(self, reason: str = "damaged") -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class _Component:
    """A colour component: the number of its blocks in a unit, across and down, and its Huffman
    tables."""

    number: int
    across: int
    down: int
    dc: int = 0
    ac: int = 0


@dataclass(slots=True)
class _Picture:
    width: int = 0
    height: int = 0
    components: list[_Component] = field(default_factory=list)
    codes: dict[int, dict[str, int]] = field(default_factory=dict)  # by class and number
    quantizations: set[int] = field(default_factory=set)
    used_quantizations: set[int] = field(default_factory=set)
    interval: int = 0


def clean_jpeg(data: bytes) -> bytes:
    """Return the same picture as a JPEG without any other content. A result of this function is
    returned unchanged.

    The file has to be a baseline JPEG, grey or YCbCr with one scan, of at most MAX_BYTES bytes,
    and a square of MIN_PIXELS to MAX_PIXELS a side. Raises NotAPicture: `large` for too many
    bytes, `format` if it is not a baseline JPEG, `size` for other dimensions, `damaged` for all
    other errors.
    """
    if len(data) > MAX_BYTES:
        raise NotAPicture("large")
    if not data.startswith(_START):
        raise NotAPicture("format")
    picture, kept = _Picture(), [_START, _JFIF]
    for marker, segment, scan in _segments(data):
        if marker in _DROPPED:
            continue
        _read(picture, marker, segment)
        kept.append(_written(marker, segment))
        if marker == _SCAN:
            _check_scan(picture, scan)
            return b"".join((*kept, scan, _END))
    raise NotAPicture


def _segments(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield the marker and content of each segment, and the codes that follow it, up to the end
    of the first scan."""
    at = len(_START)
    while True:
        while data[at : at + 2] == b"\xff\xff":  # fill bytes
            at += 1
        head = data[at : at + 4]
        size = int.from_bytes(head[2:])
        if len(head) < 4 or head[0] != 0xFF or size < 2 or at + 2 + size > len(data):
            raise NotAPicture
        marker, segment, at = head[1], data[at + 4 : at + 2 + size], at + 2 + size
        scan = b""
        if marker == _SCAN:
            end = re.compile(rb"\xff(?![\x00\xd0-\xd7])").search(data, at)
            if not end or data[end.start() : end.start() + 2] != _END:
                raise NotAPicture
            scan = data[at : end.start()]
        yield marker, segment, scan


def _written(marker: int, segment: bytes) -> bytes:
    return bytes((0xFF, marker)) + (len(segment) + 2).to_bytes(2) + segment


def _read(picture: _Picture, marker: int, segment: bytes) -> None:
    try:
        _READERS[marker](picture, segment)
    except KeyError:  # progressive, arithmetic, lossless and others
        raise NotAPicture("format") from None
    except (IndexError, ValueError):
        raise NotAPicture from None


def _read_frame(picture: _Picture, segment: bytes) -> None:
    precision, count = segment[0], segment[5]
    picture.height, picture.width = int.from_bytes(segment[1:3]), int.from_bytes(segment[3:5])
    if picture.height != picture.width or not MIN_PIXELS <= picture.width <= MAX_PIXELS:
        raise NotAPicture("size")
    if picture.components or precision != 8 or count not in {1, 3}:
        raise NotAPicture("format")
    if len(segment) != 6 + 3 * count:
        raise NotAPicture
    for number, sampling, table in (segment[at : at + 3] for at in range(6, len(segment), 3)):
        across, down = divmod(sampling, 16)
        if not (across in {1, 2} and down in {1, 2}):
            raise NotAPicture("format")
        picture.components.append(_Component(number, across, down))
        picture.used_quantizations.add(table)


def _read_quantization(picture: _Picture, segment: bytes) -> None:
    for at in range(0, len(segment), 65):
        number, factors = segment[at], segment[at + 1 : at + 65]
        if number > 3 or len(factors) != 64 or 0 in factors:
            raise NotAPicture
        picture.quantizations.add(number)


def _read_codes(picture: _Picture, segment: bytes) -> None:
    at = 0
    while at < len(segment):
        number, counts = segment[at], segment[at + 1 : at + 1 + _CODE_SIZES]
        symbols = segment[at + 1 + _CODE_SIZES :][: sum(counts)]
        if number not in {0x00, 0x01, 0x10, 0x11} or len(counts) < _CODE_SIZES:
            raise NotAPicture
        largest = 0xFF if number & 0x10 else _LARGEST_DC
        if len(symbols) < sum(counts) or max(symbols, default=0) > largest:
            raise NotAPicture
        picture.codes[number] = _codes(counts, symbols)
        at += 1 + _CODE_SIZES + len(symbols)


def _codes(counts: bytes, symbols: bytes) -> dict[str, int]:
    """The symbols by their codes, which are assigned in ascending order (annex C)."""
    codes: dict[str, int] = {}
    code, left = 0, iter(symbols)
    for size, count in enumerate(counts, 1):
        for symbol in (next(left) for _ in range(count)):
            # A code of only ones is not allowed.
            if code >= (1 << size) - 1:
                raise NotAPicture
            codes[f"{code:0{size}b}"] = symbol
            code += 1
        code <<= 1
    return codes


def _read_interval(picture: _Picture, segment: bytes) -> None:
    if len(segment) != 2:
        raise NotAPicture
    picture.interval = int.from_bytes(segment)


def _read_scan(picture: _Picture, segment: bytes) -> None:
    components = picture.components
    if not components or not picture.used_quantizations <= picture.quantizations:
        raise NotAPicture
    if segment[0] != len(components) or segment[1 + 2 * len(components) :] != _FULL_SPECTRUM:
        raise NotAPicture("format")
    for place, component in enumerate(components):
        number, tables = segment[1 + 2 * place], segment[2 + 2 * place]
        component.dc, component.ac = tables >> 4, 0x10 | tables & 15
        known = {component.dc, component.ac} <= picture.codes.keys()
        if number != component.number or not known:
            raise NotAPicture


_READERS = {
    _FRAME: _read_frame,
    _QUANTIZATION: _read_quantization,
    _HUFFMAN: _read_codes,
    _RESTART: _read_interval,
    _SCAN: _read_scan,
}


def _check_scan(picture: _Picture, scan: bytes) -> None:
    """Check that the codes are those of all blocks, and that nothing follows them. Raises
    NotAPicture."""
    parts = _RESTARTS.split(scan)
    intervals, restarts = parts[::2], parts[1::2]
    if any(each[0] != 0xD0 + number % 8 for number, each in enumerate(restarts)):
        raise NotAPicture
    left = _units(picture)
    for part in intervals:
        units = min(left, picture.interval or left)
        if not units:
            raise NotAPicture
        _check_interval(picture, units, part.replace(b"\xff\x00", b"\xff"))
        left -= units
    if left:
        raise NotAPicture


def _units(picture: _Picture) -> int:
    """The number of units of the scan. With a single colour component, units are blocks of 8 by
    8 pixels."""
    several = len(picture.components) > 1
    across = max(each.across for each in picture.components) if several else 1
    down = max(each.down for each in picture.components) if several else 1
    return -(-picture.width // (8 * across)) * -(-picture.height // (8 * down))


def _check_interval(picture: _Picture, units: int, coded: bytes) -> None:
    bits = "".join(f"{each:08b}" for each in coded)
    several, at = len(picture.components) > 1, 0
    unit = [
        (picture.codes[each.dc], picture.codes[each.ac])
        for each in picture.components
        for _ in range(each.across * each.down if several else 1)
    ]
    for _ in range(units):
        for dc, ac in unit:
            at = _end_of_block(bits, at, dc, ac)
    if not 0 <= len(bits) - at < 8:
        raise NotAPicture


def _end_of_block(bits: str, at: int, dc: dict[str, int], ac: dict[str, int]) -> int:
    """The position after the block that begins at `at`, by these Huffman codes."""
    size, at = _symbol(bits, at, dc)
    at += size
    coefficient = 1
    while coefficient < 64:
        symbol, at = _symbol(bits, at, ac)
        zeros, size = symbol >> 4, symbol & 15
        if symbol == 0:  # all following coefficients are zero
            break
        coefficient += zeros + 1
        if size > 10 or (size == 0 and zeros != 15) or coefficient > 64:
            raise NotAPicture
        at += size
    return at


def _symbol(bits: str, at: int, codes: dict[str, int]) -> tuple[int, int]:
    """The symbol whose code begins at `at`, and the end of the code."""
    for end in range(at + 1, at + 1 + _CODE_SIZES):
        found = codes.get(bits[at:end])
        if found is not None:
            return found, end
    raise NotAPicture

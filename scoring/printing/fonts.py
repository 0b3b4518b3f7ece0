"""The two faces in which pages are set, with the data of a font file that a PDF needs.

Reads the tables of OpenType that map characters to glyphs, and those that contain the widths of
glyphs (ISO/IEC 14496-22, cmap and hmtx). The file itself is embedded unchanged.
"""

import struct
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from django.utils.translation import get_language_info

_FOLDER = Path(__file__).parent.parent / "charts" / "fonts"
_MISSING = 0  # the glyph of a character that a font does not contain: a box


@dataclass(frozen=True, eq=False)
class Font:
    """A font file with PostScript outlines."""

    name: str
    data: bytes

    @cached_property
    def units(self) -> int:
        """The number of units per em in the tables."""
        return int(struct.unpack_from(">H", self.data, self._tables["head"] + 18)[0])

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The bounding box of all glyphs, in units of 1/1000 em."""
        left, bottom, right, top = struct.unpack_from(
            ">4h", self.data, self._tables["head"] + 36
        )
        return (
            self._per_mille(left),
            self._per_mille(bottom),
            self._per_mille(right),
            self._per_mille(top),
        )

    @cached_property
    def ascent(self) -> int:
        return self._per_mille(struct.unpack_from(">h", self.data, self._tables["hhea"] + 4)[0])

    @cached_property
    def descent(self) -> int:
        return self._per_mille(struct.unpack_from(">h", self.data, self._tables["hhea"] + 6)[0])

    def glyph(self, character: str) -> int:
        """Return the number of the glyph of a character."""
        return self._glyphs.get(ord(character), _MISSING)

    def advance(self, glyph: int) -> int:
        """Return the width of a glyph, in units of 1/1000 em."""
        return self._per_mille(self._advances[min(glyph, len(self._advances) - 1)])

    def width(self, text: str, size: float) -> float:
        """Return the width of a text, in the unit of `size`."""
        widths, missing = self._widths, self.advance(_MISSING)
        return sum(widths.get(ord(each), missing) for each in text) * size / 1000

    def _per_mille(self, units: int) -> int:
        return round(units * 1000 / self.units)

    @cached_property
    def _widths(self) -> dict[int, int]:
        """The width of each character. It is cached, because a sheet with the largest type that
        fits needs a hundred thousand widths."""
        return {number: self.advance(glyph) for number, glyph in self._glyphs.items()}

    @cached_property
    def _tables(self) -> dict[str, int]:
        """The offset of each table."""
        number = struct.unpack_from(">H", self.data, 4)[0]
        records = (
            struct.unpack_from(">4s3I", self.data, 12 + 16 * index) for index in range(number)
        )
        return {tag.decode(): offset for tag, _, offset, _ in records}

    @cached_property
    def _advances(self) -> list[int]:
        number = struct.unpack_from(">H", self.data, self._tables["hhea"] + 34)[0]
        pairs = struct.unpack_from(f">{2 * number}H", self.data, self._tables["hmtx"])
        return list(pairs[::2])

    @cached_property
    def _glyphs(self) -> dict[int, int]:
        """The glyphs by code point in Unicode."""
        start = self._tables["cmap"]
        number = struct.unpack_from(">H", self.data, start + 2)[0]
        for index in range(number):
            platform, encoding, offset = struct.unpack_from(
                ">HHI", self.data, start + 4 + 8 * index
            )
            layout = struct.unpack_from(">H", self.data, start + offset)[0]
            if (platform, encoding, layout) == (3, 1, 4):
                return dict(self._segments(start + offset))
        raise ValueError(f"{self.name} has no table of Unicode characters")

    def _segments(self, start: int) -> list[tuple[int, int]]:
        """Return the characters and glyphs of a table in format 4."""
        count = struct.unpack_from(">H", self.data, start + 6)[0] // 2

        def column(number: int) -> tuple[int, ...]:
            # There are two bytes of padding after the first column.
            at = start + 14 + number * 2 * count + (2 if number else 0)
            return struct.unpack_from(f">{count}H", self.data, at)

        ends, starts, deltas, offsets = (column(number) for number in range(4))
        found = []
        for index, (first, last) in enumerate(zip(starts, ends, strict=True)):
            for code in range(first, min(last, 0xFFFE) + 1):
                glyph = code
                if offsets[index]:
                    at = (
                        start + 16 + 6 * count + 2 * index + offsets[index] + 2 * (code - first)
                    )
                    glyph = struct.unpack_from(">H", self.data, at)[0]
                    if glyph == _MISSING:
                        continue
                found.append((code, (glyph + deltas[index]) % 0x10000))
        return found


@cache
def font(*, bold: bool) -> Font:
    """Return the bold face or the regular one, which is read once per process."""
    name = "Inter-Bold" if bold else "Inter-Regular"
    return Font(name, (_FOLDER / f"{name}.otf").read_bytes())


def pdf_language(language: str) -> str:
    """Return the language of a PDF for a reader of `language`: the same language, or English if
    our fonts do not contain the letters of its name, as for Korean."""
    name = get_language_info(language)["name_local"]
    face = font(bold=False)
    return "en" if any(face.glyph(letter) == _MISSING for letter in name) else language

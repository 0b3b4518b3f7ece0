"""JPEG files made by the tests: photos that are valid, and photos that are not."""

START, END = b"\xff\xd8", b"\xff\xd9"


def segment(marker: int, content: bytes) -> bytes:
    return bytes((0xFF, marker)) + (len(content) + 2).to_bytes(2) + content


def codes(number: int) -> bytes:
    """The table of this class and number that has one code, 0, for one symbol: 0. It stands for
    a difference of none, and for nothing but zeros."""
    return segment(0xC4, bytes((number, 1, *[0] * 15, 0)))


def frame(side: int, height: int | None = None, marker: int = 0xC0) -> bytes:
    """A grey picture of 8 bits."""
    size = (height or side).to_bytes(2) + side.to_bytes(2)
    return segment(marker, b"\x08" + size + b"\x01\x01\x11\x00")


def scan(side: int, blocks: int | None = None) -> bytes:
    """The scan of a flat picture. Each block has two codes of one bit each; ones fill the last
    byte."""
    bits = "00" * ((-(-side // 8)) ** 2 if blocks is None else blocks)
    bits += "1" * (-len(bits) % 8)
    coded = int(f"0{bits}", 2).to_bytes(len(bits) // 8)
    return segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + coded.replace(b"\xff", b"\xff\x00")


QUANTIZATION = segment(0xDB, b"\x00" + b"\x01" * 64)
TABLES = codes(0x00) + codes(0x10)
METADATA = segment(0xE1, b"Exif\x00\x00at home") + segment(0xFE, b"taken by night")
JFIF = segment(0xE0, b"JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")


def jpeg(side: int = 16, *, before: bytes = b"", after: bytes = b"") -> bytes:
    """A flat picture as a minimal file, with `before` and `after` added to it."""
    parts = (QUANTIZATION, frame(side), TABLES, scan(side))
    return START + JFIF + before + b"".join(parts) + END + after

"""The example files, one of each shape."""

from pathlib import Path

from scoring.importers.found import ParsedText
from scoring.importers.recognition import decode, read

FOLDER = Path(__file__).parents[1] / "examples" / "imports"
NAMES = sorted(path.name for path in FOLDER.iterdir())


def example(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def found_in(name: str) -> ParsedText:
    return read(decode(example(name)))

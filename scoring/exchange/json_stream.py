"""Read a large JSON object of an upload piece by piece, trusting nothing."""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from typing import IO, Any

from scoring.strict_json import once_each, refuse

_CHUNK = 1 << 16
# Characters of one value, or of one item of an array.
MAX_VALUE = 1 << 22

# What no text that is stored may have: a zero character, and halves of a pair.
_UNFIT = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


class DamagedFile(ValueError):
    """The file is not what it should be; `sentence` says where, for a person, if that is
    known."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence


def read_object(file: IO[bytes], streamed: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """The names and values of the object that is in the file, in their order; of the arrays
    that `streamed` names, each item by itself. At most MAX_VALUE characters are in memory.

    Raises DamagedFile for what is no JSON object of integers and texts, such as one that ends
    early, has a name twice, or a number with a fraction.
    """
    scanner, arrays, names = _Scanner(file), frozenset(streamed), set[str]()
    scanner.take("{")
    while not scanner.skip("}", first=not names):
        name = scanner.value()
        if not isinstance(name, str) or name in names:
            raise DamagedFile
        names.add(name)
        scanner.take(":")
        if name in arrays:
            scanner.take("[")
            first = True
            while not scanner.skip("]", first=first):
                first = False
                yield name, scanner.value()
        else:
            yield name, scanner.value()
    if scanner.peek():
        raise DamagedFile


class _Scanner:
    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.text, self.place, self.over = "", 0, False
        self.decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self.json = json.JSONDecoder(
            object_pairs_hook=once_each, parse_float=refuse, parse_constant=refuse
        )

    def peek(self) -> str:
        """The next character that is no white space, "" at the end."""
        while True:
            while self.place < len(self.text) and self.text[self.place] in " \t\r\n":
                self.place += 1
            if self.place < len(self.text):
                return self.text[self.place]
            if self.over:
                return ""
            self._fill()

    def take(self, sign: str) -> None:
        if self.peek() != sign:
            raise DamagedFile
        self.place += 1

    def skip(self, end: str, *, first: bool) -> bool:
        """Whether this is the end; if not, take the comma before anything but the first."""
        if self.peek() == end:
            self.place += 1
            return True
        if not first:
            self.take(",")
        return False

    def value(self) -> Any:
        """The next value."""
        self.peek()
        while True:
            try:
                value, end = self.json.raw_decode(self.text, self.place)
            except json.JSONDecodeError:
                value, end = None, -1
            except (ValueError, RecursionError):
                raise DamagedFile from None
            # A number that ends with the text may go on.
            if end >= 0 and (end < len(self.text) or self.over):
                break
            if self.over or len(self.text) - self.place > MAX_VALUE:
                raise DamagedFile
            self._fill()
        if _UNFIT.search(self.text, self.place, end):
            self._check(value)
        self.place = end
        return value

    def _fill(self) -> None:
        """Read as much again as there is, so that a value is tried a few times only."""
        left = self.text[self.place :]
        data = self.file.read(max(_CHUNK, len(left)))
        self.over = not data
        try:
            self.text = left + self.decoder.decode(data, final=self.over)
        except UnicodeDecodeError:
            raise DamagedFile from None
        self.place = 0

    @staticmethod
    def _check(value: Any) -> None:
        text = json.dumps(value, ensure_ascii=False)
        try:
            text.encode()
        except UnicodeEncodeError:
            raise DamagedFile from None
        if "\\u0000" in text:
            raise DamagedFile

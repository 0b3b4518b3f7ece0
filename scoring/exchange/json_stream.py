"""Reads a large uploaded JSON object piece by piece, without trusting it."""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from typing import IO, Any

from scoring.strict_json import once_each, refuse

_CHUNK = 1 << 16
# The most characters of one value, or of one item of a streamed array.
MAX_VALUE = 1 << 22

# Escapes that a text which can be stored must not have: the zero character, and halves of a
# surrogate pair without the other half.
_UNFIT = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


class DamagedFile(ValueError):
    """The file is damaged. `sentence` tells a person what is wrong, or is empty if that is
    unknown."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence


def read_object(file: IO[bytes], streamed: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Yield the names and values of the object in the file, in their order. An array that
    `streamed` names is yielded item by item.

    A value, or an item of a streamed array, may have about MAX_VALUE characters, so memory is
    limited. Raises DamagedFile if the file is no complete JSON object, if a value is too long,
    if a name is there twice, if a number has a fraction, or if a text cannot be stored.
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
        """Return the next character that is no white space, or "" at the end."""
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
        """Skip the sign `end` if it is next, and return whether it was. If it was not, skip the
        comma before the next item, unless that is the first one."""
        if self.peek() == end:
            self.place += 1
            return True
        if not first:
            self.take(",")
        return False

    def value(self) -> Any:
        """Parse the next value."""
        self.peek()
        while True:
            try:
                value, end = self.json.raw_decode(self.text, self.place)
            except json.JSONDecodeError:
                value, end = None, -1
            except (ValueError, RecursionError):
                raise DamagedFile from None
            # A number at the end of the text may continue in the next piece.
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
        """Read at least as much as is still unread, so that a long value is parsed only a few
        times."""
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

"""Measures the size of a page of the reference on the network."""

import gzip
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import brotli
from django.contrib.staticfiles.finders import find
from django.test import Client

from tichu_score.static_files import minify_style

# Browsers accept Brotli over HTTPS only.
ENCODINGS: Mapping[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,
    "gzip": gzip.compress,
}


def compressed_size(
    client: Client, address: str, styles: Sequence[str], encoding: str, language: str = "en"
) -> int:
    """Return the bytes of a page and its style sheets as a browser receives them, without the
    random padding of up to 100 bytes that Django adds to gzip."""
    headers = {"Accept-Encoding": encoding, "Accept-Language": language}
    answer = client.get(address, headers=headers)
    assert answer["Content-Encoding"] == encoding
    page = len(answer.content)
    if encoding == "gzip":
        page = len(gzip.compress(gzip.decompress(answer.content), 6))
    return page + sum(style_size(style, encoding) for style in styles)


@cache  # hundreds of pages have the same few style sheets
def style_size(style: str, encoding: str) -> int:
    """The bytes of a style sheet as a browser gets it."""
    text = minify_style(Path(str(find(style))).read_text())
    return len(ENCODINGS[encoding](text.encode()))

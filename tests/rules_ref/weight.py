"""What a page of the reference weighs on its way to a phone."""

import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import find


def compressed_size(response: Any, styles: Sequence[str]) -> int:
    """The bytes of a compressed page and its style sheets, without the up to 100 random bytes
    that Django adds to what it compresses."""
    files = [Path(str(find(style))).read_bytes() for style in styles]
    return sum(len(gzip.compress(each)) for each in [gzip.decompress(response.content), *files])

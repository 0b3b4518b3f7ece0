"""In which encoding a response is sent, by what the browser accepts (RFC 9110, section 12.5.3).
Whatever is cached of a response is cached by it."""

import re
from functools import lru_cache

BROTLI, GZIP, IDENTITY = "br", "gzip", "identity"
# The shortest response first: it is sent where a browser accepts several equally.
ENCODINGS = (BROTLI, GZIP)

_ITEM = re.compile(r"\s*([\w*-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?", re.ASCII)
# What is not named is acceptable as it is, and wanted less than anything that is.
_LEAST = 0.0001


@lru_cache(1000)
def resolve_encoding(accepted: str, offered: tuple[str, ...] = ENCODINGS) -> str:
    """The encoding of the response, one of `offered` or `IDENTITY`, by the request's
    Accept-Encoding. Items that are malformed count as missing."""
    items = filter(None, map(_ITEM.fullmatch, accepted.lower().split(",")))
    weights = {IDENTITY: _LEAST} | {each[1]: float(each[2] or 1) for each in items}
    others = weights.get("*", 0)
    best = max((*offered, IDENTITY), key=lambda name: weights.get(name, others))
    return best if weights.get(best, others) else IDENTITY

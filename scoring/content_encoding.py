"""The encoding of a response, by the encodings that the browser accepts (RFC 9110, section
12.5.3). Cached responses are stored by their encoding."""

import re
from functools import lru_cache

BROTLI, GZIP, IDENTITY = "br", "gzip", "identity"
# The encoding with the shortest response first, for browsers that accept several equally.
ENCODINGS = (BROTLI, GZIP)

_ITEM = re.compile(r"\s*([\w*-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?", re.ASCII)
# The weight of identity if the header does not name it: it is acceptable, but less than every
# named encoding.
_LEAST = 0.0001


@lru_cache(1000)
def resolve_encoding(accepted: str, offered: tuple[str, ...] = ENCODINGS) -> str:
    """The encoding of the response, one of `offered` or `IDENTITY`, by the Accept-Encoding of
    the request. Malformed items are ignored."""
    items = filter(None, map(_ITEM.fullmatch, accepted.lower().split(",")))
    weights = {IDENTITY: _LEAST} | {each[1]: float(each[2] or 1) for each in items}
    others = weights.get("*", 0)
    best = max((*offered, IDENTITY), key=lambda name: weights.get(name, others))
    return best if weights.get(best, others) else IDENTITY

"""Headers of static files in as few bytes as possible, because a page loads a dozen of them."""

from pathlib import PurePath
from wsgiref.headers import Headers

# A year, which is the maximum that a cache has to respect.
FOREVER = "max-age=31536000, immutable"
WITHOUT_CHARSET = {".css": "text/css", ".js": "text/javascript"}


def shorten_headers(headers: Headers, path: str, _url: str) -> None:
    """Shorten the headers without changing their meaning. Scripts and styles need no charset: a
    browser always reads modules as UTF-8, and the others in the encoding of their page, which
    is UTF-8 too."""
    if "immutable" in (headers["Cache-Control"] or ""):
        headers["Cache-Control"] = FOREVER
    kind = str(headers["Content-Type"]).replace('"', "")
    headers["Content-Type"] = WITHOUT_CHARSET.get(PurePath(path).suffix, kind)

"""Headers of static files, in as few bytes as can be: a page loads a dozen of them."""

from wsgiref.headers import Headers

# A year, which is the most that a cache has to heed.
FOREVER = "max-age=31536000, immutable"


def shorten_headers(headers: Headers, path: str, _url: str) -> None:
    """Say the same in less. A script needs no charset: a browser reads modules as UTF-8 always,
    and other scripts in the encoding of their page, which is UTF-8 too."""
    if "immutable" in (headers["Cache-Control"] or ""):
        headers["Cache-Control"] = FOREVER
    kind = str(headers["Content-Type"]).replace('"', "")
    headers["Content-Type"] = "text/javascript" if path.endswith(".js") else kind

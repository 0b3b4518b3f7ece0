"""Headers of static files."""

from wsgiref.headers import Headers


def shorten_content_type(headers: Headers, path: str, _url: str) -> None:
    """Leave the charset of a script out of its headers: a browser reads modules as UTF-8
    always, and other scripts in the encoding of their page, which is UTF-8 too."""
    if path.endswith(".js"):
        headers["Content-Type"] = "text/javascript"

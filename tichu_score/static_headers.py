"""Headers of static files."""

from wsgiref.headers import Headers


def shorten_content_type(headers: Headers, path: str, _url: str) -> None:
    """Name the type of a file in as few bytes as can be. A script needs no charset: a browser
    reads modules as UTF-8 always, and other scripts in the encoding of their page, which is
    UTF-8 too."""
    kind = str(headers["Content-Type"]).replace('"', "")
    headers["Content-Type"] = "text/javascript" if path.endswith(".js") else kind

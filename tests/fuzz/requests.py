"""Random requests as they are sent to a server: to any address, by any method, with any
encoding."""

import random
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from tests.addresses import ROUTES, path_of
from tests.fuzz.fields import ODD, Known, submission

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"]
CSRF = "a" * 32
FORM = "application/x-www-form-urlencoded"
BOUNDARY = "----boundary"
STREAM = "live"

# Only printable text: the server refuses a header line with other characters before the site
# receives it.
HEADER_TEXT = [each[:8_000] for each in ODD if each.isprintable() or each == ""]
HEADERS = [
    "Accept-Encoding",
    "Accept-Language",
    "If-Match",
    "If-Modified-Since",
    "If-None-Match",
    "Range",
    "Origin",
    "Referer",
    "User-Agent",
    "Host",
    "Expect",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-Forwarded-Host",
    "HX-Request",
    "HX-Target",
    "HX-Current-URL",
    "Tichu-Key",
    "Authorization",
    "Content-Type",
]
CONTENT_TYPES = [
    "multipart/form-data",
    f"multipart/form-data; boundary={'x' * 300}",
    f"{FORM}; charset=utf-7",
    f"{FORM}; charset=\xff",
    f"{FORM}; charset*=rot13''x",
    "application/json",
    "text/plain; charset=idna",
    ";;;",
]


@dataclass(frozen=True, slots=True)
class Request:
    """One request, and what the fuzzer must know about it."""

    name: str
    content: bytes
    broken: bool  # it is cut off or malformed, so there may be no answer
    streams: bool  # its answer does not end


def request(random: random.Random, name: str, allowed: list[str], known: Known) -> Request:
    """Return a request for the address with this name, usually by a method that the address
    accepts."""
    method = random.choice(allowed if random.random() < 0.97 else METHODS)
    path = path_for(random, name, known)
    fields = submission(random, name, known)
    headers = [
        ("Host", "127.0.0.1"),
        ("Connection", "close"),
        ("Cookie", cookie(random, known)),
    ]
    if name.startswith("api_"):
        headers.append(("Authorization", f"Bearer {known['access_token']}"))
    headers += odd_headers(random)
    body, broken = b"", False
    if method == "POST":
        body, more, broken = posted(random, [("csrfmiddlewaretoken", CSRF), *fields])
        headers = [*more, *headers] if random.random() < 0.95 else headers
    elif fields:
        path += f"?{urlencode(fields, errors='surrogatepass')}"
    head = "".join(f"{each}: {text}\r\n" for each, text in headers)
    content = f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1", "replace") + body
    return Request(name, content, broken, streams=name == STREAM)


def path_for(random: random.Random, name: str, known: Known) -> str:
    """Return the path of the address, sometimes with an invalid part."""
    if name == STREAM:
        return f"/live/t/{known['t/key']}/"
    path = path_of(name, known)
    if random.random() < 0.06:
        parts = path.split("/")
        parts[random.randrange(1, len(parts))] = quote(random.choice(ODD)[:200], safe="")
        path = "/".join(parts)
    return path


def cookie(random: random.Random, known: Known) -> str:
    token = known["token"] if random.random() < 0.95 else random.choice(HEADER_TEXT)
    proof = CSRF if random.random() < 0.97 else random.choice(HEADER_TEXT)
    return f"csrftoken={proof}; device={token}"


def odd_headers(random: random.Random) -> list[tuple[str, str]]:
    if random.random() < 0.3:
        return [("HX-Request", "true"), ("HX-Current-URL", "http://127.0.0.1/")]
    if random.random() < 0.2:
        name = random.choice(HEADERS)
        kinds = CONTENT_TYPES if name == "Content-Type" else HEADER_TEXT
        return [(name, random.choice(kinds))]
    return []


def posted(
    random: random.Random, fields: list[tuple[str, str]]
) -> tuple[bytes, list[tuple[str, str]], bool]:
    """Return a body with these fields, its headers, and whether the body is malformed."""
    if random.random() < 0.15:
        body, kind = multipart(random, fields), f"multipart/form-data; boundary={BOUNDARY}"
    else:
        body, kind = urlencode(fields, errors="surrogatepass").encode(), FORM
    headers = [("Content-Type", kind)]
    how = random.random()
    if how < 0.85:
        return body, [*headers, ("Content-Length", str(len(body)))], False
    chunked = [*headers, ("Transfer-Encoding", "chunked")]
    if how < 0.93:
        size = random.choice((1, 7, 1000))
        pieces = [body[at : at + size] for at in range(0, min(len(body), 3_000), size)]
        sent = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
        return sent + b"0\r\n\r\n", chunked, False
    if how < 0.97:
        wrong = random.choice(
            [b"zz\r\n", b"-1\r\nx\r\n", b"5\r\nab\r\n0\r\n\r\n", b"ffffffffffffffff1\r\n"]
        )
        return wrong, chunked, True
    return body[: len(body) // 2], [*headers, ("Content-Length", str(len(body) + 1))], True


def multipart(random: random.Random, fields: list[tuple[str, str]]) -> bytes:
    """Return the fields as a browser sends them with a file. The field `text` is sent as the
    file."""
    parts = []
    for name, text in fields:
        file = '; filename="unsent.json"' if name == "text" or random.random() < 0.1 else ""
        coding = "Content-Transfer-Encoding: base64\r\n" if random.random() < 0.05 else ""
        field = "file" if file else name
        parts.append(
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field}"{file}\r\n'
            f"{coding}\r\n{text}\r\n"
        )
    return ("".join(parts) + f"--{BOUNDARY}--\r\n").encode("utf-8", "surrogatepass")


NAMES = [*ROUTES, STREAM]

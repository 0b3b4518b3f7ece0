"""Requests as a server passes them to an ASGI application."""

from typing import Any
from urllib.parse import unquote

from tichu_score.request_bodies import Scope

Headers = list[tuple[bytes, bytes]]


def scope(
    method: str = "GET", raw_path: bytes = b"/", *, headers: Headers | None = None, **more: Any
) -> Scope:
    asked: Scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(raw_path),
        "raw_path": raw_path,
        "query_string": b"",
        "root_path": "",
        "headers": headers or [],
        "client": ("192.0.2.7", 50000),
        "server": ("192.0.2.1", "8000"),
    }
    return {**asked, **more}

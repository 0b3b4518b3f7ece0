"""Modules of the site, run in the browser without a page of their own."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.server import Server


def static_path(server: Server, name: str) -> str:
    """Where the server has a static file, with its hash."""
    manifest = Path(server.env["DATA_DIR"], "static", "staticfiles.json")
    return f"/static/{json.loads(manifest.read_text())['paths'][name]}"


def run_module(
    page: Page, server: Server, name: str, script: str, value: object, *, at: str = "/"
) -> Any:
    """Call `script` on the page at this address, a function of what this module exports and of
    a value; what comes out travels as JSON."""
    page.goto(at)
    return page.evaluate(
        f"async ([path, text]) => JSON.stringify(await ({script})"
        "(await import(path), JSON.parse(text)))",
        [static_path(server, f"scoring/js/{name}"), json.dumps(value)],
    )

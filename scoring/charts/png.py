"""Render a picture as PNG in the light colour scheme."""

import json
import re
import subprocess
import sys
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

# The width of the image. It is sharp on a phone; with 1350 pixels, rendering would take twice
# the time.
PIXELS = 900

_HERE = Path(__file__).parent
_CSS = _HERE.parent / "static" / "scoring" / "css"
_FONTS = [str(path) for path in sorted((_HERE / "fonts").glob("*.otf"))]

# Characters that names may contain, but XML must not.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_TIMEOUT = 30.0  # seconds

# Only one image is rendered at a time, because each takes several megabytes and most of a core.
_lock = Lock()


@lru_cache(maxsize=32)
def render_png(svg: str) -> bytes:
    """Return the SVG as PNG with a width of `PIXELS`. The last 32 images are cached.

    Characters that our fonts do not contain are taken from system fonts, if there are any. A
    separate process renders, because rendering would block all other requests in this process.
    """
    arguments = {
        "svg_string": _NOT_XML.sub("", svg),
        "style_sheet": _style(),
        "width": PIXELS,
        "font_files": _FONTS,
        "font_family": "Inter",
    }
    with _lock:
        done = subprocess.run(  # noqa: S603 (our own program; user input is sent to its stdin)
            [sys.executable, "-I", _HERE / "png_worker.py"],
            input=json.dumps(arguments).encode(),
            stdout=subprocess.PIPE,
            check=True,
            timeout=_TIMEOUT,
        )
    return done.stdout


@cache
def _style() -> str:
    """Return the style sheets of charts and pictures, with the colours of the light scheme."""
    site = (_CSS / "tichu.css").read_text()
    by_day = dict(re.findall(r"--([\w-]+): light-dark\(([^,]+),", site))
    charts = (_CSS / "charts.css").read_text()
    rules = charts.partition("{")[2].rpartition("}")[0] + (_HERE / "picture.css").read_text()
    rules += _avatar_rules(site)
    return re.sub(r"var\(--([\w-]+)\)", lambda name: by_day.get(name[1], name[0]), rules)


def _avatar_rules(site: str) -> str:
    """Return the colours of avatars as fills."""
    avatar = site.partition(" .avatar {")[2].partition("\n  }")[0]
    fills = re.findall(r"(?:&(\.\w+) \{ )?background: (#\w+);", avatar)
    return "".join(f".avatar{colour} {{ fill: {fill}; }}\n" for colour, fill in fills)

"""A picture as a PNG, looking as it does on the site by day."""

import json
import re
import subprocess
import sys
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

# Sharp on a phone; half as many again would take twice the time.
PIXELS = 900

_HERE = Path(__file__).parent
_CSS = _HERE.parent / "static" / "scoring" / "css"
_FONTS = [str(path) for path in sorted((_HERE / "fonts").glob("*.otf"))]

# What may be typed into a name, and must not stand in XML.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_PATIENCE = 30.0  # seconds

# One at a time: each takes some megabytes, and most of a core.
_drawing = Lock()


@lru_cache(maxsize=32)
def png(svg: str) -> bytes:
    """The drawing as a PNG, `PIXELS` wide. The same drawing again costs nothing for a while.

    Letters that our fonts do not have are taken from those of the system, if there are any.
    It is drawn by a process of its own: in this one, every other request would have to wait.
    """
    order = {
        "svg_string": _NOT_XML.sub("", svg),
        "style_sheet": _style(),
        "width": PIXELS,
        "font_files": _FONTS,
        "font_family": "Inter",
    }
    with _drawing:
        done = subprocess.run(  # noqa: S603 (our own program; what was typed goes to its input)
            [sys.executable, "-I", _HERE / "drawer.py"],
            input=json.dumps(order).encode(),
            stdout=subprocess.PIPE,
            check=True,
            timeout=_PATIENCE,
        )
    return done.stdout


@cache
def _style() -> str:
    """The rules of charts and pictures, with the colours of the site by day in them."""
    site = (_CSS / "tichu.css").read_text()
    by_day = dict(re.findall(r"--([\w-]+): light-dark\(([^,]+),", site))
    charts = (_CSS / "charts.css").read_text()
    rules = charts.partition("{")[2].rpartition("}")[0] + (_HERE / "picture.css").read_text()
    return re.sub(r"var\(--([\w-]+)\)", lambda name: by_day.get(name[1], name[0]), rules)

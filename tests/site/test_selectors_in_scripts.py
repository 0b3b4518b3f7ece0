"""Older browsers, such as Firefox 115, refuse selectors with :has() in scripts by an error."""

import re

from tests.server import ROOT


def test_no_script_asks_for_has() -> None:
    folders = (ROOT / app / "static" for app in ("scoring", "rules_ref", "tichu_score"))
    scripts = [path for folder in folders for path in folder.rglob("*.js")]
    assert [path.name for path in scripts if re.search(r":has\(", path.read_text())] == []
    assert "start.js" in {path.name for path in scripts}

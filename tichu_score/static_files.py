"""How static files are stored: by the hash of their content, compressed, modules without what
only people read."""

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

APPS = ("rules_ref", "scoring", "tichu_score")
OWN_MODULE = re.compile(rf"(?:{'|'.join(APPS)})/js/[\w.-]+\.js")
# A line that is a comment, and the space that a line begins with.
UNREAD = re.compile(r"^[ \t]*(?://.*\n|(?=\S))", re.MULTILINE)


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names in the `import` lines of our own modules are hashed like those on pages, so that a
    module never meets an older or newer one than it was written with. (Django's own switch for
    this takes in what other packages bring, where not every import is of a static file.)"""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *(
            (
                f"{app}/js/*.js",
                (
                    (r'(?P<matched>from "(?P<url>\.{1,2}/[^"]+)")', 'from "%(url)s"'),
                    (r'(?P<matched>import\("(?P<url>\.{1,2}/[^"]+)"\))', 'import("%(url)s")'),
                ),
            )
            for app in APPS
        ),
    )

    def _save(self, name: str, content: Any) -> Any:
        if OWN_MODULE.fullmatch(name):
            content.seek(0)
            content = ContentFile(shortened(content.read().decode()).encode())
        return super()._save(name, content)


def shortened(module: str) -> str:
    """A module of ours without its comments and its indentation."""
    return UNREAD.sub("", module)

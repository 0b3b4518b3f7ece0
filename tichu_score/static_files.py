"""Static file storage: hashed names, bundled, minified and compressed."""

import re
from pathlib import Path
from typing import Any

import rjsmin
from django.contrib.staticfiles.finders import find
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from tichu_score.bundles import BUNDLES, join

APPS = ("rules_ref", "rulings", "scoring", "tichu_score")
OWN_FILE = re.compile(rf"(?:{'|'.join(APPS)})/(js|css)/(?:\w+/)*[\w.-]+\.\1")
# A name with the hash of the content in it.
HASHED_FILE = re.compile(r"[\w./-]+\.[0-9a-f]{12}\.\w+$")
# In a style sheet. Minifiers do not know all of its syntax.
COMMENTS_AND_INDENTATION = re.compile(
    r"^[ \t]*(?:/\*(?s:.*?)\*/\n)?[ \t]*|[ \t]*/\*(?s:.*?)\*/", re.MULTILINE
)
# The space around these says nothing in any syntax of a style sheet, but in a string.
STRING_OR_SPACE = re.compile(
    r"""(?P<string>"[^"]*")|\s*(?P<brace>[{};])\s*|(?<=[\w-])(?P<colon>:)\s+|(?P<comma>,)\s+"""
)


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes names in `import` lines of our own modules like names in pages, so that a module
    never loads another version of a module than it was written with.

    Django's own switch for this includes modules of other packages, where not every import is
    of a static file.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *(
            (
                f"{app}/js/*.js",
                (
                    (
                        r'(?P<matched>\b(?P<word>from|import) ?"(?P<url>\.{1,2}/[^"]+)")',
                        '%(word)s"%(url)s"',
                    ),
                    (r'(?P<matched>import\("(?P<url>\.{1,2}/[^"]+)"\))', 'import("%(url)s")'),
                ),
            )
            for app in APPS
        ),
    )
    # Each pass makes the names right one import further up.
    max_post_process_passes = 20

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Any:
        bundles = {name: (BundleStorage(), name) for name in paths.keys() & BUNDLES.keys()}
        yield from super().post_process(paths | bundles, *args, **options)

    def _save(self, name: str, content: Any) -> Any:
        if own := OWN_FILE.fullmatch(name):
            content.seek(0)
            content = ContentFile(MINIFIERS[own[1]](content.read().decode()).encode())
        return super()._save(name, content)


class BundleStorage(Storage):
    """Bundles, as the sources have them."""

    def _open(self, name: str, _mode: str = "rb") -> Any:
        return ContentFile(join(name, read_source).encode())


def read_source(name: str) -> str:
    """Return the text of a static file as it was written."""
    path = find(name)
    if path is None:
        raise FileNotFoundError(f"No static file {name}.")
    return Path(path).read_text()


def minify_module(text: str) -> str:
    """Return a module without comments and needless spaces; its names stay."""
    return str(rjsmin.jsmin(text))


def minify_style(text: str) -> str:
    """Return a style sheet without comments and needless spaces."""
    short = COMMENTS_AND_INDENTATION.sub("", text)
    return STRING_OR_SPACE.sub(lambda match: str(match[match.lastgroup or 0]), short)


MINIFIERS = {"js": minify_module, "css": minify_style}

"""Static file storage: hashed names, and bundled, minified and compressed content."""

import re
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import find
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from tichu_score.bundles import BUNDLES, join

APPS = ("rules_ref", "rulings", "scoring", "tichu_score")
OWN_FILE = re.compile(rf"(?:{'|'.join(APPS)})/(js|css)/(?:\w+/)*[\w.-]+\.\1")
# A name that contains the hash of the content.
HASHED_FILE = re.compile(r"[\w./-]+\.[0-9a-f]{12}\.\w+$")
# A declaration with a pattern, except in the head of a loop.
PATTERN = re.compile(r"(?<!\()\b(?:const|let) (?=[{\[])")
# A statement across which no declaration is moved. The linter forbids it in modules.
BARRIER = "debugger;"
# In a style sheet.
COMMENTS_AND_INDENTATION = re.compile(
    r"^[ \t]*(?:/\*(?s:.*?)\*/\n)?[ \t]*|[ \t]*/\*(?s:.*?)\*/", re.MULTILINE
)
# White space around these has no meaning in the syntax of a style sheet, except in a string.
STRING_OR_SPACE = re.compile(
    r"""(?P<string>"[^"]*")|\s*(?P<brace>[{};])\s*|(?<=[\w-])(?P<colon>:)\s+|(?P<comma>,)\s+"""
)


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes names in `import` lines of the site's own modules like names in pages, so that a
    module never loads a version of another module for which it was not written.

    Django's own option for this includes modules of other packages, where not every import is
    that of a static file.
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
    # Each pass updates the names one import further up.
    max_post_process_passes = 20

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Any:
        bundles = {name: (BundleStorage(), name) for name in paths.keys() & BUNDLES.keys()}
        yield from super().post_process(paths | bundles, *args, **options)

    def _save(self, name: str, content: Any) -> Any:
        if own := OWN_FILE.fullmatch(name):
            content.seek(0)
            try:
                short = MINIFIERS[own[1]](content.read().decode())
            except ValueError as error:
                raise SyntaxError(f"{name} cannot be read: {error}") from None
            content = ContentFile(short.encode())
        return super()._save(name, content)


class BundleStorage(Storage):
    """Bundles, made from the sources."""

    def _open(self, name: str, _mode: str = "rb") -> Any:
        return ContentFile(join(name, read_source).encode())


# What Safari before 17.4 or 17.5 does not know, with what means the same there. Of the two
# properties `--l` and `--d`, one is empty. The other one has no value, so that the colour in
# its `var()` is used.
IN_LIGHT, IN_DARK = "--l:initial;--d: ;", "--d:initial;--l: ;"
FOR_OLDER_BROWSERS = [
    (r'content:("[^"]*") / ""', r'content:\1;content:\1/""'),
    (r"light-dark\(([^,()]+),([^,()]+)\)", r"var(--l,\1)var(--d,\2)"),
    (r"color-scheme:light;", rf"\g<0>{IN_LIGHT}"),
    (r"color-scheme:dark;", rf"\g<0>{IN_DARK}"),
    (
        r":root\{(color-scheme:light dark;[^}]*\})",
        rf":root{{--d: ;\1@media (prefers-color-scheme:dark){{:root{{{IN_DARK}}}}}",
    ),
]


def read_source(name: str) -> str:
    """Return the source text of a static file."""
    path = find(name)
    if path is None:
        raise FileNotFoundError(f"No static file {name}.")
    return Path(path).read_text()


def minify_module(text: str) -> str:
    """Return a module without comments and unnecessary syntax, and with short names for
    everything that is local to a function; exported names do not change. Raises ValueError with
    the line that is not valid JavaScript.

    minify-go merges adjacent declarations and puts one with a pattern first, in some cases
    (docs/decisions/0004-bundles.md) even if it uses a name that another one declares. So each
    declaration with a pattern is separated from those before it: if it is merged, it is already
    the first one.
    """
    # Imported here, because it includes the runtime of Go, which no process that serves or
    # forks should load.
    import minify  # noqa: PLC0415

    apart = PATTERN.sub(rf"{BARRIER}\g<0>", text)
    return str(minify.string("application/javascript", apart)).replace(BARRIER, "")


def minify_style(text: str) -> str:
    """Return a style sheet without comments and unnecessary spaces.

    minify-go would shorten values too, but after Brotli most sheets would be no smaller, and
    that of the table page would be larger.

    Safari before 17.4 refuses generated content with a text for screen readers, so the same
    content without that text precedes it. Safari before 17.5 has no `light-dark()`.
    """
    short = COMMENTS_AND_INDENTATION.sub("", text)
    tight = STRING_OR_SPACE.sub(lambda match: str(match[match.lastgroup or 0]), short)
    for newer, older in FOR_OLDER_BROWSERS:
        tight = re.sub(newer, older, tight)
    return tight


MINIFIERS = {"js": minify_module, "css": minify_style}

"""How static files are stored: by the hash of their content, and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names in the `import` lines of our own modules are hashed like those on pages, so that a
    module never meets an older or newer one than it was written with. (Django's own switch for
    this takes in what other packages bring, where not every import is of a static file.)"""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "scoring/js/*.js",
            (
                (r'(?P<matched>from "(?P<url>\./[^"]+)")', 'from "%(url)s"'),
                (r'(?P<matched>import\("(?P<url>\./[^"]+)"\))', 'import("%(url)s")'),
            ),
        ),
    )

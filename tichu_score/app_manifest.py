"""The web app manifest: the name, the icons and the share target of an installed app."""

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

# The background of the light colour scheme and its bar, as in tichu.css, because a manifest can
# contain only one of each.
BACKGROUND, BAR = "#f7f5f0", "#101417"
# The types of files from which games are imported, with their file name extensions.
GAME_FILES = {
    "application/json": [".json", ".bgsplay"],
    "text/csv": [".csv"],
    "text/plain": [".txt"],
    "text/tab-separated-values": [".tsv"],
}


def app_manifest() -> dict[str, object]:
    """Return the manifest in the active language."""
    home = reverse("home")
    return {
        "id": home,
        "name": "Tichu Score",
        "short_name": "Tichu",
        "description": _("Two taps a round. Scores, rules and every evening of your group."),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BAR,
        "categories": ["games", "utilities"],
        "icons": [
            _icon("icon", 192),
            _icon("icon", 512),
            _icon("maskable", 512) | {"purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": _("New game"), "url": reverse("new_game"), "icons": [_icon("icon", 192)]},
            {"name": _("Rules"), "url": reverse("rules"), "icons": [_icon("icon", 192)]},
        ],
        **_files(),
    }


def _files() -> dict[str, object]:
    """The share target: files and texts of other apps are sent to the page that imports
    them."""
    shared = reverse("share_target")
    endings = [each for of_type in GAME_FILES.values() for each in of_type]
    return {
        "share_target": {
            "action": shared,
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {
                "title": "title",
                "text": "text",
                "files": [{"name": "file", "accept": [*GAME_FILES, *endings]}],
            },
        },
        "file_handlers": [{"action": shared, "accept": GAME_FILES}],
    }


def _icon(name: str, size: int) -> dict[str, str]:
    source = static(f"tichu_score/img/{name}-{size}.png")
    return {"src": source, "sizes": f"{size}x{size}", "type": "image/png"}

"""Modules and styles as they are stored for browsers."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client

from tichu_score.static_files import OWN_FILE, ModuleStorage, minify_module, minify_style

MODULE = """// Says what it does.
import { site } from "./site.js";

const text = "a; // stays, since it is a string";
// Says why.
export const twice = (number) => {
  return [2 * number, site, text];
};
"""
SHORT = (
    'import{site}from"./site.js";const text="a; // stays, since it is a string";'
    "export const twice=(number)=>{return[2*number,site,text];};"
)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("scoring/js/offline/store.js", "js"),
        ("scoring/css/tichu.css", "css"),
        ("scoring/vendor/idb.js", None),
        ("django_htmx/htmx-4.js", None),
    ],
)
def test_own_files_are_known_by_their_path(path: str, kind: str | None) -> None:
    match = OWN_FILE.fullmatch(path)
    assert (match and match[1]) == kind


def test_module_loses_what_only_people_read() -> None:
    assert minify_module(MODULE) == SHORT


STYLE = """/* Says what
   it is. */
@layer base {
  /* Says why. */
  .a { content: "a; /"; } /* Says what for. */
  .b:is(.c, .d) :first-child { color: red; inline-size: calc(1px + 2px); }
}
"""
SHORT_STYLE = (
    '@layer base{.a{content:"a; /";}.b:is(.c,.d) :first-child'
    "{color:red;inline-size:calc(1px + 2px);}}"
)


def test_style_loses_what_only_people_read() -> None:
    assert minify_style(STYLE) == SHORT_STYLE


STYLE_NAME = "scoring/css/some.css"
MODULE_NAME = "scoring/js/some.js"


@pytest.fixture
def storage(settings: Any, tmp_path: Path) -> ModuleStorage:
    """Where static files are collected to."""
    settings.STATIC_ROOT = tmp_path
    backend = "tichu_score.static_files.ModuleStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": backend}}
    return ModuleStorage()


def collect(storage: ModuleStorage, name: str, text: str) -> str:
    """Collect a static file; its URL."""
    storage.save(name, ContentFile(text.encode()))
    list(storage.post_process({name: (storage, name)}))
    return str(storage.url(name))


def test_script_names_no_charset(storage: ModuleStorage) -> None:
    response = Client().get(collect(storage, MODULE_NAME, MODULE))
    response.getvalue()
    assert response["Content-Type"] == "text/javascript"


def test_file_with_a_hash_lasts_and_has_no_headers_of_pages(storage: ModuleStorage) -> None:
    response = Client().get(collect(storage, STYLE_NAME, STYLE))
    assert response.status_code == 200
    assert response.getvalue() == SHORT_STYLE.encode()
    assert dict(response.headers) == {
        "Content-Type": "text/css; charset=utf-8",
        "Content-Length": str(len(SHORT_STYLE)),
        "Cache-Control": "max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
    }

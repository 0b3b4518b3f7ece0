"""Modules and styles in the form in which they are served to browsers."""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import quickjs
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage
from django.http import FileResponse, HttpResponse
from django.test import Client, RequestFactory

from tests.javascript import modules_of_the_site, read_module
from tichu_score.collect_static import (
    collect_static,
    collected_files,
    digest_of_sources,
    mark_used,
    remove_unused,
    run_in_own_process,
)
from tichu_score.js_modules import every_import, exports, pairs, resolve
from tichu_score.middleware import StaticFilesMiddleware
from tichu_score.start_error import StartError
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
    "export const twice=e=>[2*e,site,text]"
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


@pytest.mark.parametrize(
    "declarations",
    [
        "const list = [1, 2]; const { length } = (same(list));",
        "const list = [1, 2]; const [, length] = (same(list)) ?? [];",
        "let list = [1, 2]; let { length } = (same(list)) ?? {}; list = length;",
        "const list = [1, 2]; const three = 3; const { length } = (same(list));",
        "const list = [1, 2]; const { length } = (same(list)); const [one] = (same(list));",
    ],
)
def test_what_is_declared_first_stays_first(declarations: str) -> None:
    """The read of the variable is in parentheses, where minify-go does not detect it."""
    module = f"(() => {{ const same = (value) => value; {declarations} return length; }})()"
    assert quickjs.Context().eval(minify_module(module)) == 2


def test_effects_keep_their_order() -> None:
    module = """(() => {
      const done = [];
      function note(step) {
        return { number: done.push(step) };
      }
      const one = note("one");
      const { number } = note("two");
      for (const [name, value] of Object.entries({ three: 3 })) note(name + value);
      return JSON.stringify([done, one.number, number]);
    })()"""
    answer = quickjs.Context().eval(minify_module(module))
    assert json.loads(answer) == [["one", "two", "three3"], 1, 2]


@pytest.mark.parametrize("name", modules_of_the_site())
def test_module_keeps_its_imports_and_exports(name: str) -> None:
    text = read_module(name)
    short = minify_module(text)

    [of_files] = [
        each
        for glob, each in ModuleStorage.patterns
        if glob == f"{name[: name.index('/')]}/js/*.js"
    ]
    urls = [match["url"] for pattern, _ in of_files for match in re.finditer(pattern, short)]
    assert {resolve(name, url) for url in urls} == every_import(name, text)

    listed = [pair for names in re.findall(r"export{(.*?)}", short) for pair in pairs(names)]
    declared = re.findall(r"\bexport (?:async )?(?:const|class|function) (\w+)", short)
    assert sorted([*(outside for _, outside in listed), *declared]) == sorted(
        outside for _, outside in exports(text)
    )


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


def test_style_has_colours_for_browsers_without_light_dark() -> None:
    assert minify_style(
        ":root { color-scheme: light dark; --ink: light-dark(#000, #fff); }"
    ) == (
        ":root{--d: ;color-scheme:light dark;--ink:var(--l,#000)var(--d,#fff);}"
        "@media (prefers-color-scheme:dark){:root{--d:initial;--l: ;}}"
    )


def test_content_with_a_text_for_screen_readers_has_a_fallback() -> None:
    assert (
        minify_style('.a::before { content: "‹" / ""; }')
        == '.a::before{content:"‹";content:"‹"/"";}'
    )


STYLE_NAME = "scoring/css/some.css"
MODULE_NAME = "scoring/js/some.js"


@pytest.fixture
def storage(settings: Any, tmp_path: Path) -> ModuleStorage:
    """The storage into which static files are collected."""
    settings.STATIC_ROOT = tmp_path
    backend = "tichu_score.static_files.ModuleStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": backend}}
    return ModuleStorage()


def collect(storage: ModuleStorage, name: str, text: str) -> str:
    """Collect a static file. Returns its URL."""
    storage.delete(name)
    storage.save(name, ContentFile(text.encode()))
    list(storage.post_process({name: (storage, name)}))
    return str(storage.url(name))


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [(MODULE_NAME, MODULE, "text/javascript"), (STYLE_NAME, STYLE, "text/css")],
)
def test_scripts_and_styles_name_no_charset(
    storage: ModuleStorage, name: str, text: str, kind: str
) -> None:
    response = Client().get(collect(storage, name, text))
    response.getvalue()
    assert response["Content-Type"] == kind


def test_module_that_is_no_javascript_is_not_collected(storage: ModuleStorage) -> None:
    with pytest.raises(SyntaxError, match=rf"^{MODULE_NAME} cannot be read: .* on line 2 "):
        collect(storage, MODULE_NAME, "const one = 1;\nconst = 2;")
    assert not storage.exists(MODULE_NAME)


def started() -> StaticFilesMiddleware:
    """Return the middleware of a newly started process in which every page is missing."""
    return StaticFilesMiddleware(lambda _: HttpResponse(status=404))


@pytest.mark.django_db  # closed at the end of any response
def test_file_that_a_newer_release_collects_later_is_found(storage: ModuleStorage) -> None:
    earlier = started()
    url = collect(storage, MODULE_NAME, MODULE)
    response = earlier(RequestFactory().get(url))
    assert isinstance(response, FileResponse)
    with closing(response):
        assert response.getvalue() == SHORT.encode()


@pytest.mark.parametrize(
    "path", ["staticfiles.json", "../secret.0123456789ab.js", "a/../../secret.0123456789ab.js"]
)
def test_nothing_but_collected_files_is_looked_for(
    storage: ModuleStorage, tmp_path: Path, path: str
) -> None:
    earlier = started()
    (tmp_path.parent / "secret.0123456789ab.js").write_text("nobody's")
    collect(storage, MODULE_NAME, MODULE)
    storage.save_manifest()
    request = RequestFactory().get("/")
    request.path_info = f"/static/{path}"
    assert earlier(request).status_code == 404


def test_files_of_the_last_release_stay_for_thirty_days(
    storage: ModuleStorage, tmp_path: Path
) -> None:
    earlier = tmp_path / collect(storage, STYLE_NAME, STYLE).removeprefix("/static/")
    os.utime(earlier, (0, 0))
    mark_used(collected_files())
    now = tmp_path / collect(storage, STYLE_NAME, f"{STYLE}.z {{}}").removeprefix("/static/")

    stopped = earlier.stat().st_mtime
    remove_unused(collected_files(), stopped)
    assert (earlier.exists(), now.exists()) == (True, True)
    remove_unused(collected_files(), stopped + 1)
    assert (earlier.exists(), now.exists()) == (False, True)


def test_files_are_collected_again_by_a_release_that_minifies_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code = tmp_path / "static_files.py"
    monkeypatch.setattr("tichu_score.collect_static.COLLECTING", [code])
    code.write_text("def minify(): ...")
    earlier = digest_of_sources()
    assert digest_of_sources() == earlier
    code.write_text("def minify_shorter(): ...")
    assert digest_of_sources() != earlier


class Sources(FileSystemStorage):
    """Static files as they are in the source. Each read notes the inodes of all served files.
    The notes are in a file, because another process collects the static files."""

    def __init__(self, sources: Path, served: Path, notes: Path) -> None:
        super().__init__(location=sources)
        self.served, self.notes = served, notes

    def open(self, name: str, mode: str = "rb") -> "File[Any]":
        with self.notes.open("a") as notes:
            notes.write(json.dumps(self.files()) + "\n")
        return super().open(name, mode)

    def seen(self) -> list[dict[str, int]]:
        return [json.loads(note) for note in self.notes.read_text().splitlines()]

    def files(self) -> dict[str, int]:
        return {str(file): file.stat().st_ino for file in self.served.rglob("*.*")}


class Finder(BaseFinder):
    sources: Sources

    def list(self, _ignore_patterns: Any) -> Iterator[tuple[str, Sources]]:
        return ((name, self.sources) for name in (STYLE_NAME, MODULE_NAME))


def test_nothing_that_is_served_changes_while_a_newer_release_is_collected(
    storage: ModuleStorage, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STATICFILES_FINDERS = [f"{__name__}.Finder"]
    sources = Finder.sources = Sources(
        tmp_path / "sources", settings.STATIC_ROOT, tmp_path / "notes"
    )
    sources.save(STYLE_NAME, ContentFile(STYLE.encode()))
    sources.save(MODULE_NAME, ContentFile(b"export const first = 1;"))
    collect_static()
    first = sources.files()
    sources.notes.unlink()
    sources.delete(MODULE_NAME)
    sources.save(MODULE_NAME, ContentFile(b"export const second = 2;"))

    collect_static()

    assert len(first) > 2
    assert sources.seen()
    assert [seen for seen in sources.seen() if seen != first] == []
    second = staticfiles_storage.url(MODULE_NAME).removeprefix("/static/")
    assert Path(settings.STATIC_ROOT, second).read_text() == "export const second=2"


def test_collecting_process_that_is_killed_ends_the_start_with_a_sentence() -> None:
    with pytest.raises(StartError) as refused:
        run_in_own_process(lambda: os.kill(os.getpid(), signal.SIGKILL))

    assert refused.value.code == os.EX_TEMPFAIL
    assert str(refused.value) == (
        "The process that collects the static files was killed, by the system if memory ran "
        "out: free some, and start again."
    )


def test_file_with_a_hash_lasts_and_has_no_headers_of_pages(storage: ModuleStorage) -> None:
    response = Client().get(collect(storage, STYLE_NAME, STYLE))
    assert response.status_code == 200
    assert response.getvalue() == SHORT_STYLE.encode()
    assert dict(response.headers) == {
        "Content-Type": "text/css",
        "Content-Length": str(len(SHORT_STYLE)),
        "Cache-Control": "max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
    }

"""Bundles of scripts: their content, and that no page loads a module twice."""

import re
from pathlib import Path

import pytest

from tests.javascript import JavaScript, read_module
from tichu_score.bundles import (
    ALONE_TOO,
    BUNDLES,
    COUNTER,
    SEARCH,
    TABLE_PAGE,
    bundled_only,
    join,
    modules_of,
)
from tichu_score.js_modules import every_import, with_imports
from tichu_score.static_files import minify_module

ROOT = Path(__file__).parent.parent.parent
MODULES = {
    "a/js/page.js": 'import "./page/counter.js";\nimport { add } from "./shared.js";\nadd(1);',
    "a/js/page/counter.js": """
import { add } from "../shared.js";
export const load = () => import("./extra.js");
add(10);
""",
    "a/js/shared.js": """
let total = 0;
export const add = (points) => (total += points);
""",
    "a/js/later.js": """
import * as shared from "./shared.js";
import { twice as doubled } from "./own.js";
export const totals = () => [shared.add(0), doubled(4)];
""",
    "a/js/page/extra.js": "export const extra = 1;",
    "a/js/own.js": """
import { two } from "./own/two.js";
const twice = (n) => two * n;
export { twice };
""",
    "a/js/own/two.js": "export const two = 2;",
}
PAIR = {"a/js/page.js": None, "a/js/later.js": "a/js/page.js"}
LAST = """
import { two } from "./own/two.js";
import { add } from "./shared.js";
export const last = () => add(two);
"""


def bundle(name: str) -> str:
    return join(name, MODULES.__getitem__, PAIR)


def test_later_bundle_takes_what_the_page_has_loaded() -> None:
    """So both bundles share the state of the modules that both import."""
    files = MODULES | {name: bundle(name) for name in PAIR}
    js = JavaScript("a/js/page.js", "a/js/later.js", read=files.__getitem__)
    assert js.call("a/js/later.js", "totals") == [11, 8]


def test_bundle_takes_what_all_those_before_it_have_loaded() -> None:
    texts, last = MODULES | {"a/js/last.js": LAST}, "a/js/last.js"
    chain = PAIR | {last: "a/js/later.js"}
    files = texts | {name: join(name, texts.__getitem__, chain) for name in chain}
    js = JavaScript(*chain, read=files.__getitem__)
    assert js.call(last, "last") == 13
    assert list(modules_of(last, texts.__getitem__, chain)) == [last]


def test_names_of_modules_are_shortened_in_a_bundle() -> None:
    assert re.findall(r"\$\w+", minify_module(bundle("a/js/later.js"))) == []


def test_names_of_exports_are_shortened_in_a_bundle() -> None:
    """Except those that the bundle exports, and those of modules that are imported as a
    namespace."""
    text = minify_module(bundle("a/js/later.js"))
    assert set(re.findall(r"\b(?:twice|doubled|two|add|totals)\b", text)) == {"add", "totals"}


def test_export_that_no_module_imports_is_not_in_a_bundle() -> None:
    assert set(re.findall(r"\w+: (\w+)", bundle("a/js/page.js"))) == {"add"}


def test_module_is_in_one_bundle() -> None:
    assert [list(modules_of(name, MODULES.__getitem__, PAIR)) for name in PAIR] == [
        ["a/js/shared.js", "a/js/page/counter.js", "a/js/page.js"],
        ["a/js/own/two.js", "a/js/own.js", "a/js/later.js"],
    ]


def test_script_that_is_loaded_on_demand_is_found_from_the_bundle() -> None:
    assert 'import("./page/extra.js")' in bundle("a/js/page.js")


def test_file_that_only_bundles_have_is_loaded_by_nothing_else() -> None:
    names = {*MODULES, "a/js/other.js"}
    texts = MODULES | {"a/js/other.js": 'import { twice } from "./own.js";'}

    assert names - bundled_only(names, texts.__getitem__, PAIR) == {
        "a/js/page.js",
        "a/js/later.js",
        "a/js/page/extra.js",
        "a/js/other.js",
        "a/js/own.js",
        "a/js/own/two.js",
    }


def test_first_load_of_the_table_page_has_no_script_of_unsent_changes() -> None:
    assert sorted(modules_of(TABLE_PAGE, read_module)) == [
        "scoring/js/live/connection.js",
        "scoring/js/live/reducer.js",
        "scoring/js/live/status.js",
        "scoring/js/live/updates.js",
        "scoring/js/shared/backoff.js",
        "scoring/js/shared/csrf.js",
        "scoring/js/shared/refusals.js",
        "scoring/js/shared/tap-guard.js",
        "scoring/js/table/halves.js",
        "scoring/js/table/page.js",
        "scoring/js/table/progress.js",
        "scoring/js/table/round-entry.js",
        "scoring/js/table/submit.js",
    ]


def scripts(template: Path) -> list[str]:
    return re.findall(r"{% static '([^']+\.js)' %}", template.read_text())


TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def test_pages_load_no_file_beside_the_bundle_that_has_it() -> None:
    bundled = {name for each in BUNDLES for name in modules_of(each, read_module)}
    named = {name for template in TEMPLATES for name in scripts(template)}
    assert named & bundled == {TABLE_PAGE, COUNTER, SEARCH, *ALONE_TOO}


def test_script_that_a_bundle_loads_later_has_no_module_of_it_beside_it() -> None:
    modules: dict[str, str] = {}
    for each in BUNDLES:
        modules |= modules_of(each, read_module)
    later = set().union(*(every_import(name, text) for name, text in modules.items()))
    beside = {
        each: with_imports(each, read_module).keys() & modules.keys()
        for each in later - modules.keys()
    }
    assert {each: names for each, names in beside.items() if names} == {}


@pytest.mark.parametrize("include", ["_scripts.html", "_form_script.html"])
def test_bundle_of_the_table_page_takes_the_place_of_the_tap_guard(include: str) -> None:
    """The tap guard is in the bundle, and in the block of every other page."""
    including = [each.read_text() for each in TEMPLATES if f'"{include}"' in each.read_text()]
    pages = [text for text in including if "{% extends" in text]
    block = f'{{% block first_script %}}{{% include "{include}" %}}{{% endblock %}}'
    assert pages
    assert [text for text in pages if block not in text] == []

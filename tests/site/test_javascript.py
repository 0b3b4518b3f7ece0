"""The linker of modules that tests run in QuickJS."""

from collections.abc import Mapping
from graphlib import TopologicalSorter

import pytest
import quickjs

from tests.javascript import JavaScript, link, modules_of_the_site, read_module
from tichu_score.js_modules import every_import


def javascript(modules: Mapping[str, str], *names: str) -> JavaScript:
    return JavaScript(*names, read=lambda name: modules[name])


def test_modules_import_names_modules_and_other_names() -> None:
    js = javascript(
        {
            "a/js/one.js": """
import { two, two as other } from "./deep/two.js";
import * as all from "../../b/js/three.js";
import {
  more,
} from "../../b/js/three.js";
export const sum = (x) => x + two + other + all.more + more;
""",
            "a/js/deep/two.js": "const value = 2;\nexport { value as two };",
            "b/js/three.js": "export const more = 30;",
        },
        "a/js/one.js",
    )
    assert js.call("a/js/one.js", "sum", 100) == 164


def test_module_is_imported_when_asked_for() -> None:
    js = javascript(
        {
            "a/js/one.js": 'export const load = async () => (await import("./two.js")).seen();',
            "a/js/two.js": "globalThis.loaded = true;\nexport const seen = () => loaded;",
        },
        "a/js/one.js",
    )
    assert js.run("() => typeof loaded") == "undefined"
    assert js.call("a/js/one.js", "load") is True


def test_cycle_of_imports_is_refused() -> None:
    modules = {
        "a/js/one.js": 'import { two } from "./two.js";\nexport const one = 1;',
        "a/js/two.js": 'import { one } from "./one.js";\nexport const two = 2;',
    }
    with pytest.raises(quickjs.JSException, match=r"cycle of imports leads to a/js/one\.js"):
        javascript(modules, "a/js/one.js")


def test_binding_that_changes_is_refused() -> None:
    with pytest.raises(SyntaxError, match="export let count = 0;"):
        javascript({"a/js/one.js": "export let count = 0;"}, "a/js/one.js")


def test_error_of_a_module_is_raised() -> None:
    js = javascript(
        {"a/js/one.js": "export const f = () => { throw new Error('No.'); };"}, "a/js/one.js"
    )
    with pytest.raises(quickjs.JSException, match="No"):
        js.call("a/js/one.js", "f")


def test_built_ins_of_today_are_there() -> None:
    js = javascript({"a/js/one.js": "export const a = 1;"}, "a/js/one.js")
    assert js.run(
        "() => [[1, 2].at(-1), [1, 2].findLast((n) => n < 2), [1, 2].with(0, 5)]"
    ) == [
        2,
        1,
        [5, 2],
    ]


def test_modules_of_the_site_import_each_other_without_cycles() -> None:
    sorter = TopologicalSorter(
        {name: every_import(name, read_module(name)) for name in modules_of_the_site()}
    )
    sorter.prepare()


def test_syntax_of_all_modules_of_the_site_is_known() -> None:
    assert link(*modules_of_the_site())

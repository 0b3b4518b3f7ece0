"""The site's JavaScript modules without a browser: linked to one script, run in QuickJS.

    RULES = "scoring/js/shared/rules.js"
    js = JavaScript(RULES)
    js.call(RULES, "scoreRound", facts, {})  # JSON goes in, JSON comes out

Modules are named as on the site, `APP/js/NAME.js`. `link(*names)` returns the script alone, to
make many contexts of it: first evaluate what the modules need of a browser, then the script.
The exports of a module are then `modules["APP/js/NAME.js"]`, a property of the global object.
`link(..., read=...)` takes the text of modules from elsewhere, such as one with a fault in it.

`tichu_score/js_modules.py` says which syntax of modules is supported.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import quickjs

from tichu_score.js_modules import as_function, every_import

ROOT = Path(__file__).parent.parent

PRELUDE = """
globalThis.modules = {};
const definitions = {};
const evaluating = new Set();
const require = (name) => {
  if (modules[name]) return modules[name];
  if (evaluating.has(name)) throw new Error(`A cycle of imports leads to ${name}.`);
  evaluating.add(name);
  return (modules[name] = definitions[name]());
};
"""


def read_module(name: str) -> str:
    """Return the text of a module of the site."""
    return (ROOT / name.split("/", 1)[0] / "static" / name).read_text()


def modules_of_the_site() -> list[str]:
    """Return the names of all modules."""
    return sorted(
        path.relative_to(static).as_posix()
        for static in ROOT.glob("*/static")
        for path in static.glob("*/js/**/*.js")
    )


def link(*names: str, read: Callable[[str], str] = read_module) -> str:
    """Return one script with these modules and everything that they import. It evaluates these
    modules in order. Modules that are imported by `import(...)` are in the script too, and are
    evaluated when they are imported."""
    definitions: dict[str, str] = {}
    missing = list(names)
    while missing:
        name = missing.pop()
        if name not in definitions:
            text = read(name)
            definitions[name] = as_function(name, text, required, required_later)
            missing += sorted(every_import(name, text))
    parts = [f"definitions[{json.dumps(name)}] = {body};" for name, body in definitions.items()]
    calls = [f"require({json.dumps(name)});" for name in names]
    return "\n".join(['"use strict";', "{", PRELUDE, *parts, *calls, "}"])


def required(name: str) -> str:
    return f"require({json.dumps(name)})"


def required_later(name: str) -> str:
    return f"Promise.resolve().then(() => {required(name)})"


class JavaScript:
    """A context of QuickJS with these modules. `setup` is evaluated before them; it defines
    what they need from a browser."""

    def __init__(
        self, *names: str, setup: str = "", read: Callable[[str], str] = read_module
    ) -> None:
        self.context = quickjs.Context()
        self.context.eval(setup)
        self.context.eval(link(*names, read=read))

    def call(self, module: str, function: str, *arguments: object) -> Any:
        """Call a function of a module with values that JSON can represent. Returns its result,
        parsed from JSON (None for `undefined`). A promise is awaited if it depends on other
        promises only. Raises quickjs.JSException, TimeoutError."""
        return self.run(
            f"(_, ...given) => modules[{json.dumps(module)}].{function}(...given)",
            *arguments,
        )

    def run(self, script: str, *arguments: object) -> Any:
        """Call `script` in the same way. It is a function of `modules` and of these values."""
        given = json.dumps([*arguments])
        self.context.eval(
            f"globalThis.answer = null; (async () => ({script})(modules, ...{given}))().then("
            "(value) => { answer = JSON.stringify({ value }); },"
            "(error) => { answer = JSON.stringify({ error: `${error}\\n${error.stack}` }); });"
        )
        while self.context.execute_pending_job():
            pass
        answer = self.context.eval("answer")
        if answer is None:
            raise TimeoutError("What was called waits for something that does not come.")
        read = json.loads(answer)
        if "error" in read:
            raise quickjs.JSException(read["error"])
        return read.get("value")

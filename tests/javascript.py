"""The site's JavaScript modules without a browser: linked to one script, run in QuickJS.

    RULES = "scoring/js/shared/rules.js"
    js = JavaScript(RULES)
    js.call(RULES, "scoreRound", facts, {})  # JSON goes in, JSON comes out

Modules are named as on the site, `APP/js/NAME.js`. `link(*names)` gives the script alone, for
whoever makes many contexts of it: evaluate whatever the modules want of a browser, then the
script; each module's exports are then `modules["APP/js/NAME.js"]`, a property of the global
object. `link(..., read=...)` takes the text of a module from elsewhere, say with a fault
planted into it.

Of the syntax of modules this knows what the site uses: `import` and `export` at the beginning
of a line, and `import("./name.js")`. It refuses what it would get wrong: cycles, `export let`
(a binding that changes), top-level `await`.
"""

import json
import posixpath
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import quickjs

ROOT = Path(__file__).parent.parent

IMPORT = re.compile(r'^import\s+(?:([^"]+?)\s+from\s+)?"([^"]+)";$', re.MULTILINE)
REEXPORT = re.compile(r'^export\s+(\{[^}]*\}|\*)\s+from\s+"([^"]+)";$', re.MULTILINE)
DYNAMIC_IMPORT = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT_LIST = re.compile(r"^export\s+\{([^}]*)\};$", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
# What is left of the syntax of modules once all of the above is gone.
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

PRELUDE = """
globalThis.modules = {};
const definitions = {};
const evaluating = new Set();
const require = (name) => {
  if (modules[name]) return modules[name];
  if (evaluating.has(name)) throw new Error(`A cycle of imports leads to ${name}.`);
  evaluating.add(name);
  const exports = {};
  definitions[name](exports);
  return (modules[name] = exports);
};
"""


def read_module(name: str) -> str:
    """The text of a module of the site."""
    return (ROOT / name.split("/", 1)[0] / "static" / name).read_text()


def link(*names: str, read: Callable[[str], str] = read_module) -> str:
    """One script of these modules and all that they import, which evaluates these in order.
    What is imported by `import(...)` is in it too, and evaluated when asked for."""
    definitions: dict[str, str] = {}
    missing = list(names)
    while missing:
        name = missing.pop()
        if name not in definitions:
            definitions[name], imported = define(name, read(name))
            missing += imported
    parts = [f"definitions[{json.dumps(name)}] = {body};" for name, body in definitions.items()]
    calls = [f"require({json.dumps(name)});" for name in names]
    return "\n".join(["{", PRELUDE, *parts, *calls, "}"])


def define(name: str, text: str) -> tuple[str, list[str]]:
    """A module as a function that puts its exports into an object; what it imports."""
    imported: list[str] = []
    exported: list[tuple[str, str]] = []

    def found(path: str) -> str:
        imported.append(posixpath.normpath(posixpath.join(posixpath.dirname(name), path)))
        return f"require({json.dumps(imported[-1])})"

    def as_const(match: re.Match[str]) -> str:
        what, module = match[1], found(match[2])
        if what is None:
            return f"{module};"
        if what.startswith("* as "):
            return f"const {what.removeprefix('* as ')} = {module};"
        return f"const {re.sub(r' as ', ': ', what)} = {module};"

    def as_assignment(match: re.Match[str]) -> str:
        what, module = match[1], found(match[2])
        if what == "*":
            return f"Object.assign(exports, {module});"
        parts = [f"exports.{new} = {module}.{old};" for old, new in pairs(what.strip("{} \n"))]
        return " ".join(parts)

    text = REEXPORT.sub(as_assignment, text)
    text = IMPORT.sub(as_const, text)
    text = DYNAMIC_IMPORT.sub(
        lambda match: f"Promise.resolve().then(() => {found(match[1])})", text
    )
    for match in EXPORT_LIST.finditer(text):
        exported += pairs(match[1])
    exported += [(local, local) for local in EXPORT.findall(text)]
    text = EXPORT.sub("", EXPORT_LIST.sub("", text))
    if left := UNKNOWN.search(text):
        raise SyntaxError(f"{name}: {left[0]}")
    listed = ", ".join(f"{new}: {local}" for local, new in exported)
    return (
        f'(exports) => {{\n"use strict";\n{text}\nObject.assign(exports, {{ {listed} }});\n}}',
        (imported),
    )


def pairs(names: str) -> list[tuple[str, str]]:
    """`a, b as c` of a module, as ("a", "a"), ("b", "c")."""
    parts = [part.split(" as ") for part in names.replace("\n", " ").split(",") if part.strip()]
    return [(part[0].strip(), part[-1].strip()) for part in parts]


class JavaScript:
    """A context of QuickJS with these modules in it. `setup` is evaluated before them: what
    they want of a browser."""

    def __init__(
        self, *names: str, setup: str = "", read: Callable[[str], str] = read_module
    ) -> None:
        self.context = quickjs.Context()
        self.context.eval(setup)
        self.context.eval(link(*names, read=read))

    def call(self, module: str, function: str, *arguments: object) -> Any:
        """Call a module's function with values that JSON can write; what it returns, as read
        from JSON (None for `undefined`). A promise is awaited, as far as nothing but promises
        holds it up. Raises quickjs.JSException, TimeoutError."""
        return self.run(
            f"(_, ...given) => modules[{json.dumps(module)}].{function}(...given)",
            *arguments,
        )

    def run(self, script: str, *arguments: object) -> Any:
        """Call `script`, a function of `modules` and of these values, in the same way."""
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

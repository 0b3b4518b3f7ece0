"""JavaScript modules as functions, so that several of them can form one script.

This supports only the module syntax that the site uses: `import` and `export` at the beginning
of a line, and `import("./name.js")`. It refuses what it cannot convert: cycles, `export let` (a
binding that changes), `export ... from`. An `await` at the top level of a module is a syntax
error in the result.

Modules are named as on the site, `APP/js/NAME.js`.
"""

import posixpath
import re
from collections.abc import Callable, Collection

IMPORT = re.compile(r'^import\s+(?:([^"]+?)\s+from\s+)?"([^"]+)";$', re.MULTILINE)
DYNAMIC_IMPORT = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT_LIST = re.compile(r"^export\s+\{([^}]*)\};$", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
# Module syntax that remains after all of the above was replaced.
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def resolve(name: str, path: str) -> str:
    """The name of the module that a module imports by a relative path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def imports(name: str, text: str) -> list[str]:
    """The modules that a module imports, without dynamic imports (`import(...)`)."""
    return [resolve(name, match[2]) for match in IMPORT.finditer(text)]


def imported_names(name: str, text: str) -> set[tuple[str, str]]:
    """The names that a module imports, as (module, exported name)."""
    return {
        (resolve(name, match[2]), outside)
        for match in IMPORT.finditer(text)
        if (match[1] or "").startswith("{")
        for outside, _ in pairs(match[1].strip("{} \n"))
    }


def every_import(name: str, text: str) -> set[str]:
    """The modules that a module imports, including dynamic imports (`import(...)`)."""
    later = (resolve(name, path) for path in DYNAMIC_IMPORT.findall(text))
    return {*imports(name, text), *later}


def exports(text: str) -> list[tuple[str, str]]:
    """The names that a module exports, as (local name, exported name)."""
    listed = [pair for match in EXPORT_LIST.finditer(text) for pair in pairs(match[1])]
    return [*listed, *((local, local) for local in EXPORT.findall(text))]


def with_imports(
    name: str, read: Callable[[str], str], known: Collection[str] = ()
) -> dict[str, str]:
    """The texts of a module and of all that it imports, except those that are `known`, in the
    order of evaluation. Raises SyntaxError for a cycle."""
    texts: dict[str, str] = {}
    begun: list[str] = []

    def visit(each: str) -> None:
        if each in texts or each in known:
            return
        if each in begun:
            raise SyntaxError(f"A cycle of imports leads to {each}.")
        begun.append(each)
        text = read(each)
        for imported in imports(each, text):
            visit(imported)
        texts[each] = text

    visit(name)
    return texts


def namespaces(name: str, text: str) -> set[str]:
    """The modules that a module imports as a whole (`import * as`)."""
    found = IMPORT.finditer(text)
    return {resolve(name, match[2]) for match in found if (match[1] or "").startswith("* as ")}


def as_function(
    name: str,
    text: str,
    static: Callable[[str], str],
    dynamic: Callable[[str], str],
    property_of: Callable[[str, str], str] = lambda _, exported: exported,
) -> str:
    """A module as a function without arguments that returns its exports. `static` returns the
    expression for the exports of an imported module, and `dynamic` the one for the promise of
    `import(...)`. `property_of` returns the property name of an export of a module, "" if the
    export is not needed. Raises SyntaxError."""

    def as_const(match: re.Match[str]) -> str:
        what, imported = match[1], resolve(name, match[2])
        module = static(imported)
        if what is None:
            return f"{module};"
        if what.startswith("* as "):
            return f"const {what.removeprefix('* as ')} = {module};"
        named = pairs(what.strip("{} \n"))
        picked = (f"{property_of(imported, outside)}: {local}" for outside, local in named)
        return f"const {{ {', '.join(picked)} }} = {module};"

    body = IMPORT.sub(as_const, text)
    body = DYNAMIC_IMPORT.sub(lambda match: dynamic(resolve(name, match[1])), body)
    body = EXPORT.sub("", EXPORT_LIST.sub("", body))
    if left := UNKNOWN.search(body):
        raise SyntaxError(f"{name}: {left[0]}")
    properties = {local: property_of(name, outside) for local, outside in exports(text)}
    returned = ", ".join(f"{given}: {local}" for local, given in properties.items() if given)
    return f"() => {{\n{body}\nreturn {{ {returned} }};\n}}"


def pairs(names: str) -> list[tuple[str, str]]:
    """The names in a list such as `a, b as c` of a module: ("a", "a"), ("b", "c")."""
    parts = [part.split(" as ") for part in names.replace("\n", " ").split(",") if part.strip()]
    return [(part[0].strip(), part[-1].strip()) for part in parts]

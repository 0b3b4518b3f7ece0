"""Bundles: a script and all modules that it imports as one file, which is smaller than the
separate files.

`collect_static` makes them. Pages load the script, and its imports are included.
"""

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from string import ascii_letters

from tichu_score.js_modules import (
    as_function,
    every_import,
    exports,
    imported_names,
    imports,
    namespaces,
    with_imports,
)

TABLE_PAGE = "scoring/js/table/page.js"
COUNTER = "scoring/js/table/counter.js"
UNSENT = "scoring/js/offline/table.js"
NEW_GAME = "scoring/js/offline/new-game.js"
ROTATION = "scoring/js/offline/rotation.js"
WINNING_CONDITIONS = "scoring/js/offline/winning-conditions.js"
SEARCH = "rules_ref/js/search.js"

# Each bundle, with the bundle that its page has loaded before it. Modules of that bundle, and
# of those before it, are not included again.
BUNDLES: Mapping[str, str | None] = {
    TABLE_PAGE: None,
    COUNTER: TABLE_PAGE,
    UNSENT: TABLE_PAGE,
    NEW_GAME: UNSENT,
    ROTATION: UNSENT,
    WINNING_CONDITIONS: UNSENT,
    SEARCH: None,
}

# Modules of bundles that some pages also load without the bundle.
ALONE_TOO = frozenset({"scoring/js/shared/tap-guard.js", "scoring/js/table/amending.js"})

Read = Callable[[str], str]


def modules_of(
    bundle: str, read: Read, bundles: Mapping[str, str | None] = BUNDLES
) -> dict[str, str]:
    """The modules of a bundle with their texts, in the order of evaluation."""
    known = {
        name
        for before in loaded_before(bundle, bundles)
        for name in modules_of(before, read, bundles)
    }
    return with_imports(bundle, read, known)


def loaded_before(bundle: str, bundles: Mapping[str, str | None]) -> list[str]:
    """The bundles that a page loads before this one, in order."""
    before = bundles[bundle]
    return [*loaded_before(before, bundles), before] if before else []


def join(bundle: str, read: Read, bundles: Mapping[str, str | None] = BUNDLES) -> str:
    """The text of a bundle: one module, with the exports of the script after which it is named.

    Bundles that a page loads later read its modules from the global array `bundled`. They
    cannot import them by the name of its file, because that name contains a hash of its text,
    and the text contains the names of their files."""
    own = modules_of(bundle, read, bundles)
    before = loaded_before(bundle, bundles)
    had = [name for each in before for name in given(each, read, bundles)]
    taken = imported_by(own)
    behind = given(bundle, read, bundles)
    folder = posixpath.dirname(bundle)

    def dynamic(name: str) -> str:
        path = posixpath.relpath(name, folder)
        return f'import("{path if path.startswith(".") else f"./{path}"}")'

    short = short_names(read, bundles)
    parts = [
        f"const {variable(name)} = ({as_function(name, text, variable, dynamic, short)})();"
        for name, text in own.items()
    ]
    if taken & set(had):
        picked = ", ".join(variable(name) if name in taken else "" for name in had)
        parts.insert(0, f"const [{picked}] = globalThis.bundled;")
    if behind:
        put = "globalThis.bundled.push({})" if before else "globalThis.bundled = [{}]"
        parts.append(f"{put.format(variables(behind))};")
    parts.append(f"return {variable(bundle)};")
    # In a function, because the minifier does not shorten names at the top level of a module.
    whole = "\n".join(["(() => {", *parts, "})();"])
    names = ", ".join(outside for _, outside in exports(own[bundle]))
    return f"const {{ {names} }} = {whole}\nexport {{ {names} }};" if names else whole


def given(bundle: str, read: Read, bundles: Mapping[str, str | None]) -> list[str]:
    """The modules of a bundle that later bundles import, in the order in the array."""
    own = modules_of(bundle, read, bundles)
    behind = [name for name in bundles if bundle in loaded_before(name, bundles)]
    imported = set().union(*(imported_by(modules_of(name, read, bundles)) for name in behind))
    return sorted(own.keys() & imported)


def short_names(
    read: Read, bundles: Mapping[str, str | None] = BUNDLES
) -> Callable[[str, str], str]:
    """Return a function that returns the name under which other modules of bundles import an
    export of a module: a single letter, because the minifier does not shorten properties; "" if
    no module imports it. Exports of a bundle, and of a module that is imported as a whole, are
    not renamed."""
    modules: dict[str, str] = {}
    for bundle in bundles:
        modules |= modules_of(bundle, read, bundles)
    whole = set(bundles).union(*(namespaces(name, text) for name, text in modules.items()))
    used = set().union(*(imported_names(name, text) for name, text in modules.items()))

    def short_name(module: str, exported: str) -> str:
        if module in whole:
            return exported
        names = [
            outside for _, outside in exports(modules[module]) if (module, outside) in used
        ]
        return ascii_letters[names.index(exported)] if exported in names else ""

    return short_name


def bundled_only(
    names: set[str], read: Read, bundles: Mapping[str, str | None] = BUNDLES
) -> set[str]:
    """Those of these modules that pages load only as parts of bundles."""
    bundled = {name for bundle in bundles for name in modules_of(bundle, read, bundles)}
    alone = (names - bundled) | (names & ALONE_TOO)
    begun = list(alone)
    while begun:
        more = every_import(name := begun.pop(), read(name)) - alone
        alone |= more
        begun += more
    return bundled - bundles.keys() - alone


def imported_by(modules: dict[str, str]) -> set[str]:
    return {each for name, text in modules.items() for each in imports(name, text)}


def variable(name: str) -> str:
    """The name of a module's variable in a bundle. It differs from all variables of the
    modules."""
    return "$" + re.sub(r"\W", "_", name.split("/js/")[1].removesuffix(".js"))


def variables(names: Iterable[str]) -> str:
    return ", ".join(map(variable, names))

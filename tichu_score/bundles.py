"""Bundles: scripts with all that they import in one file, since many small ones weigh more."""

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
UNSENT = "scoring/js/offline/table.js"
NEW_GAME = "scoring/js/offline/new-game.js"
ROTATION = "scoring/js/offline/rotation.js"
WINNING_CONDITIONS = "scoring/js/offline/winning-conditions.js"
SEARCH = "rules_ref/js/search.js"

# Each bundle with the one that its page has loaded before, from which it takes what that has,
# and what those before that have.
BUNDLES: Mapping[str, str | None] = {
    TABLE_PAGE: None,
    UNSENT: TABLE_PAGE,
    NEW_GAME: UNSENT,
    ROTATION: UNSENT,
    WINNING_CONDITIONS: UNSENT,
    SEARCH: None,
}

# Of what bundles have, pages load these too that have not loaded that bundle.
ALONE_TOO = frozenset({"scoring/js/shared/tap-guard.js", "scoring/js/table/amending.js"})

Read = Callable[[str], str]


def modules_of(
    bundle: str, read: Read, bundles: Mapping[str, str | None] = BUNDLES
) -> dict[str, str]:
    """The modules that a bundle has, in the order of their evaluation, with their texts."""
    known = {
        name
        for before in loaded_before(bundle, bundles)
        for name in modules_of(before, read, bundles)
    }
    return with_imports(bundle, read, known)


def loaded_before(bundle: str, bundles: Mapping[str, str | None]) -> list[str]:
    """The bundles that a page has loaded before this one, in order."""
    before = bundles[bundle]
    return [*loaded_before(before, bundles), before] if before else []


def join(bundle: str, read: Read, bundles: Mapping[str, str | None] = BUNDLES) -> str:
    """The text of a bundle: one module that exports what the script of its name does.

    What the bundles behind it import of it, it puts into a global array, after what those
    before it have put there: they cannot name its file, whose name depends on its text, which
    has the names of theirs."""
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
    # In a function, because the minifier shortens no name that a module has at its top.
    whole = "\n".join(["(() => {", *parts, "})();"])
    names = ", ".join(outside for _, outside in exports(own[bundle]))
    return f"const {{ {names} }} = {whole}\nexport {{ {names} }};" if names else whole


def given(bundle: str, read: Read, bundles: Mapping[str, str | None]) -> list[str]:
    """The modules of a bundle that those behind it import."""
    own = modules_of(bundle, read, bundles)
    behind = [name for name in bundles if bundle in loaded_before(name, bundles)]
    imported = set().union(*(imported_by(modules_of(name, read, bundles)) for name in behind))
    return sorted(own.keys() & imported)


def short_names(
    read: Read, bundles: Mapping[str, str | None] = BUNDLES
) -> Callable[[str, str], str]:
    """What the exports of each module are called between modules of bundles: a letter, since
    the minifier shortens no properties; empty if no module imports it. Those of a bundle, and
    of a module that is imported as a whole, keep their names."""
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
    """Those of these modules that are in bundles, and that nothing loads in another way."""
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
    """What a module is called in a bundle: no module has a name of its own like that."""
    return "$" + re.sub(r"\W", "_", name.split("/js/")[1].removesuffix(".js"))


def variables(names: Iterable[str]) -> str:
    return ", ".join(map(variable, names))

"""Joins the page's modules into a few files: on a slow network each round of imports costs time.

A bundle holds modules as functions that are called in the order of their imports::

    const shared_words = (() => {
    const { other } = shared_notation;
    const named = (side) => ...;
    return { named };
    })();

Modules may use only the few forms of import and export that this module reads, on separate lines:
`import {a, b as c} from "./x.js"`, `import * as x from "./x.js"`, `import "./x.js"`, `export`
before a declaration, and `export {a}`. Anything else is refused. What is imported on first use, by
`import("./x.js")` anywhere, is in a bundle of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from urllib.parse import urljoin

_IMPORT = re.compile(
    r'^import (?:(?:\{(?P<names>[^}]*)\}|\* as (?P<whole>\w+)) from )?"(?P<path>\.{1,2}/[^"]+)";$',
    re.MULTILINE,
)
_DECLARED = re.compile(
    r"^export (?=(?:async )?(?:const|function|class) (?P<name>\w+))", re.MULTILINE
)
_LISTED = re.compile(r"^export \{(?P<names>[^}]*)\};$", re.MULTILINE)
_LATER = re.compile(r'\bimport\("(?P<path>\.{1,2}/[^"]+)"\)(?!\.[A-Z])')  # not a type's
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_ROOM = re.compile(r"^games/([^/]+)/page/")
_HERE = "import.meta.url"
_BESIDE = re.compile(rf'^(?! *\*).*\bnew URL\("(?P<path>[^"]+)", {_HERE}\)', re.MULTILINE)


class UnreadableModuleError(ValueError):
    """A module with another form of import or export, or one that imports itself through others."""


def bundled(
    modules: Mapping[str, str],
    shared: str,
    entries: Iterable[str],
    others: Iterable[str] = (),
    apart: str = "",
) -> dict[str, str]:
    """Join modules, sources by path in one folder, into a bundle for each entry; also by path.

    `entries` are loaded later, besides those that a module imports on first use; each has a bundle
    of its own. So have `others`, which the first view does not need. The bundle of `shared` also
    holds its imports, and whatever more than one entry imports, unless all of them are `others`;
    the other bundles import these from it. What only `others` share is in a bundle at the path
    `apart`.

    Raises `UnreadableModuleError`.
    """
    others = list(others)
    near = _all_entries(modules, shared, entries, others)
    every = _all_entries(modules, shared, [*near, *others])
    closures = {entry: _closure(modules, [entry]) for entry in every}
    users = Counter(module for closure in closures.values() for module in closure)
    several = [module for module, many in users.items() if many > 1]
    nearer = {module for entry in near for module in closures[entry]}
    base = _closure(modules, [*(module for module in several if module in nearer), shared])
    rest = [module for module in _closure(modules, several) if module not in base]
    holders = dict.fromkeys(base, shared) | dict.fromkeys(rest, apart)
    own = {shared: base, apart: rest} if rest else {shared: base}
    for entry, closure in closures.items():
        own[entry] = [module for module in closure if module not in holders]
    return {path: _bundle(modules, path, held, holders) for path, held in own.items()}


def reached(modules: Mapping[str, str], entry: str) -> list[str]:
    """The files that a module needs: modules, also those imported on first use, and other files.

    Other files are those that the modules name by `new URL("kernels.wasm", import.meta.url)`.
    """
    found = _closure(modules, [entry, *_all_entries(modules, entry, [])])
    beside = [
        urljoin(module, file["path"])
        for module in found
        for file in _BESIDE.finditer(modules[module])
    ]
    return [*found, *dict.fromkeys(beside)]


def check(modules: Mapping[str, str], entries: Iterable[str]) -> None:
    """Refuse entries that cannot be joined, with `UnreadableModuleError`.

    Those that they import on first use are checked too.
    """
    for entry in entries:
        for module in _closure(modules, [entry, *_all_entries(modules, entry, [])]):
            _body(module, modules[module], module)


def _all_entries(
    modules: Mapping[str, str], shared: str, entries: Iterable[str], without: Sequence[str] = ()
) -> list[str]:
    """Entries, and whatever they, or the shared module, import on first use, `without` some."""
    found = [shared, *dict.fromkeys(entries)]
    for entry in found:  # which grows
        for module in _closure(modules, [entry]):
            for later in _LATER.finditer(modules[module]):
                path = urljoin(module, later["path"])
                if path not in (*found, *without):
                    found.append(path)
    return found[1:]


def _closure(modules: Mapping[str, str], entries: Iterable[str]) -> list[str]:
    """Modules and everything that they import; each comes after its own imports."""
    found: dict[str, bool] = {}  # whether all imports of a module have been found
    order: list[str] = []

    def visit(module: str) -> None:
        if module not in modules:
            raise UnreadableModuleError(f"no module {module}, which another imports")
        if module in found:
            if not found[module]:
                raise UnreadableModuleError(f"{module} imports itself through others")
            return
        found[module] = False
        for imported in _imported(modules, [module]):
            visit(imported)
        found[module] = True
        order.append(module)

    for entry in entries:
        visit(entry)
    return order


def _imported(modules: Mapping[str, str], importing: Iterable[str]) -> list[str]:
    """What some modules import."""
    return [
        urljoin(module, found["path"])
        for module in importing
        for found in _IMPORT.finditer(modules[module])
    ]


def _exports(source: str) -> list[str]:
    """The names that a module exports."""
    listed = [name for found in _LISTED.finditer(source) for name in _names(found["names"])]
    return [*(found["name"] for found in _DECLARED.finditer(source)), *listed]


def _bundle(
    modules: Mapping[str, str], path: str, own: Sequence[str], holders: Mapping[str, str]
) -> str:
    """A bundle of modules: it imports what they need from those that hold what is shared."""
    taken: dict[str, list[str]] = {}
    for module in dict.fromkeys([path, *_imported(modules, own)]):
        if module in holders and holders[module] != path:
            taken.setdefault(holders[module], []).append(_name(module))
    imports = (
        f'import {{ {", ".join(names)} }} from "{_relative(holder, path)}";'
        for holder, names in taken.items()
    )
    if path in holders.values():
        exports = f"export {{ {', '.join(map(_name, own))} }};"
    else:
        exports = f"export const {{ {', '.join(_exports(modules[path]))} }} = {_name(path)};"
    constants = (  # that hold the exports of each module
        f"const {_name(each)} = (() => {{\n{_body(each, modules[each], path)}\n"
        f"return {{ {', '.join(_exports(modules[each]))} }};\n}})();"
        for each in own
    )
    return "\n".join([*imports, *constants, exports, ""])


def _body(path: str, source: str, bundle: str) -> str:
    """A module as statements of a function."""
    source = _IMPORT.sub(lambda found: _taken(path, found), source)
    source = _LISTED.sub("", _DECLARED.sub("", source))
    if other := _OTHER.search(source):
        raise UnreadableModuleError(f"{path}: {other[0]!r}, expected a form that bundles know")
    source = _LATER.sub(
        lambda found: f'import("{_relative(urljoin(path, found["path"]), bundle)}")', source
    )
    return source.replace(_HERE, f'new URL("{_relative(path, bundle)}", {_HERE}).href').strip()


def _taken(path: str, found: re.Match[str]) -> str:
    """The statement for an import of a module."""
    module = _name(urljoin(path, found["path"]))
    if found["whole"]:
        return f"const {found['whole']} = {module};"
    names = ", ".join(name.replace(" as ", ": ") for name in _names(found["names"] or ""))
    return f"const {{ {names} }} = {module};" if names else ""


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]


def _name(path: str) -> str:
    """The constant of a module: several words, unlike the variables in modules."""
    short = _ROOM.sub(r"\1/", path.removesuffix(".js")) if "/" in path else path
    return re.sub(r"\W", "_", short)


def _relative(path: str, base: str) -> str:
    """The address of one file relative to another."""
    up = len(PurePosixPath(base).parent.parts)
    return ("../" * up or "./") + path

"""What a game brings for browsers: its `Page`, which its room names.

The files lie in the folder ``page`` beside the module that defines the `Page`. The site has them
under ``static/games/NAME/page/``, so they reach the shared parts of ours by relative paths:
``../../../kit.js`` is `tablebase/web/static/kit.ts`. If there is a folder ``built``, its modules
and style sheets are used instead of their sources beside it; `tools/page.js` builds ours.

A mode of the page is a folder with three files, ``index.js``, ``page.html`` and ``style.css``; see
`static/shared/app.ts`. It asks questions by ``ask("NAME/question", {...})`` of the kit. Answers
come from the room's engine, a module that exports ``answers``, see `static/engine/answers.ts`, or
else from the server, if the page has one. Engines import from ``../../../engine/kit.js``.

    PAGE = Page(modes=(Mode("kayles", "Kayles"),), engine="engine.js")
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

from tablebase.engine.rooms import (
    NAME,
    Installed,
    RoomWarning,
    default,
    failures,
    installed,
    unknown,
)
from tablebase.errors import quote

FOLDER = "page"
"""The folder with a room's files, beside the module with its `Page`."""

_SOURCES = (".css", ".js", ".ts")

BUILT = "built"
"""The folder in it with what is made from its modules and style sheets."""


class Mode(NamedTuple):
    """A mode of the page."""

    name: str
    """The mode's name in addresses: ``?mode=NAME``."""
    title: str
    """The text of the link to it."""
    folder: str = ""
    """Its folder in ``page``; by default that folder itself."""
    is_tab: bool = False
    """Whether the link is at the top of the page, and not in the menu."""


@dataclass(frozen=True)
class Front:
    """What the default game alone brings: the page around all modes, and what it loads first.

    All paths are relative to the folder ``page``.
    """

    title: str
    """The name of the site."""
    linked: str
    """The mode of an address that has a query but names no mode."""
    kernels: str
    data: str
    """The WebAssembly module and the file of data that the page fetches along with itself, for the
    engine: its module also exports ``begin``, see `static/engine/answers.ts`."""
    offered: Callable[[Any], bytes]
    """Function that makes that data for a `Service`, or for None."""
    head: str
    drawings: str
    parts: str
    """Markup for `index.html`: in its head, among its drawings, and at the end of its body."""
    style: str
    """A style sheet that is appended to the page's."""
    credit: str
    """The last line of the menu, as markup."""
    manifest: str
    """The web application's manifest, which the site has at its top."""
    preview: str
    """A picture for links to the page."""


@dataclass(frozen=True)
class Page:
    """What a game brings for browsers; everything is optional.

    All paths are relative to the folder ``page``.
    """

    modes: tuple[Mode, ...] = ()
    engine: str = ""
    """The module that answers questions."""
    data: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    """The path of a file -> the function that makes its bytes."""
    slow: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    """The same for what takes seconds to make: a server makes it when it is first asked for."""
    late: tuple[str, ...] = ()
    """Patterns of files of the default game that a browser keeps once it has needed them; a pattern
    that ends in a slash is a folder, which is kept whole once a file of it has been needed. A
    browser keeps that game's other files after the first visit, and all files of another game once
    it has needed one."""
    wasm: str = ""
    """The modules of kernels for the browser, ``module:MODULES``, see `tablebase.web.wasm`."""
    front: Front | None = None


@dataclass(frozen=True)
class Mounted:
    """A game's page, and where its files are."""

    name: str
    """The name of the game."""
    page: Page
    folder: Path

    def path(self, path: str) -> str:
        """The path of one of its files, relative to the site's folder ``static``."""
        return f"games/{self.name}/{FOLDER}/{path}"

    def read(self, path: str) -> bytes:
        """The bytes of one of its files."""
        return (self.folder / path).read_bytes()

    def files(self) -> dict[str, bytes]:
        """Its files, those that Python makes quickly among them, by their paths in ``static``."""
        found = files_in(self.folder)
        made = {path: make() for path, make in self.page.data.items()}
        return {self.path(path): data for path, data in (found | made).items()}

    def check_editable(self) -> None:
        """Raise `ValueError` if its files are an installed copy, not the author's own."""
        if {"site-packages", "dist-packages"} & set(self.folder.parts):
            raise ValueError(
                f"{self.folder} is an installed copy of {self.name}: expected its sources, "
                "installed with `pip install -e`"
            )

    def check(self) -> None:
        """Raise `ValueError` if the page names what is not there."""
        for mode in self.page.modes:
            if not NAME.fullmatch(mode.name):
                raise ValueError(f"mode {quote(mode.name)}: expected a name like {NAME.pattern}")
            for name in ("index.js", "page.html", "style.css"):
                self._expect(Path(mode.folder, name))
        if self.page.engine:
            self._expect(Path(self.page.engine))

    def _expect(self, path: Path) -> None:
        # The last is a source whose bundle has another name.
        places = (path, Path(BUILT, path), path.with_suffix(".ts"))
        if not any((self.folder / place).is_file() for place in places):
            raise ValueError(f"expected a file {self.folder / path}")


def files_in(folder: Path) -> dict[str, bytes]:
    """The files that the site has of a folder, by their paths in it; not the sources of others."""
    found = {
        path.relative_to(folder): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }
    built = {
        path.relative_to(BUILT): found.pop(path) for path in [*found] if path.parts[0] == BUILT
    }
    if built:
        found = {path: file for path, file in found.items() if not _is_source(path.name)} | built
    return {path.as_posix(): file.read_bytes() for path, file in found.items()}


def _is_source(name: str) -> bool:
    return name.endswith(_SOURCES) and not name.endswith(".d.ts")


def pages(games: Iterable[str] | None = None) -> list[Mounted]:
    """The pages of the default game, first, and of some installed games, by default of all.

    A page that cannot be used is left out, with a `RoomWarning`. Raises `UnknownGameError` if one
    of the games is not installed, and `ValueError` if one of them has no page.
    """
    wanted = set(installed()) if games is None else {default(), *games}
    for name in wanted - set(installed()):
        raise unknown(name)
    with_page = [name for name, one in installed().items() if one.room.page]
    for name in sorted(wanted - {default(), *with_page}) if games is not None else ():
        raise ValueError(f"the game {name} has no page: expected one of {', '.join(with_page)}")
    found = []
    for name, one in installed().items():
        if name in wanted and one.room.page:
            mounted = usable(one, partial(_mounted, one))
            found += [mounted] if mounted else []
    return found


def usable(one: Installed, make: Callable[[], Any]) -> Any:
    """What a function makes of a game's page; None, and a `RoomWarning`, if that fails.

    The default game's failure is raised.
    """
    try:
        return make()
    except failures() as error:
        if one.name == default():
            raise
        warnings.warn(
            f"the page of the game {one.name!r} of {one.distribution} is left out: "
            f"{type(error).__name__}: {error}",
            RoomWarning,
            stacklevel=2,
        )
        return None


def _mounted(one: Installed) -> Mounted:
    page = resolve_name(one.room.page)
    if not isinstance(page, Page):
        raise TypeError(f"{one.room.page} is {quote(page)}, expected a Page")
    source = import_module(one.room.page.partition(":")[0]).__file__
    assert source is not None
    mounted = Mounted(one.name, page, Path(source).parent / FOLDER)
    mounted.check()
    return mounted

"""The page as files: what a static host serves, and `tablebase serve` beside its API.

The files come from `static/`, which knows no game, and from the pages of the installed games, see
`page`. Paths are relative to the page's own address, so the files work in any folder of any host.
The service worker gets the digest of every file, so a browser can keep the page for use without a
network, and fetches only the changed files of a new version.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urljoin

from tablebase._version import __version__
from tablebase.engine.rooms import installed
from tablebase.web.bundles import bundled, check, reached
from tablebase.web.page import Front, Mode, Mounted, pages, usable

if TYPE_CHECKING:
    from tablebase.web.service import Service

Home = Literal["static", "server"]
"""Who serves the page: a static host, or `tablebase serve`, which also has the API."""

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'"
)
"""The page's Content-Security-Policy: nothing foreign, nothing inline, and WebAssembly."""

GENERATOR = "collapsi-tablebase"
"""The name of our program in the page's generator tag."""

_STATIC = Path(__file__).parent / "static"
_TOP = ("index.html", "manifest.webmanifest", "sw.js")
"""Files outside `static/`: a service worker serves only files beside or below it."""

_INDENT = re.compile(r"\n\s+")
"""Line breaks with what is needless after them."""

_SCRIPTS = ("sw.js", "theme.js", "engine/start.js")
"""Scripts that are not modules."""

_TEMPLATE = re.compile(r"`(?:[^`$\\\n]|\\.|\$(?!\{)|\$\{(?:[^`{}\n]|\{[^`{}\n]*\})*\})*`")
"""A template string within a line, with no other one inside."""


def site(
    home: Home = "static",
    url: str | None = None,
    service: Service | None = None,
    games: Iterable[str] | None = None,
) -> dict[str, bytes]:
    """The page's files by their paths; a server's lack what takes seconds to make, see `slow`.

    `url` is the page's address, ending in a slash, for link previews and search engines; some of
    these need full addresses. The service provides the rules that the page offers. The page has the
    modes of `games` besides the default game's, by default of all that are installed.
    """
    rooms, files = sources(pages(games), service)
    front = _front(rooms)
    index = _completed(files, rooms, home, url)
    for name in (front.head, front.drawings, front.parts):
        del files[rooms[0].path(name)]
    files["style.css"] += files.pop(rooms[0].path(front.style))
    files["manifest.webmanifest"] = files.pop(rooms[0].path(front.manifest))
    files = {
        name if name in _TOP else f"static/{name}": data
        for name, data in _joined(files, rooms).items()
    }
    files["index.html"] = index
    if home == "static":
        files |= {path: make() for path, make in slow(rooms).items()}
    files["sw.js"] = _listing(files, rooms, home) + files["sw.js"]
    return files


def slow(rooms: Iterable[Mounted] | None = None) -> dict[str, Callable[[], bytes]]:
    """What takes seconds to make, by its path: the functions that make it."""
    return {
        f"static/{room.path(path)}": make
        for room in (pages() if rooms is None else rooms)
        for path, make in room.page.slow.items()
    }


def sources(
    rooms: Sequence[Mounted], service: Service | None = None
) -> tuple[list[Mounted], dict[str, bytes]]:
    """The pages that can be used, and all files by their paths in ``static``, modules not joined.

    Served as they are, with an `index.html` of one's own, they work too.
    """
    files = {
        path.relative_to(_STATIC).as_posix(): path.read_bytes()
        for path in sorted(_STATIC.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and not path.name.endswith(".d.ts")
    }
    taken: list[Mounted] = []
    for room in rooms:
        own = usable(installed()[room.name], partial(_files_of, room, files, tuple(taken)))
        if own is not None:
            files |= own
            taken.append(room)
    front = _front(taken)
    files[taken[0].path(front.data)] = front.offered(service)
    return taken, files | _generated(taken)


def _files_of(
    room: Mounted, others: Mapping[str, bytes], taken: Sequence[Mounted]
) -> dict[str, bytes]:
    """The files of a game's page, if it goes together with those that are taken."""
    names = {mode.name: other.name for other in taken for mode in other.page.modes}
    for mode in room.page.modes:
        if mode.name in names:
            raise ValueError(f"the game {names[mode.name]!r} has a mode {mode.name!r}, too")
    own = room.files()
    if room.page.front is None:  # else its modules need those that are generated
        engine = [room.path(room.page.engine)] if room.page.engine else []
        modules = _modules({**others, **own, **_STUBS})
        entries = [*map(_index(room), room.page.modes), *engine]
        check(modules, entries)
        late = (one.path(path) for one in (*taken, room) for path in one.page.slow)
        there = {*modules, *others, *own, *late, taken[0].path(_front(taken).data)}
        for path in (path for entry in entries for path in reached(modules, entry)):
            if path not in there:
                raise ValueError(f"no file {path}, which a module names")
    return own


_STUBS = dict.fromkeys(("rooms.js", "home.js", "engine/rooms.js"), b"")
"""The modules that `_generated` makes."""


def _generated(rooms: Sequence[Mounted]) -> dict[str, bytes]:
    """The modules that say what the rooms bring; their `.d.ts` describe them."""
    front, home = _front(rooms), rooms[0]
    constants = _constants(rooms) | {
        "TITLE": front.title,
        "EQUIPMENT": {"kernels": home.path(front.kernels), "data": home.path(front.data)},
    }
    engines = ", ".join(
        f'{_json(room.name)}: () => import("../{room.path(room.page.engine)}")'
        for room in rooms[1:]
        if room.page.engine
    )
    loaders = f"export const ENGINES = {{ {engines} }};\n".encode()
    return {
        "rooms.js": _module(constants),
        "home.js": _module({}, f"./{home.path(front.module)}"),
        "engine/rooms.js": _module({}, f"../{home.path(home.page.engine)}") + loaders,
    }


def _module(constants: Mapping[str, Any], home: str = "") -> bytes:
    """A module that exports constants, and another module as `home`."""
    imported = [f'import * as home from "{home}";\n', "export { home };\n"] if home else []
    lines = [f"export const {name} = {_json(value)};\n" for name, value in constants.items()]
    return "".join([*imported, *lines]).encode()


def _constants(rooms: Sequence[Mounted]) -> dict[str, Any]:
    """How addresses lead to modes. `start.js` knows it too, before there are modules."""
    modes = [(mode, room) for room in rooms for mode in room.page.modes]
    return {
        "FIRST": modes[0][0].name,
        "LINKED": _front(rooms).linked,
        "MODES": {mode.name: room.path(_folder(mode)) for mode, room in modes},
    }


def _front(rooms: Sequence[Mounted]) -> Front:
    front = rooms[0].page.front
    assert front is not None
    return front


def _folder(mode: Mode) -> str:
    return f"{mode.folder}/" if mode.folder else ""


def _index(room: Mounted) -> Callable[[Mode], str]:
    """Gives the module of a mode of some game."""
    return lambda mode: room.path(f"{_folder(mode)}index.js")


def _joined(files: Mapping[str, bytes], rooms: Sequence[Mounted]) -> dict[str, bytes]:
    """The files with their modules joined into a few, without comments and needless spaces."""
    from rcssmin import cssmin

    scripts = _modules(files)
    first, *further = (_index(room)(mode) for room in rooms for mode in room.page.modes)
    engines = [room.path(room.page.engine) for room in rooms[1:] if room.page.engine]
    # Links lead to the default game; other modes are not worth the bytes.
    started = f"self.ROOMS = {_json(_constants(rooms[:1]))};\n"
    bundles = {
        **bundled(scripts, "main.js", [first], further, "others.js"),
        **bundled(scripts, "engine/worker.js", [], engines, "engine/others.js"),
        **{name: scripts[name] for name in _SCRIPTS},
        "engine/start.js": started + scripts["engine/start.js"],
    }
    others = {
        name: cssmin(data) if name.endswith(".css") else data
        for name, data in files.items()
        if not name.endswith(".js")
    }
    return others | {name: _small(script).encode() for name, script in bundles.items()}


def _modules(files: Mapping[str, bytes]) -> dict[str, str]:
    """The modules and scripts."""
    return {name: data.decode() for name, data in files.items() if name.endswith(".js")}


def _small(script: str) -> str:
    """A script without comments and needless spaces, a third of its size.

    Template strings stay as they are: `jsmin` does not know that they can hold others.
    """
    from rjsmin import jsmin

    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"TEMPLATE_{len(kept) - 1}_"

    while _TEMPLATE.search(script):
        script = _TEMPLATE.sub(keep, script)
    small = str(jsmin(script))
    for number in reversed(range(len(kept))):
        small = small.replace(f"TEMPLATE_{number}_", kept[number])
    return small


def _completed(
    files: Mapping[str, bytes], rooms: Sequence[Mounted], home: Home, url: str | None
) -> bytes:
    """`index.html`, completed for its home and with links to modes and other files."""
    front, room = _front(rooms), rooms[0]
    modes = [mode for room in rooms for mode in room.page.modes]
    equipment = (f"static/{room.path(path)}" for path in (front.data, front.kernels))
    parts = {
        "head": "\n".join([*_head(room, front, url), _text(files, room, front.head)]),
        "preloads": "\n".join(
            f'<link rel="preload" as="fetch" crossorigin href="{path}">' for path in equipment
        ),
        "drawings": _text(files, room, front.drawings),
        "first": modes[0].name,
        "title": escape(front.title),
        "tabs": "\n".join(_link(mode) for mode in modes if mode.is_tab),
        "menu": "\n".join(_link(mode) for mode in modes if not mode.is_tab),
        "credit": front.credit,
        "parts": _text(files, room, front.parts),
    }
    page = files["index.html"].decode()
    for name, part in parts.items():
        place = f"<!-- {name} -->"
        assert place in page
        page = page.replace(place, part)
    if home == "server":
        page = page.replace("<html ", '<html data-api="api/" ', 1)
    return _INDENT.sub("\n", page).encode()


def _head(room: Mounted, front: Front, url: str | None) -> list[str]:
    """What the head of `index.html` has for any game."""
    picture = f"static/{room.path(front.preview)}"
    lines = [
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        f'<meta name="generator" content="{GENERATOR} {__version__}">',
        f'<meta property="og:image" content="{escape(urljoin(url or "", picture))}">',
    ]
    if url:
        lines += [
            f'<meta property="og:url" content="{escape(url)}">',
            f'<link rel="canonical" href="{escape(url)}">',
        ]
    return lines


def _text(files: Mapping[str, bytes], room: Mounted, path: str) -> str:
    return files[room.path(path)].decode().rstrip()


def _link(mode: Mode) -> str:
    return f'<a href="?mode={escape(mode.name)}">{escape(mode.title)}</a>'


def _listing(files: Mapping[str, bytes], rooms: Sequence[Mounted], home: Home) -> bytes:
    """The list of files that the service worker keeps, for its first line."""
    shell: dict[str, str] = {}
    late: dict[str, str] = {}
    own = [f"static/{rooms[0].path(path)}" for path in (*rooms[0].page.late, *rooms[0].page.slow)]
    folders = [path for path in own if path.endswith("/")]
    folders += [f"static/{room.path('')}" for room in rooms[1:]]
    patterns = [*own, *(f"{folder}*" for folder in folders)]
    for name, data in sorted(files.items()):
        if name != "sw.js":
            kept = late if any(fnmatchcase(name, pattern) for pattern in patterns) else shell
            # Some hosts redirect requests for index.html.
            digest = b64encode(sha256(data).digest()).decode()  # as browsers take it
            kept["./" if name == "index.html" else name] = f"sha256-{digest}"
    listing = {"home": home, "shell": shell, "late": late, "folders": folders}
    return f"self.SITE = {_json(listing)};\n".encode()


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))

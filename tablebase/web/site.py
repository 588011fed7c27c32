"""The page as files: what a static host serves, and `tablebase serve` beside its API.

The files come from `static/`, which knows no game, and from the pages of the installed games, see
`page`. `tools/page.js` has joined their modules beforehand, those of a room apart from all others.
Paths are relative to the page's own address, so the files work in any folder of any host.
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
from tablebase.web.page import Front, Mode, Mounted, files_in, pages, usable

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
    files = {name if name in _TOP else f"static/{name}": data for name, data in files.items()}
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
    """The pages that can be used, and all files by their paths in ``static``."""
    files = files_in(_STATIC)
    taken: list[Mounted] = []
    for room in rooms:
        own = usable(installed()[room.name], partial(_files_of, room, tuple(taken)))
        if own is not None:
            files |= own
            taken.append(room)
    front = _front(taken)
    files[taken[0].path(front.data)] = front.offered(service)
    return taken, files


def _files_of(room: Mounted, taken: Sequence[Mounted]) -> dict[str, bytes]:
    """The files of a game's page, if its modes have names of their own."""
    names = {mode.name: other.name for other in taken for mode in other.page.modes}
    for mode in room.page.modes:
        if mode.name in names:
            raise ValueError(f"the game {names[mode.name]!r} has a mode {mode.name!r}, too")
    return room.files()


def brought(rooms: Sequence[Mounted]) -> str:
    """What the rooms bring, for `static/rooms.ts`: JSON within markup."""
    front, home = _front(rooms), rooms[0]
    modes = [(mode, room) for room in rooms for mode in room.page.modes]
    found = {
        "title": front.title,
        "first": modes[0][0].name,
        "linked": front.linked,
        "modes": {mode.name: f"static/{room.path(_folder(mode))}" for mode, room in modes},
        "engines": {
            room.name: f"static/{room.path(room.page.engine)}"
            for room in rooms[1:]
            if room.page.engine
        },
        "equipment": {
            name: f"static/{home.path(path)}"
            for name, path in (("kernels", front.kernels), ("data", front.data))
        },
    }
    return f'<script type="application/json" id="rooms">{_json(found)}</script>'


def _front(rooms: Sequence[Mounted]) -> Front:
    front = rooms[0].page.front
    assert front is not None
    return front


def _folder(mode: Mode) -> str:
    return f"{mode.folder}/" if mode.folder else ""


def _completed(
    files: Mapping[str, bytes], rooms: Sequence[Mounted], home: Home, url: str | None
) -> bytes:
    """`index.html`, completed for its home and with links to modes and other files."""
    front, room = _front(rooms), rooms[0]
    modes = [mode for room in rooms for mode in room.page.modes]
    equipment = (f"static/{room.path(path)}" for path in (front.data, front.kernels))
    parts = {
        "head": "\n".join([*_head(room, front, url), _text(files, room, front.head)]),
        "rooms": brought(rooms),
        "preloads": "\n".join(
            f'<link rel="preload" as="fetch" crossorigin href="{path}">' for path in equipment
        ),
        "drawings": _text(files, room, front.drawings),
        "first": modes[0].name,
        "title": escape(front.title),
        "tabs": "\n".join(map(_link, modes)),  # those of the menu are hidden until they are shown
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
    kind = "tab" if mode.is_tab else "other"
    return f'<a class="{kind}" href="?mode={escape(mode.name)}">{escape(mode.title)}</a>'


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
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")

"""The page as files: what a static host serves, and `tablebase serve` beside its API.

Paths are relative to the page's own address, so the files work in any folder of any host. The
service worker gets the digest of every file, so a browser can keep the page for use without a
network, and fetches only the changed files of a new version.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Literal
from urllib.parse import urljoin

from tablebase._version import __version__
from tablebase.games.collapsi.studies.puzzles.collection import collection_text
from tablebase.web.bundles import bundled
from tablebase.web.service import Service
from tablebase.web.site_atlas import atlas_files
from tablebase.web.site_data import (
    BOOK,
    DATA,
    PLACINGS,
    STRATEGIES,
    THEGAME,
    book_bytes,
    data_json,
    placings_json,
    strategies_json,
    thegame_json,
)
from tablebase.web.wasm.module import RECORD

Home = Literal["static", "server"]
"""Who serves the page: a static host, or `tablebase serve`, which also has the API."""

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'"
)
"""The page's Content-Security-Policy: nothing foreign, nothing inline, and WebAssembly."""

GENERATOR = "collapsi-tablebase"
"""The name of our program in the page's generator tag."""

BOOK_PATH = f"static/engine/{BOOK}"
"""The path of the opening book."""

PUZZLES_PATH = "static/puzzles/collection.csv"
"""The path of the puzzles, which are fetched when one is first shown."""

ATLAS_PATH = "static/atlas"
"""The folder of the atlas; a file in it is fetched when somebody designs one of its decks."""

_SOURCES = Path(__file__).parent / "static"
_TOP = ("index.html", "manifest.webmanifest", "sw.js")
"""Files outside `static/`: a service worker serves only files beside or below it."""

_SCRIPTS = ("sw.js", "theme.js", "engine/start.js")
"""Scripts that are not modules."""

_LATER = ("statistics", "many", "search", "strategy", "nim", "pairs", "solo", "thegame")
"""Modules of the engine that few questions need."""

_COACH = "shared/coach.js"
"""The module that modes load when the coach first speaks."""

_LATE = ("*.gz", "*.jpg", "*.png", f"{ATLAS_PATH}/*")
"""Files that a browser keeps once it has needed them; it keeps all others after the first visit."""

_HEAD = "<!-- head -->"
"""The place in `index.html` that is filled in."""

_COMMENT = re.compile(
    r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*$)\n?", re.MULTILINE | re.DOTALL
)


def site(
    home: Home = "static", url: str | None = None, service: Service | None = None
) -> dict[str, bytes]:
    """The page's files by their paths.

    Parameters
    ----------
    home : {'static', 'server'}
        Who serves the page.
    url : str, optional
        The page's address, ending in a slash, for link previews and search engines; some of these
        need full addresses.
    service : Service, optional
        Provides the rules that the page offers.

    Returns
    -------
    dict
        All files. A server's files lack the opening book, which takes seconds to make; see `book`.
    """
    files = _sources() | {
        f"static/engine/{DATA}": data_json(service),
        f"static/engine/{STRATEGIES}": strategies_json(),
        f"static/engine/{PLACINGS}": placings_json(),
        f"static/engine/{THEGAME}": thegame_json(),
        PUZZLES_PATH: collection_text().encode(),
        **{f"{ATLAS_PATH}/{name}": data for name, data in atlas_files().items()},
    }
    if home == "static":
        files[BOOK_PATH] = book()
    files["index.html"] = _completed(files, home, url)
    files["sw.js"] = _listing(files, home) + files["sw.js"]
    return files


@cache
def book() -> bytes:
    """The file of the opening book."""
    return book_bytes()


def _sources() -> dict[str, bytes]:
    """The page's source files, joined into a few."""
    sources = {
        path.relative_to(_SOURCES).as_posix(): path.read_bytes()
        for path in sorted(_SOURCES.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and path != RECORD
    }
    scripts = {
        name: _without_comments(sources.pop(name).decode())
        for name in list(sources)
        if name.endswith(".js")
    }
    modes = [name.removesuffix("/page.html") for name in sources if name.endswith("/page.html")]
    found = sources | {name: source.encode() for name, source in _bundles(scripts, modes).items()}
    return {name if name in _TOP else f"static/{name}": data for name, data in found.items()}


def _bundles(scripts: Mapping[str, str], modes: Iterable[str]) -> dict[str, str]:
    """The page's modules as bundles: those that the page and its worker load first, and others."""
    return {
        **bundled(scripts, "main.js", [*(f"{mode}/index.js" for mode in modes), _COACH]),
        **bundled(scripts, "engine/worker.js", [f"engine/{late}.js" for late in _LATER]),
        **{name: scripts[name] for name in _SCRIPTS},
    }


def _without_comments(source: str) -> str:
    """A module without the comments that have lines of their own.

    They are for people who work on the page, and would make up a quarter of its size.
    """
    return _COMMENT.sub("", source)


def _completed(files: Mapping[str, bytes], home: Home, url: str | None) -> bytes:
    """`index.html`, completed for its home and with links to other files."""
    picture = "static/icons/preview.jpg"
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
    page = files["index.html"].decode()
    assert _HEAD in page
    page = page.replace(_HEAD, "\n  ".join(lines))
    if home == "server":
        page = page.replace("<html ", '<html data-api="api/" ', 1)
    return page.encode()


def _listing(files: Mapping[str, bytes], home: Home) -> bytes:
    """The list of files that the service worker keeps, for its first line."""
    shell: dict[str, str] = {}
    late: dict[str, str] = {}
    for name, data in sorted(files.items()):
        if name != "sw.js":
            kept = late if any(fnmatchcase(name, pattern) for pattern in _LATE) else shell
            # Some hosts redirect requests for index.html.
            kept["./" if name == "index.html" else name] = _integrity(data)
    listing = {"home": home, "shell": shell, "late": late}
    return b"self.SITE = " + json.dumps(listing, separators=(",", ":")).encode() + b";\n"


def _integrity(data: bytes) -> str:
    """A digest, as browsers take it for `integrity`."""
    return "sha256-" + b64encode(sha256(data).digest()).decode()

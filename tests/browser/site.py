"""The page's engine behind a plain file server: no API, and a strict policy. Needs Node."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from browser.hosts import hosting
from tablebase.web.page import pages
from tablebase.web.site import brought, sources

ROOT = Path(__file__).parents[2]
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
BARE = "<!doctype html><html lang=en><title>engine</title><link rel=icon href=favicon.ico>"
OWN = "static/games/collapsi/page/engine"
"""The folder of Collapsi's engine."""


def apart(folder: Path) -> None:
    """Write the page's modules one by one into a folder, in place of its bundles."""
    command = ("node", ROOT / "tools/page.js", "--apart", folder)
    subprocess.run(command, check=True, timeout=120)


@contextmanager
def engine_site(
    folder: Path, data: dict[str, bytes] | None = None, *, encoded: bool = False
) -> Iterator[str]:
    """Serve a bare page and the engine, module by module; gives the page's address.

    `data` holds further files by path. An encoded `.gz` file is sent as some hosts do: with the
    browser unpacking it.
    """
    rooms, files = sources(pages())
    placed = {f"static/{name}": content for name, content in files.items()}
    for name, content in (placed | (data or {})).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    apart(folder / "static")
    (folder / "index.html").write_text(f"{BARE}{brought(rooms)}")
    (folder / "favicon.ico").write_bytes(b"")

    def headers(path: str) -> dict[str, str]:
        unpacked = {"Content-Encoding": "gzip"} if encoded and path.endswith(".gz") else {}
        return {"Content-Security-Policy": POLICY, **unpacked}

    with hosting(folder, headers) as address:
        yield address

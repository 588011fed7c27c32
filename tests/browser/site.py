"""The page's engine behind a plain file server: no API, and a strict policy. Needs Node."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tablebase.web.page import pages
from tablebase.web.site import brought, sources

ROOT = Path(__file__).parents[2]
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
BARE = "<!doctype html><html lang=en><title>engine</title>"
OWN = "static/games/collapsi/page/engine"
"""The folder of Collapsi's engine."""


class Files(SimpleHTTPRequestHandler):
    def __init__(self, *args: object, encoded: bool, **settings: object) -> None:
        self.encoded = encoded
        super().__init__(*args, **settings)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        if self.encoded and self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


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
    (folder / "favicon.ico").write_bytes(b"")  # browsers ask for it
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Files, directory=str(folder), encoded=encoded)
    )
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

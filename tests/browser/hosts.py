"""A plain host of static files, as the page is published on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PATH = "/games/collapsi/"
"""The path of the page on the file server, which has nothing else, and so no API."""

CONTROLLED = """new Promise((resolve) => {
    const workers = navigator.serviceWorker;
    if (workers.controller) resolve();
    else workers.addEventListener("controllerchange", resolve, { once: true });
}).then(() => undefined)"""
"""Waits until the service worker serves the page: a script."""


@contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """Serve a folder's files under a path; yields the address of the page."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{PATH}"
        finally:
            server.shutdown()
            thread.join()


class Files(SimpleHTTPRequestHandler):
    """What every static host does."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = self.path
        if not path.startswith(PATH):
            self.send_error(404)
            return
        self.path = path.removeprefix(PATH.rstrip("/"))
        super().do_GET()

    def log_message(self, *_: object) -> None:
        pass

"""A plain host of static files, as the page is published on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PATH = "/games/collapsi/"
"""The path of the page on the file server, which has nothing else, and so no API."""

CONTROLLED = """new Promise((resolve) => {
    const workers = navigator.serviceWorker;
    if (workers.controller) resolve();
    else workers.addEventListener("controllerchange", resolve, { once: true });
}).then(() => undefined)"""
"""Waits until the service worker serves the page: a script."""

Headers = Callable[[str], dict[str, str]]


@contextmanager
def hosting(folder: Path, headers: Headers = lambda path: {}) -> Iterator[str]:
    """Serve a folder's files under a path, with more headers; yields the address of the page."""
    files = partial(Files, directory=folder, headers_of=headers)
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
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

    def __init__(self, *args: object, headers_of: Headers, **settings: object) -> None:
        self.headers_of = headers_of
        super().__init__(*args, **settings)

    def send_head(self) -> Any:  # of GET and HEAD
        path = self.path
        if not path.startswith(PATH):
            self.send_error(404)
            return None
        self.path = path.removeprefix(PATH.rstrip("/"))
        return super().send_head()

    def end_headers(self) -> None:
        for name, value in self.headers_of(self.path).items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass

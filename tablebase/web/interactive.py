"""An interactive page of the API: Swagger UI, if it is installed (extra ``[swagger]``).

Its files come from this machine, and obey the same Content-Security-Policy as all others. Only the
files of the package `flask_swagger_ui` are used; it is not imported.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from mimetypes import guess_extension
from pathlib import Path
from urllib.request import urlopen

FOLDER = "swagger"
"""The folder of a server that has the page."""

_PACKAGE = "flask_swagger_ui"

_PAGE = b"""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>HTTP API</title>
<link rel="icon" href="favicon-32x32.png">
<link rel="stylesheet" href="swagger-ui.css">
<main id="swagger"></main>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</html>
"""

_START = b"""\
SwaggerUIBundle({ url: "../api/openapi.json", dom_id: "#swagger", validatorUrl: null });
"""

_DATA = re.compile(r'url\(("?)(data:.*?)\1\)')


def interactive() -> dict[str, bytes]:
    """The page's files by their paths in its folder; none if Swagger UI is not installed."""
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return {}
    dist = Path(spec.submodule_search_locations[0]) / "dist"
    names = ("swagger-ui-bundle.js", "favicon-32x32.png")
    style = (dist / "swagger-ui.css").read_text("utf-8")
    return {
        "index.html": _PAGE,
        "start.js": _START,
        **{name: (dist / name).read_bytes() for name in names},
        **_styled(style),
    }


def _styled(style: str) -> dict[str, bytes]:
    """The style sheet, and the pictures inside it as files: the policy allows no others."""
    files: dict[str, bytes] = {}

    def placed(found: re.Match[str]) -> str:
        with urlopen(found[2].replace('\\"', '"')) as picture:
            name = f"{len(files)}{guess_extension(picture.headers.get_content_type())}"
            files[name] = picture.read()
        return f"url({name})"

    return {"swagger-ui.css": _DATA.sub(placed, style).encode(), **files}

"""Data that Python writes down for the page's engine; `static/engine/data.js` reads it."""

from __future__ import annotations

import json
from typing import Any

from tablebase.engine.values import Coding


def json_bytes(data: Any) -> bytes:
    """Data as a file of JSON, in UTF-8."""
    return json.dumps(data, separators=(",", ":")).encode()


def coding_of(coding: Coding) -> dict[str, Any]:
    """The value of each code, and the mover's code by the smallest among the successors."""
    values = [coding.decode(code) for code in range(coding.no_entry)]
    return {
        "values": [{"result": value.result.value, "dte": value.dte} for value in values],
        "replies": coding.replies.tolist(),
    }

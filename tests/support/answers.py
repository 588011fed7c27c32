"""The two that answer questions about games, a server's endpoints and the engine in JavaScript."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import jsonschema

from tablebase.engine.tables.tablebase import Tablebase
from tablebase.web import package as package_
from tablebase.web.api import addressed
from tablebase.web.parameters import RequestError, read_query
from tablebase.web.service import Service

Question = tuple[str, Mapping[str, Any]]
"""A path, such as ``nim/probe``, and the parameters."""

SCRIPT = """
import { readFileSync } from "node:fs";
import { ask } from "./index.js";
const found = [];
for (const [path, query] of JSON.parse(readFileSync(0, "utf8")))
  found.push(await ask(path, query).catch(({ message, parameter, status }) => (
    { error: message, parameter, status })));
console.log(JSON.stringify(found));
"""
TABLES = Tablebase()
_SERVICE = Service(TABLES)


def served(path: str, query: Mapping[str, Any]) -> Any:
    """What a server answers, checked as the question by schemas; a refusal as `engine` has it."""
    (endpoint,) = (
        found
        for address, found in addressed()
        if address == f"/api/{path}" and found.method == "GET"
    )
    texts = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in query.items()
    }
    try:
        values = read_query(urlencode(texts).encode(), endpoint.parameters)
        answer = json.loads(json.dumps(endpoint.answer(_SERVICE, values)))
    except RequestError as error:
        return {"error": error.message, "parameter": error.parameter, "status": error.status}
    jsonschema.validate(answer, endpoint.schema)
    patterns = {each.name: each.schema.get("pattern", "") for each in endpoint.parameters}
    assert all(re.search(patterns[name], str(text)) for name, text in texts.items())
    return answer


def engine(folder: Path, questions: Iterable[Question]) -> list[Any]:
    """What the package in a folder answers in Node."""
    (folder / "script.mjs").write_text(SCRIPT)
    done = subprocess.run(
        ["node", folder / "script.mjs"],
        input=json.dumps(list(questions)),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def write_package(folder: Path, games: Iterable[str] | None, *, whole: bool = False) -> Path:
    """Write the package with the engines of some games or all, `whole` or without what is slow."""
    slow = package_.slow
    if not whole:
        package_.slow = lambda rooms: dict.fromkeys(slow(rooms), bytes)
    try:
        files = package_.package(games)
    finally:
        package_.slow = slow
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder

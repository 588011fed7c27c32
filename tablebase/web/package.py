"""The engines of the installed games as a JavaScript package, for programs of others.

It holds modules and nothing else that a program loads, so it works as it is in Node, in browsers
and with any bundler: kernels and data are modules, too. Of the page's bundles it has what engines
need, and besides the types of questions and answers. docs/embedding.md shows how to use it.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import distribution
from importlib.resources import files as resources
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from tablebase._version import DISTRIBUTION, __version__
from tablebase.engine.rooms import installed
from tablebase.web.api import endpoints_of
from tablebase.web.page import Mounted, pages
from tablebase.web.records import DECLARATIONS, SCHEMAS
from tablebase.web.site import GENERATOR, slow, sources

if TYPE_CHECKING:
    from tablebase.web.service import Service

FOLDER = "package"
"""The folder beside the page's files that has the package."""

_INDEX = """\
/** Exact answers about positions of games: README.md. */

import {{ embedded }} from "./engine/embedded.js";

export {{ EngineError }} from "./engine/kit.js";

export const version = "{version}";

export const ask = embedded(
  {{
    kernels: new URL("{kernels}", import.meta.url),
    data: new URL("{data}", import.meta.url),
  }},
  {{
{engines}  }},
);
"""

_TYPES = """\
{imports}

/** What may be asked at each path, and the answer. */
export interface Questions {{
{questions}
}}

/** For long work. */
export interface Options {{
  /** Is called now and then, with how far the work is. */
  onprogress?: (sofar: unknown) => unknown;
  /** Ends the work; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}}

type Query<Path extends keyof Questions> = Questions[Path]["query"];

type Given<Path extends keyof Questions> =
  {{}} extends Query<Path>
    ? [query?: Query<Path>, options?: Options]
    : [query: Query<Path>, options?: Options];

/** Ask a question. The promise is rejected with an `EngineError` if there is no answer. */
export function ask<Path extends keyof Questions>(
  path: Path,
  ...given: Given<Path>
): Promise<Questions[Path]["answer"]>;

/** A question without an answer: what is wrong with it, and with which of its parameters. */
export class EngineError extends Error {{
  parameter: string | null;
  /** As in HTTP: 422 the question is wrong, 404 nothing found, 501 the engine cannot answer it. */
  status: number;
}}

/** The version of the Python package that this one was made with. */
export const version: string;
"""


def package(games: Iterable[str] | None = None, service: Service | None = None) -> dict[str, bytes]:
    """The package's files by their paths.

    It has the engines of `games` besides the default game's, by default of all that are installed.
    They know the rules that the service offers by name.
    """
    rooms, files = sources(pages(games), service)
    made = {path.removeprefix("static/"): make for path, make in slow(rooms).items()}
    home, front = rooms[0], rooms[0].page.front
    assert front is not None
    kernels, data = home.path(front.kernels), home.path(front.data)
    engines = "".join(
        f'    "{room.name}": () => import("./{room.path(room.page.engine)}"),\n'
        for room in rooms[1:]
        if room.page.engine
    )
    files["index.js"] = _INDEX.format(
        version=__version__, kernels=kernels, data=data, engines=engines
    ).encode()
    found = dict(_modules(_reached(files, made, "index.js")))
    known = answering(rooms, files)
    types = (room.path(name) for room in known for name in (DECLARATIONS, SCHEMAS))
    installed_files = distribution(DISTRIBUTION).files or []
    license_ = next(path for path in installed_files if path.name == "LICENSE")
    return {
        "package.json": (json.dumps(_described(), indent=2) + "\n").encode(),
        "README.md": resources(__package__).joinpath("package.md").read_bytes(),
        "LICENSE": license_.read_binary(),
        "index.d.ts": _types(known).encode(),
        **found,
        **{path: files[path] for path in types if path in files},
    }


_ADDRESS = re.compile(r'new URL\(["`](?P<path>[^"`]+)["`], ?import\.meta\.url\)')
_IMPORT = re.compile(r'(?:from|import) ?\(?["`](?P<path>\.{1,2}/[^"`]+)["`]')


def _reached(
    files: Mapping[str, bytes], made: Mapping[str, Callable[[], bytes]], entry: str
) -> dict[str, bytes]:
    """The files that a module names: modules, also those imported on first use, and others."""
    found: dict[str, bytes] = {}
    queue = [entry]
    for path in queue:  # which grows
        if path not in found and (path in files or path in made):
            found[path] = files[path] if path in files else made[path]()
            text = found[path].decode() if path.endswith(".js") else ""
            named = (*_IMPORT.finditer(text), *_ADDRESS.finditer(text))
            queue += [urljoin(path, each["path"]) for each in named]
    return found


def _modules(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Files of the page as modules alone, see `static/engine/data.ts`.

    Whatever a module names by its address it imports instead.
    """

    def imported(module: str, found: re.Match[str]) -> str:
        path = urljoin(module, found["path"])
        return f'() => import("./{found["path"]}.js")' if path in files else found[0]

    for path, data in files.items():
        if path.endswith(".js"):
            yield path, _ADDRESS.sub(partial(imported, path), data.decode()).encode()
        else:
            content = data.decode() if path.endswith(".json") else f'"{b64encode(data).decode()}"'
            yield f"{path}.js", f"export default {content};\n".encode()


def packaged(
    games: Iterable[str] | None = None, service: Service | None = None
) -> dict[str, bytes]:
    """The package's files as they lie beside the page's; arguments as of `package`."""
    return {f"{FOLDER}/{path}": data for path, data in package(games, service).items()}


def _described() -> Mapping[str, object]:
    """The content of `package.json`."""
    return {
        "name": DISTRIBUTION,
        "version": __version__,
        "description": "Exact answers about positions of Collapsi and other small games",
        "license": "MIT",
        "type": "module",
        "exports": {
            ".": {"types": "./index.d.ts", "default": "./index.js"},
            "./package.json": "./package.json",
            "./games/*": "./games/*",
        },
        "main": "./index.js",
        "types": "./index.d.ts",
        "sideEffects": False,
        "engines": {"node": ">=20.16"},
        "generator": f"{GENERATOR} {__version__}",
    }


def answering(rooms: Sequence[Mounted], files: Mapping[str, bytes]) -> list[Mounted]:
    """The rooms with an engine whose questions have a description."""
    return [room for room in rooms if room.page.engine and room.path(DECLARATIONS) in files]


def _types(known: Sequence[Mounted]) -> str:
    """The types of all questions to some rooms, the default game's first."""
    imports = [
        f'import type * as {_alias(room)} from "./{room.path("answers.js")}";' for room in known
    ]
    questions = [line for room in known for line in _questions(room, room is known[0])]
    return _TYPES.format(imports="\n".join(imports), questions="\n".join(questions))


def _questions(room: Mounted, is_home: bool) -> Iterator[str]:
    """A line for each question that a game describes, as far as engines answer it."""
    for endpoint in endpoints_of(installed()[room.name]):
        if endpoint.method == "GET" and not endpoint.server_only:
            path = endpoint.path if is_home else f"{room.name}/{endpoint.path}"
            query, answer = (f'{_alias(room)}.{kind}["{endpoint.name}"]' for kind in _KINDS)
            yield f'  "{path}": {{ query: {query}; answer: {answer} }};'


_KINDS = "Queries", "Answers"
"""The interfaces that a game's declarations have, see `records`."""


def _alias(room: Mounted) -> str:
    return room.name.replace("-", "_")

"""One question of the API: what a game's room names as `answers` is a sequence of `Endpoint`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_type_hints

from tablebase.errors import quote
from tablebase.support.seeds import SEEDS, any_seed
from tablebase.web.parameters import Parameter, integer
from tablebase.web.schemas import Schema, schema_of
from tablebase.web.service import Service

Query = Mapping[str, Any]
"""The values of a request's parameters by name, without those that are not given."""

PATH = re.compile(r"[a-z][a-z0-9-]*")


def always(_: Service, __: Query) -> bool:
    """For `quick`, `heavy` and `lasting`: yes, whatever is asked."""
    return True


def never(_: Service, __: Query) -> bool:
    """For `quick`, `heavy` and `lasting`: no, whatever is asked."""
    return False


@dataclass(frozen=True)
class Endpoint:
    """One question that the API answers.

    Examples
    --------
    All that a small game brings, in a module that its room names: ``answers="kayles:ENDPOINTS"``.
    It answers ``/api/kayles/probe?position=...``::

        class Value(TypedDict):
            "The value of a row."

            winner: Annotated[str, "who wins"]
            dte: Annotated[Count, "plies to the end"]


        POSITION = text(
            "position", "a row of pins", parse=Position.parse, required=True, example="III.I"
        )


        @endpoint(POSITION)
        def probe(service: Service, query: Query) -> Value:
            "Who wins a position, and how soon."
            found = service.tables.probe(query["position"])
            return {"winner": found.winner, "dte": found.dte}


        ENDPOINTS = [probe]
    """

    path: str
    """One word. The address is ``/api/PATH`` for the default game and ``/api/GAME/PATH`` for any
    other."""
    summary: str
    """One sentence."""
    answer: Callable[[Service, Query], Any]
    """Function that makes plain data from the `Service` and the query's values. Its return type is
    the answer's record, see `tablebase.web.schemas`. It raises `RequestError` if there is no
    answer."""
    parameters: Sequence[Parameter] = ()
    quick: Callable[[Service, Query], bool] = never
    """Function of the service and the query's values: whether the answer takes only a fraction of a
    millisecond. If not, a pool of threads makes it."""
    heavy: Callable[[Service, Query], bool] = never
    """Function of the same: whether the answer may take more than a few hundredths of a second.
    Heavy questions have their own pool, so that others need not wait for them."""
    lasting: Callable[[Service, Query], bool] = always
    """Function of the same: whether the answer never changes. If it needs a seed, it lasts only if
    one is given."""
    fixed: bool = False
    """Whether the answer to a question without parameters is computed only once."""
    server_only: bool = False
    """Whether no engine in the browser answers it, nor the JavaScript package, only a server."""
    method: str = "GET"
    """GET for parameters in a query, POST for those in a JSON body."""
    examples: Sequence[Mapping[str, Any]] = ()
    """Parameters as they are sent, for examples in the reference; one without parameters if empty.
    The first is the example in the API's description, too."""
    limits: Mapping[str, str] = field(default_factory=dict)
    """Limits of this question alone -> the number and the status beyond it, for the reference."""
    warm: Sequence[Query] = ()
    """Values of the query, each answered once before the server says that it is ready: for kernels
    to compile and data to load."""
    schema: Schema = field(init=False, repr=False)
    """The schema of the answer, from its record."""

    def __post_init__(self) -> None:
        if not PATH.fullmatch(self.path):
            raise ValueError(f"path {quote(self.path)}: expected the form {PATH.pattern}")
        for name in ("quick", "heavy", "lasting"):
            if not callable(given := getattr(self, name)):
                raise TypeError(f"{name} {quote(given)}: expected a function, such as always")
        object.__setattr__(self, "schema", schema_of(self.record))

    @property
    def name(self) -> str:
        """Its name among all of the game's."""
        return f"{self.path}Many" if self.method == "POST" else self.path

    @property
    def record(self) -> Any:
        """The type of the answer."""
        return get_type_hints(self.answer, include_extras=True).get("return", Any)

    def lasts(self, service: Service, query: Query) -> bool:
        """Whether the answer to a query never changes."""
        seeded = any(parameter.name == "seed" for parameter in self.parameters)
        return (not seeded or "seed" in query) and self.lasting(service, query)


def endpoint(
    *parameters: Parameter, **options: Any
) -> Callable[[Callable[[Service, Query], Any]], Endpoint]:
    """Make an `Endpoint` of a function: its name is the path, its docstring the summary."""

    def made(answer: Callable[[Service, Query], Any]) -> Endpoint:
        return Endpoint(answer.__name__, answer.__doc__ or "", answer, parameters, **options)

    return made


SEED = integer(
    "seed",
    0,
    SEEDS - 1,
    "the same seed gives the same answer; chosen and shown if omitted",
)
"""The parameter of whatever is drawn at random."""


def seed_of(query: Query) -> int:
    """The seed that a query gives, else a random one."""
    seed: int = query["seed"] if "seed" in query else any_seed()
    return seed

"""Compare what a room names for others with its rules: tables, answers, kernels for browsers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import urlencode

from tablebase.compare import playout
from tablebase.engine.rooms import Installed, from_attributes, game_of
from tablebase.engine.tables.attributes import table_path
from tablebase.engine.tables.selftest import Check, Sample, checked
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.web.api import endpoints_of
from tablebase.web.endpoints import Endpoint, Query
from tablebase.web.page import pages
from tablebase.web.parameters import RequestError, read_query
from tablebase.web.service import Service
from tablebase.web.wasm.record import stale

GAMES, POSITIONS = 5, 100
"""How many random games, and positions of the sample, are asked about."""


def checks(one: Installed, sample: Sample[Any]) -> Iterator[Check]:
    """Whether a room's tables, its answer `probe` and its kernels for browsers are its game."""
    yield checked("the room finds its tables", partial(_table_errors, sample))
    if sample.game.attributes()["game"] != one.name:
        return  # another kind of tables of the room
    for endpoint in endpoints_of(one):
        if endpoint.name == "probe" and "moves" in endpoint.record.__annotations__:
            find = partial(_answer_errors, one, sample, endpoint)
            yield checked("the answer's moves are those of the rules", find)
    if one.room.page:
        (room,) = (room for room in pages([one.name]) if room.name == one.name)
        if room.page.wasm:
            yield checked("the kernels for browsers are up to date", partial(stale, room))


def _table_errors(sample: Sample[Any]) -> Iterator[str]:
    game = sample.game
    if table_path(found := from_attributes(game.attributes())) != table_path(game):
        yield f"the attributes of {table_path(game)} describe {table_path(found)}"
    for position in sample.positions.values():
        if table_path(found := game_of(position)) != table_path(game):
            yield f"{position} is of {table_path(found)}, expected {table_path(game)}"


def _answer_errors(one: Installed, sample: Sample[Any], endpoint: Endpoint) -> Iterator[str]:
    tables = Tablebase()
    service, asked = Service(tables), 0
    for text in _asked(one, sample, endpoint):
        try:
            position, query = _read(one, endpoint, text)
            answer = endpoint.answer(service, query)
        except (RequestError, ValueError):
            continue  # a position of other rules than the usual ones, or one that is too large
        if answer.get("moves") is None:
            continue  # it shows less of long games
        asked += 1
        found = {move["move"]: move["position"] for move in answer["moves"]}
        expected = {str(move): str(position.play(move)) for move in position.legal_moves()}
        if found != expected:
            yield f"{position}: moves {found}, by the rules {expected}"
        probe = tables.probe(position)
        if (answer["result"], answer["dte"]) != (probe.result.value, probe.dte):
            yield f"{position}: {answer['result']} in {answer['dte']}, expected {probe.value}"
    if not asked:
        yield "it shows the moves of no position of its examples or of the sample"


def _read(one: Installed, endpoint: Endpoint, text: str) -> tuple[Any, Query]:
    """A position as an endpoint reads it, and the query."""
    query = read_query(urlencode({"position": text}).encode(), endpoint.parameters)
    given = query["position"]
    return given if hasattr(given, "legal_moves") else one.read(given), query


def _asked(one: Installed, sample: Sample[Any], endpoint: Endpoint) -> Iterator[str]:
    """The positions of random games from the examples, and some of the sample."""
    rng = random.Random(1)
    for example in (parameter.example for parameter in endpoint.parameters if parameter.required):
        position, _ = _read(one, endpoint, example)
        for _ in range(GAMES):
            yield from map(str, playout(position, rng))
    ranks = sorted(sample.positions)
    for rank in rng.sample(ranks, min(POSITIONS, len(ranks))):
        yield str(sample.positions[rank])

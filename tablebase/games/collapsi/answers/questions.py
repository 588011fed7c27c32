"""The answers about a position: its value, its moves, a search, the computer's reply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from tablebase.engine.play.opponents import STRENGTHS
from tablebase.engine.probe import brief
from tablebase.engine.rooms import game_of
from tablebase.engine.search.forward import SearchedMove, search_moves
from tablebase.engine.values import Result
from tablebase.errors import MissingTableError
from tablebase.games.collapsi.answers import records
from tablebase.games.collapsi.answers.offer import Offer, is_tabled, level_of, position_of, rules_of
from tablebase.games.collapsi.answers.shown import path_of, shown_position, shown_probe
from tablebase.games.collapsi.fast import NIBBLES
from tablebase.games.collapsi.game import of_position
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.strategy.features import StrategyError
from tablebase.games.collapsi.strategy.players import choose, load_player, player_names
from tablebase.games.collapsi.strategy.preferences import strategy_names
from tablebase.web.endpoints import SEED, Endpoint, Query, always, endpoint, never, seed_of
from tablebase.web.parameters import RequestError, choice, integer, text, texts
from tablebase.web.service import CACHED_BYTES, Service
from tablebase.web.workers import LateError, check_for, check_wanted

SEARCH_SECONDS = 10
SEARCH_NODES = 1 << 30
"""The limits of a search."""

MOST_POSITIONS = 1000
"""Maximum number of positions in one request for values."""

BATCH_SECONDS = 10
"""How long the tables of one request may take."""

START = "A223/4A2J/3A23/J3A4"
"""The deal of the examples."""

LATER = "A223/4A2rxJ/3A23/Jb3A4 b"
"""A later position of that deal."""

THREE = "2bArA4g/x33xJxJ/x32xJ3/x2Ax2A b"
"""A position with three players."""

LARGE = "x5x3xAx4x4/x53r4bA2/xJxJ322/2A34A r"
"""A position on a larger board."""

WARM = {
    "collapsi": "3x23x3/x2Ax3xA/x4AAbxJ/xJ4r22 r",
    "5x5": "x2x3x4x64/x3xJ3xJ6/x2xAx5x62r/x53b5AA/xA54x4x2 b",
}
"""Positions near the end that need the kernels of each kind of search, by rules."""

NOTATION = r"^[AJajx?0-9rbgy_/\s]+$"
"""The characters that notations use."""

POSITION = text(
    "position",
    "a position in notation; a deal means its start",
    required=True,
    example=LATER,
    pattern=NOTATION,
)
POSITIONS = texts(
    "positions",
    MOST_POSITIONS,
    "positions in notation",
    example=[LATER, START],
    pattern=NOTATION,
)
RULES = replace(
    text(
        "rules",
        "the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default "
        "the published game",
        example="5x5",
    ),
    besides='Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">',
)
EDITION = text(
    "edition",
    "how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 "
    "(rules 1.2 and later), or another edition of the rules",
    example="single",
)


def lasts(service: Service, query: Query) -> bool:
    """Whether an answer under these rules stays the same.

    A file of rules may be edited, and a file with a table that is never built may be added.
    """
    rules, _ = rules_of(service, query)
    return rules not in service.state(Offer).added and is_tabled(rules)


def at_hand(service: Service, query: Query) -> bool:
    """Whether the table of a position is in memory."""
    table = service.tables.cached(position_of(service, query))
    return table is not None and table.in_memory


def is_heavy(service: Service, query: Query) -> bool:
    """Whether an answer under these rules may take more than a few hundredths of a second."""
    rules, _ = rules_of(service, query)
    return not NIBBLES.fits(rules)


def needs_heavy_table(service: Service, query: Query) -> bool:
    """Whether the table of a position may have to be built first, for a second or more."""
    position = position_of(service, query)
    opened = service.tables.cached(position) is not None
    return not opened and is_heavy(service, query)


def is_reply_at_hand(service: Service, query: Query) -> bool:
    """Whether a reply needs no more than a look-up in memory."""
    return level_of(query) not in strategy_names() and at_hand(service, query)


def is_heavy_reply(service: Service, query: Query) -> bool:
    """Whether a reply may need a table, of values or for a strategy, that takes long to make."""
    if level_of(query) in strategy_names():
        return is_heavy(service, query)
    return needs_heavy_table(service, query)


@contextmanager
def from_table(parameter: str, item: Deal | Position) -> Iterator[None]:
    """Answer 422 if a table is needed and there is none."""
    try:
        yield
    except MissingTableError as error:
        raise _no_table(error, parameter, item) from None


def _no_table(error: MissingTableError, parameter: str, item: Deal | Position) -> RequestError:
    instead = "; /api/search needs none" if game_of(item).is_searched else ""
    return RequestError(422, f"no table: {error}{instead}", parameter)


@endpoint(
    POSITION,
    EDITION,
    RULES,
    quick=at_hand,
    heavy=needs_heavy_table,
    lasting=lasts,
    examples=({"position": LATER}, {"position": THREE, "rules": "3-players"}),
)
def probe(service: Service, query: Query) -> records.Probe:
    """The exact value of a position and of every move; with 3 or 4 players, for each player."""
    position = position_of(service, query)
    try:
        return shown_probe(service.tables.probe(position))
    except MissingTableError as error:
        return _untabled(position, error)


def probe_many(service: Service, query: Query) -> records.Values:
    """The exact values of many positions."""
    rules, edition = rules_of(service, query)
    positions = []
    for at, written in enumerate(query["positions"]):
        try:
            positions.append(Position.parse(written, edition, rules))
        except ValueError as error:
            raise RequestError(422, f"positions[{at}]: {error}", "positions", at) from None
    with from_table("positions", positions[0]):
        _check_tables(positions)
        try:
            values = service.tables.values(positions, check_for(BATCH_SECONDS))
        except LateError:
            raise RequestError(
                503,
                f"the tables take longer than {BATCH_SECONDS} seconds: expected fewer deals, or "
                "the same question again, for the last tables made are kept for a while",
                "positions",
            ) from None
    return {"values": list(map(brief, positions, values))}


PROBE_MANY = Endpoint(
    "probe",
    "The exact values of many positions at once, without their moves.",
    probe_many,
    (POSITIONS, EDITION, RULES),
    heavy=always,
    lasting=never,
    method="POST",
    examples=({"positions": [LATER, START]},),
    limits={
        "positions in a body": f"{MOST_POSITIONS:,}, else 422",
        "tables for a body's positions": f"{CACHED_BYTES >> 20} MiB in all, unless they need "
        "only one; else 422",
        "time of a body's tables": f"{BATCH_SECONDS} seconds, else 503",
    },
)


def _check_tables(positions: Sequence[Position]) -> None:
    """Check that there is only one table, or that all tables fit in memory at once."""
    games = {game.key: game for game in map(of_position, positions)}
    if len(games) == 1:  # perhaps that of all deals, which has no size
        return
    needed = sum(game.size * game.coding.bits // 8 for game in games.values())
    if needed > CACHED_BYTES:
        raise RequestError(
            422,
            f"the tables of {len(games)} deals take {needed >> 20:,} MiB: expected fewer deals, "
            f"with tables of {CACHED_BYTES >> 20} MiB or less",
            "positions",
        )


@endpoint(
    POSITION,
    EDITION,
    RULES,
    heavy=needs_heavy_table,
    lasting=lasts,
    examples=({"position": START, "edition": "single"},),
)
def line(service: Service, query: Query) -> records.Line:
    """The principal variation: best play by every side from a position to the end."""
    position = position_of(service, query)
    try:
        found = service.tables.line(position)
    except MissingTableError as error:
        return {"line": [_untabled(position, error)]}
    return {"line": [shown_probe(probe) for probe in found]}


def _untabled(position: Position, error: MissingTableError) -> records.Probe:
    """The answer to a probe without a table, so that people can still play.

    Raises `RequestError` if the position can be searched instead.
    """
    if of_position(position).is_searched:
        raise _no_table(error, "position", position)
    return _without_values(position)


@endpoint(POSITION, EDITION, RULES, lasting=lasts, examples=({"position": LARGE, "rules": "4x5"},))
def moves(service: Service, query: Query) -> records.Probe:
    """The legal moves, without values: under all rules, however large the board."""
    return _without_values(position_of(service, query))


def _without_values(position: Position) -> records.Probe:
    """A position and its legal moves as a probe has them, but no values."""
    moves = [
        SearchedMove(move, position.play(move), None, None, None) for move in position.legal_moves()
    ]
    return {
        "position": str(position),
        **position.as_dict(),
        "side_to_move": position.side_to_move,
        "result": None,
        "dte": None,
        "score": None,
        "table": None,
        "origin": None,
        "winner": position.winner,
        "forced_by": None,
        "values": None,
        "winning_moves": None,
        "moves": [
            {**_searched_move(position, move), "forced_by": None, "values": None} for move in moves
        ],
        **shown_position(position),
    }


@endpoint(
    POSITION,
    EDITION,
    RULES,
    integer("seconds", 1, SEARCH_SECONDS, "time limit; by default the longest"),
    heavy=is_heavy,
    lasting=never,
    examples=({"position": LARGE, "rules": "4x5"},),
    warm=tuple({"position": p, "rules": rules} for rules, p in WARM.items()),
    limits={"time of a search": f"{SEARCH_SECONDS} seconds, or `seconds` if that is less"},
)
def search(service: Service, query: Query) -> records.SearchAnswer:
    """What a forward search proves about a position without a table, for two players."""
    position = position_of(service, query)
    seconds = query.get("seconds", SEARCH_SECONDS)
    try:
        found, moves = search_moves(position, seconds, nodes=SEARCH_NODES, progress=check_wanted)
    except ValueError as error:
        raise RequestError(422, str(error), "rules") from None
    return {
        "position": str(position),
        "edition": position.edition.name,
        "ply": position.ply,
        "complete": found.complete,
        "stopped": found.stopped or None,
        "result": found.result and found.result.value,
        "winner": found.winner,
        "dte": found.value and found.value.dte,
        "lower": {"result": found.lower.result.value, "dte": found.lower.dte},
        "upper": {"result": found.upper.result.value, "dte": found.upper.dte},
        "line": list(found.line),
        "nodes": found.nodes,
        "side_to_move": position.side_to_move,
        "moves": [_searched_move(position, move) for move in moves],
        **shown_position(position),
    }


def _searched_move(position: Position, found: SearchedMove[Any]) -> records.SearchedMove:
    return {
        "move": str(found.move),
        "result": found.result and found.result.value,
        "dte": found.value and found.value.dte,
        "keeps_win": None if found.result is None else found.result is Result.WIN,
        "is_best": found.is_best,
        "position": str(found.position),
        "path": path_of(position, found.move),
    }


@endpoint(
    POSITION,
    EDITION,
    RULES,
    choice(
        "level",
        player_names(),
        "how the computer plays: a strength, or for two players a strategy (`tablebase "
        "learn list`); by default perfect",
    ),
    SEED,
    quick=is_reply_at_hand,
    heavy=is_heavy_reply,
    lasting=lasts,
    examples=({"position": LATER, "level": "casual", "seed": "1"},),
)
def reply(service: Service, query: Query) -> records.Reply:
    """The move that the computer makes in a position."""
    position, seed = position_of(service, query), seed_of(query)
    with from_table("position", position):
        found = service.tables.probe(position)
    name = level_of(query)
    try:
        chosen = choose(load_player(name), found, seed)
    except StrategyError as error:
        raise RequestError(422, str(error), "level") from None
    except ValueError as error:
        raise RequestError(422, f"position {error}", "position") from None
    return {
        "move": str(chosen.move),
        "position": str(chosen.position),
        "path": path_of(position, chosen.move),
        "level": name,
        "seed": seed,
    }


@endpoint(quick=always)
def levels(_: Service, __: Query) -> records.Strengths:
    """The strengths of the computer."""
    return [
        {"name": one.name, "description": one.description, "sight": one.sight, "slip": one.slip}
        for one in STRENGTHS
    ]


ENDPOINTS = (probe, PROBE_MANY, line, moves, search, reply, levels)

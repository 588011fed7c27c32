"""What a browser calls to solve and search a game whose rules are kernels (`engine.compiled`).

A room names its kernels once. The loops are the library's, and the kernels become a part of them.
`solver.ts` and `search.ts` in `static/engine/` call the functions, and `room.ts` makes answers of
what they find.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tablebase.engine.compiled import loops, walks
from tablebase.engine.kernels import helper
from tablebase.web.wasm.module import Module
from tablebase.web.wasm.signature import Scratch

_RULES = "n_context, context: u64[n_context], max_moves"
_LAYER = f"{_RULES}, size, layers: u64[(size + 7) // 8], layer, first, last"
_OUT = Scratch("i64", "max_moves")


def add_moves(module: Module, successors: Callable[..., Any]) -> None:
    """Add what lists the ranks after a rank; the kernel is that of `CompiledRules`."""
    module.forward(
        "list_successors", _list_successors, f"{_RULES}, rank: i64, out: i64[max_moves]",
        successors=successors,
    )  # fmt: skip


@helper()
def _list_successors(successors: Any, rank: int, context: Any, out: Any) -> int:
    return int(successors(rank, context, out))


def add_solver(module: Module, successors: Callable[..., Any], layer: Callable[..., Any]) -> None:
    """Add `add_moves`, and what finds the layers of all ranks, and solves or averages a layer.

    The kernels are those of `CompiledRules`.
    """
    add_moves(module, successors)
    module.forward(
        "find_layers", loops.find_layers, f"{_RULES}, last, layers, found: u8[last]",
        layer=layer, first=0,
    )  # fmt: skip
    module.forward(
        "solve_layer", _solve_layer, f"{_LAYER}, replies: u8[512], end, codes: u8[size]",
        successors=successors, out=_OUT,
    )  # fmt: skip
    module.forward(
        "average_layer", _average_layer, f"{_LAYER}, values: f64[size]",
        successors=successors, out=_OUT,
    )  # fmt: skip


@helper()
def _solve_layer(
    successors: Any, context: Any, layers: Any, layer: int, first: int, last: int, out: Any,
    replies: Any, end: int, codes: Any,
) -> int:  # fmt: skip
    return loops.solve_layer(
        successors, context, layers, np.uint64(layer), first, last, out, replies, np.uint8(end),
        False, codes,
    )  # fmt: skip


@helper()
def _average_layer(
    successors: Any, context: Any, layers: Any, layer: int, first: int, last: int, out: Any,
    values: Any,
) -> None:  # fmt: skip
    loops.average_layer(successors, context, layers, np.uint64(layer), first, last, out, values)


def add_search(
    module: Module, moves: Callable[..., Any], replies: Callable[..., Any] | None = None
) -> None:
    """Add what lists the states after a state, and searches with a table.

    `moves` is a kernel over states, see `CompiledRules`; `batch.by_rank` makes one over ranks.
    `replies` says in less time how many there are, see `batch.States`.
    """
    state, table = "words, state: u64[words]", "places, table: u64[places, 2, words + 1]"
    proof = f"deep, nodes: u64[deep, words], plies: i64[{walks.ROWS}, deep], ply: i64[2]"
    module.forward(
        "list_moves", _list_moves, f"{_RULES}, {state}, out: u64[max_moves, words]", moves=moves
    )
    module.forward("look_up", _look_up, f"{state}, {table}, found: u8[2]")
    module.forward("begin_proof", _begin_proof, f"{state}, {table}, {proof}, asked")
    module.forward(
        "prove", _prove,
        f"""
        {_RULES}, words, {table}, {proof}, states: u64[deep, max_moves, words],
        order: u64[2, deep, max_moves], replies: u8[256], enough: i64[256], end, limit
        """,
        moves=moves, count_replies=replies or moves,
    )  # fmt: skip


@helper()
def _list_moves(moves: Any, context: Any, state: Any, out: Any) -> int:
    return int(moves(state, context, out))


@helper()
def _bounds(table: Any, state: Any) -> tuple[int, int]:
    """What the table knows of a state: the lower and the upper bound of its code."""
    known = walks.look_up(table, state)
    return known & 255, known >> 8 & 255


@helper()
def _look_up(table: Any, state: Any, found: Any) -> None:
    found[0], found[1] = _bounds(table, state)


@helper()
def _begin_proof(table: Any, state: Any, nodes: Any, plies: Any, ply: Any, asked: int) -> None:
    """Begin to find out whether the code of a state is at least `asked`.

    `ply` are that at which to go on, and the positions visited since the search began.
    """
    nodes[0] = state
    plies[walks.NEXT, 0], plies[walks.ASKED, 0] = walks.NEW, asked
    plies[walks.LOWER, 0], plies[walks.UPPER, 0] = _bounds(table, state)
    ply[0] = 0


@helper()
def _prove(
    moves: Any, context: Any, states: Any, count_replies: Any, nodes: Any, plies: Any, order: Any,
    table: Any, replies: Any, enough: Any, end: int, ply: Any, limit: int,
) -> bool:  # fmt: skip
    """Go on with a proof, for at most `limit` positions; returns whether it is done."""
    ply[0], visited = walks.prove(
        moves, context, states, count_replies, nodes, plies, order, table, replies, enough, end,
        ply[0], limit,
    )  # fmt: skip
    ply[1] += visited
    return bool(ply[0] == walks.DONE)

"""What each question is answered: the library's objects as plain data."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablebase._version import __version__
from tablebase.engine.players import LEVELS, level
from tablebase.engine.table import Probe
from tablebase.games.collapsi.deal import Deal
from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.position import Move, Position
from tablebase.games.collapsi.puzzles import draw
from tablebase.web.parameters import RequestError

if TYPE_CHECKING:
    from tablebase.engine.tablebase import Tablebase

Query = Mapping[str, Any]
Answer = dict[str, Any]

SEEDS = 2**32
"""Seeds are 0 to this, less one: every client's numbers hold them exactly."""


def probe(tables: Tablebase, query: Query) -> Answer:
    """The exact value of a position and of every move."""
    return _probe(tables.probe(_position(query)))


def line(tables: Tablebase, query: Query) -> Answer:
    """Best play from a position to the end."""
    return {"line": [_probe(found) for found in tables.line(_position(query))]}


def reply(tables: Tablebase, query: Query) -> Answer:
    """The move that the computer makes."""
    position, seed = _position(query), _seed(query)
    found = tables.probe(position)
    name = query.get("level", LEVELS[0].name)
    try:
        chosen = level(name).choose(found, seed)
    except ValueError as error:
        raise RequestError(422, str(error), "position") from None
    return {
        "move": str(chosen.move),
        "position": str(chosen.position),
        "path": _path(position, chosen.move),
        "level": name,
        "seed": seed,
    }


def levels(_: Tablebase, __: Query) -> list[Answer]:
    """The computer's levels."""
    return [found.as_dict() for found in LEVELS]


def deal(tables: Tablebase, query: Query) -> Answer:
    """The statistics of a deal."""
    try:
        asked = Deal.parse(query["deal"])
    except ValueError as error:
        raise RequestError(422, str(error), "deal") from None
    table = tables.table(asked)
    summary, start = table.summary(), table.probe(asked.start(query.get("edition")))
    return {
        "deal": str(asked),
        "edition": start.position.edition.name,
        "canonical": str(asked.canonical[0]),
        "orbit": asked.orbit,
        "positions": summary.positions,
        "wins": summary.wins,
        "losses": summary.losses,
        "longest_dte": summary.longest_dte,
        "values": [
            {"result": value.result.value, "dte": value.dte, "positions": count}
            for value, count in summary.by_value().items()
        ],
        "plies": [
            {"ply": asked.game.layers - 1 - layer, "wins": wins, "losses": losses}
            for layer, wins, losses in reversed(summary.by_layer())
        ],
        "opening": {
            "winner": start.winner,
            "dte": start.dte,
            "score": start.score,
            "winning_moves": sum(move.keeps_win for move in start.moves),
            "moves": len(start.moves),
        },
        "longest": [
            {"position": str(position), "edition": position.edition.name}
            for position in summary.longest
        ],
        "origin": _shown(table.origin),
    }


def random(_: Tablebase, query: Query) -> Answer:
    """A random deal, from the opening book."""
    edition, seed = query.get("edition", "wild"), _seed(query)
    winner, length = query.get("winner"), query.get("length")
    if winner and length is not None and (winner == "red") != length % 2:
        raise RequestError(
            422,
            f"length {length} with winner {winner}: red wins in odd numbers, blue in even",
            "length",
        )
    puzzle = draw(
        edition,
        seed=seed,
        winner=winner,
        plies=length,
        winning_moves=query.get("winning_moves"),
        wanted=query.get("difficulty"),
    )
    if puzzle is None:
        given = ", ".join(f"{name} {value}" for name, value in query.items() if name != "seed")
        raise RequestError(
            404, f"no deal found with {given}: expected filters that some deal meets"
        )
    found = puzzle.found
    return {
        "deal": str(found.deal),
        "edition": edition,
        "seed": seed,
        "winner": found.winner,
        "dte": found.opening.value.dte,
        "winning_moves": found.opening.winning_moves,
        "difficulty": puzzle.grade,
        "position": str(found.deal.start(edition)),
    }


def health(tables: Tablebase, _: Query) -> Answer:
    """That the server is well."""
    return {"status": "ok", "version": __version__, "source": source(tables)}


def source(tables: Tablebase) -> str:
    """Where a server's tables come from first: a file, the whole game, or nowhere."""
    return _shown(tables.store.origin) if tables.store is not None else "built"


def _shown(origin: str) -> str:
    """An origin as strangers may see it: a file's name, not where it lies."""
    return Path(origin).name


def at_hand(tables: Tablebase, query: Query) -> bool:
    """Whether the table of a position is in memory."""
    table = tables.cached(_position(query))
    return table is not None and table.in_memory


_parse = lru_cache(maxsize=1024)(Position.parse)  # a request asks for its position twice


def _position(query: Query) -> Position:
    try:
        return _parse(query["position"], query.get("edition"))
    except ValueError as error:
        raise RequestError(422, str(error), "position") from None


def _seed(query: Query) -> int:
    seed: int = query["seed"] if "seed" in query else secrets.randbelow(SEEDS)
    return seed


def _probe(found: Probe[Any]) -> Answer:
    """A probe as plain data, with what a page needs to draw it."""
    answer = found.as_dict()
    for entry, move in zip(answer["moves"], found.moves, strict=True):
        entry["path"] = _path(found.position, move.move)
    answer["origin"] = _shown(found.origin)
    answer["deal"] = str(found.position.deal)
    answer["board"] = _board(found.position)
    return answer


def _path(position: Position, move: Move) -> list[str]:
    return [position.rules.board.cell_name(cell) for cell in move.path]


def _board(position: Position) -> Answer:
    board = position.rules.board
    pawns = {position.red: "red", position.blue: "blue"}
    return {
        "rows": board.rows,
        "columns": board.columns,
        "cells": [
            {
                "cell": board.cell_name(cell),
                "card": card_letter(card),
                "face_up": bool(position.face_up >> cell & 1),
                "pawn": pawns.get(cell),
            }
            for cell, card in enumerate(position.cards)
        ],
    }

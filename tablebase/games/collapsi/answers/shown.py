"""Positions and probes as plain data, with everything that a page needs to draw them."""

from __future__ import annotations

from tablebase.engine.probe import Probe
from tablebase.games.collapsi.answers import records
from tablebase.games.collapsi.deck import COLOURS, GONE
from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.position import Position
from tablebase.web.service import shown_origin


def shown_probe(found: Probe[Position]) -> records.Probe:
    """A probe as plain data, with everything that a page needs to draw it."""
    position, data = found.position, found.data()
    return {
        "position": str(position),
        **position.as_dict(),
        **data,
        "moves": [
            {**entry, "path": path_of(position, move.move)}
            for entry, move in zip(data["moves"], found.moves, strict=True)
        ],
        "winning_moves": sum(move.keeps_win for move in found.moves),
        "origin": shown_origin(found.origin),
        "score": found.score,
        **shown_position(position),
    }


def shown_position(position: Position) -> records.Shown:
    """What a page needs to draw a position, and to request its deal."""
    return {
        "rules": position.rules.name,
        "deal": str(position.deal),
        "board": _board(position),
    }


def path_of(position: Position, move: Move) -> list[str]:
    """The names of the cells that a move visits, from the starting cell on."""
    return [position.rules.board.cell_name(cell) for cell in move.path]


def _board(position: Position) -> records.Board:
    board = position.rules.board
    pawns = dict(zip(COLOURS, position.pawns, strict=False))
    # If two pawns share a cell, the one to move is shown.
    on_cell = {cell: side for side, cell in pawns.items()}
    on_cell[position.mover] = position.side_to_move
    return {
        "rows": board.rows,
        "columns": board.columns,
        "wrap": board.wrap,
        "picture": list(board.picture),
        "cells": [
            {
                "cell": board.cell_name(cell),
                "card": card_letter(card),
                "face_up": bool(position.face_up >> cell & 1),
                "pawn": on_cell.get(cell),
            }
            for cell, card in enumerate(position.cards)
        ],
        "pawns": [
            {"pawn": side, "cell": board.cell_name(cell)}
            for side, cell in pawns.items()
            if cell != GONE
        ],
    }

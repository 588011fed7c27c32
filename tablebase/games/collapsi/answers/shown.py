"""Positions and probes as plain data, with everything that a page needs to draw them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablebase.engine.probe import Probe
from tablebase.games.collapsi.answers import records
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import COLOURS, GONE
from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.symmetry import Automorphism
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
        "deal": None if position.layout else str(position.deal),
        "board": _board(position),
    }


def path_of(position: Position, move: Move) -> list[str]:
    """The names of the cells that a move visits, from the starting cell on."""
    return [position.board.cell_name(cell) for cell in move.path]


def _board(position: Position) -> records.Board:
    board = position.board
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


_MOTIONS: Mapping[str, Callable[[int, int, int, int], tuple[int, int]]] = {
    "rotate": lambda row, column, rows, columns: (column, rows - 1 - row),
    "turn": lambda row, column, rows, columns: (rows - 1 - row, columns - 1 - column),
    "mirror": lambda row, column, rows, columns: (row, columns - 1 - column),
    "flip": lambda row, column, rows, columns: (rows - 1 - row, column),
    "left": lambda row, column, rows, columns: (row, (column - 1) % columns),
    "right": lambda row, column, rows, columns: (row, (column + 1) % columns),
    "up": lambda row, column, rows, columns: ((row - 1) % rows, column),
    "down": lambda row, column, rows, columns: ((row + 1) % rows, column),
}
"""Maps a row and a column of a grid under each turn, reflection or shift."""


def motions(board: Board) -> dict[str, Automorphism]:
    """The turns, reflections and shifts of the grid that are automorphisms of the board, by name.

    ``rotate`` is a quarter turn clockwise, ``turn`` a half turn, ``mirror`` swaps left and right,
    ``flip`` up and down; ``left``, ``right``, ``up`` and ``down`` shift by one. The identity and
    repetitions are left out.

    Examples
    --------
    >>> list(motions(Board(2, 3, wrap=False)))
    ['turn', 'mirror', 'flip']
    """
    found: dict[str, Automorphism] = {}
    for name, motion in _MOTIONS.items():
        images = [_moved(board, motion, place) for place in board.places]
        if None not in images and images != list(range(board.size)):
            automorphism = tuple(cell for cell in images if cell is not None)
            if automorphism not in found.values() and _keeps_neighbours(board, automorphism):
                found[name] = automorphism
    return found


def _moved(
    board: Board, motion: Callable[[int, int, int, int], tuple[int, int]], place: int
) -> int | None:
    """The cell to which a motion takes the cell at a place; None if there is none."""
    row, column = motion(*divmod(place, board.columns), board.rows, board.columns)
    if not (row < board.rows and column < board.columns):
        return None
    return board.cells[row * board.columns + column]


def _keeps_neighbours(board: Board, images: Automorphism) -> bool:
    neighbours = board.neighbours
    return all(
        {images[near] for near in neighbours[cell]} == set(neighbours[image])
        for cell, image in enumerate(images)
    )

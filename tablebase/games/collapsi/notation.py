"""Read and write the text notation of deals and positions: rows of cells.

A deal is rows of ``A 2 3 4 J`` separated by ``/`` or blanks: ``A223/4A2J/3A23/J3A4``.

A position is written like FEN: ``A223/4A2Jr/3A23/Jb3A4 r``. A pawn's letter ``r`` or ``b`` follows
its card, ``x`` precedes a face-down card (``x?`` if its value is unknown), and the side to move
comes last. If pawns share a card, both letters follow it. ``_`` is a place without a cell. There is
also the numeric notation of the published Rust solver, ``1223/4120r/3123/0b314/0``.

This module knows only text and the shape of the board; `legality` checks whether a deal or a
position is possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablebase.errors import NotationError, quote
from tablebase.games.collapsi.board import GAP, Board
from tablebase.games.collapsi.deck import JOKER, UNKNOWN
from tablebase.games.collapsi.rules import Rules

LETTERS = "rbgy"
"""The letters of red, blue, green and yellow, in turn order."""

_CELL = {
    players: re.compile(
        rf"(?P<down>x?)(?P<card>[AJaj2-9]|(?<=x)\?|)(?P<pawns>[{LETTERS[:players]}]*)"
    )
    for players in (2, 3, 4)
}
_NUMERIC_CELL = re.compile(r"(?P<card>[0-9])(?P<pawns>[rb]?)")
_NUMERIC = re.compile(r"[0-9rb]+(/[0-9rb]+)+")
_LETTERS = {JOKER: "J", 1: "A", UNKNOWN: "?"}
_CARDS = {"J": JOKER, "j": JOKER, "A": 1, "a": 1, **{str(card): card for card in range(2, 10)}}


class Cell(NamedTuple):
    """A cell as written: card value (`UNKNOWN` if not shown), face up or not, pawns' letters."""

    card: int
    face_up: bool = True
    pawns: str = ""


def card_letter(card: int) -> str:
    """The letter of a card: ``J``, ``A``, ``2`` ... ``9``; ``?`` for an unknown card."""
    return _LETTERS.get(card) or str(card)


def card_of(letter: str) -> int:
    """The card of a letter, the inverse of `card_letter`; `NotationError` for any other text."""
    card = _CARDS.get(letter)
    if card is None:
        raise NotationError(f"card {quote(letter)}: expected A, J, or 2 to 9")
    return card


def is_numeric(text: str) -> bool:
    """Whether `text` is in the numeric notation of the published Rust solver."""
    return _NUMERIC.fullmatch(text.strip()) is not None


def rows_of(text: str) -> list[str]:
    """The rows of a text, and the side to move if it has one."""
    return [row for row in re.split(r"[/\s]+", text) if row]


def read(text: str, board: Board, players: int = 2) -> tuple[list[Cell], str]:
    """Read rows of cells and an optional side to move.

    Parameters
    ----------
    board : Board
        Gives the numbers of rows and of places in a row, and the gaps.
    players : int
        How many letters stand for pawns. With more than two players, all players still in may be
        written in turn order instead of the side to move.

    Returns
    -------
    cells : list of Cell
        In reading order.
    side : str
        The letter or letters of the side to move; ``""`` if the text has none.

    Raises
    ------
    NotationError
        Its message shows the place, and what was expected there.
    """
    rows = rows_of(text)
    sides = rf"[{LETTERS[:players]}]{'' if players == 2 else '+'}"
    side = rows.pop() if rows and re.fullmatch(sides, rows[-1]) else ""
    *before, last = text.split() or [""]
    if not side and "/" not in last and "/" in "".join(before) and len(rows) == board.rows + 1:
        raise NotationError(
            f"{quote(text)} ends with {quote(last)} after its {board.rows} rows: expected "
            f"{' or '.join(LETTERS[:players])}, the side to move"
        )
    cells = _read_rows(
        text,
        rows,
        board,
        _CELL[players],
        "A, J, 2 to 9, x and the card if face down, x? if unknown",
    )
    return [_cell(match) for match in cells], side


def rules_of(text: str, board: Board) -> Rules:
    """The rules that a deal or position implies: its cards are the deck, its jokers the players.

    Raises `NotationError` if the text is not the notation of cells on this board, or a card's value
    is unknown, and `ValueError` if such rules are not allowed; see `Rules`.

    Examples
    --------
    >>> rules_of("JA2/AJ3", Board(2, 3)).deck
    (0, 0, 1, 1, 2, 3)
    """
    cells, _ = read(text, board, len(LETTERS))
    if any(cell.card == UNKNOWN for cell in cells):
        raise NotationError(
            f"{quote(text)} leaves out a card's value: expected all of them, which are the deck"
        )
    deck = tuple(cell.card for cell in cells)
    players = max(2, deck.count(JOKER))
    return Rules(f"{board.rows}x{board.columns}", board, deck, players=players)


def read_numeric(text: str, board: Board) -> tuple[list[Cell], int]:
    """Read the numeric notation: rows of digits, then the number of turns taken.

    Returns the cells as written, where card 0 is a face-down card or a wild joker (see
    `Position.parse`), and the number of turns. Raises `NotationError`, whose message shows the
    place and what was expected there.
    """
    *rows, turns = text.strip().split("/")
    if not turns.isdecimal() or len(turns) > 9:
        raise NotationError(
            f"{quote(text)}: the last field is {quote(turns)}, expected the number of turns taken"
        )
    cells = _read_rows(text, rows, board, _NUMERIC_CELL, "a digit")
    return [Cell(int(m["card"]), m["card"] != "0", m["pawns"]) for m in cells], int(turns)


def write_numeric(cells: Sequence[Cell], turns: int, board: Board) -> str:
    """Write cells and the number of turns taken; the inverse of `read_numeric`."""
    words = [f"{cell.card}{cell.pawns}" for cell in cells]
    return "/".join((*_rows(words, board.columns), str(turns)))


def _read_rows(
    text: str, rows: Sequence[str], board: Board, cell: re.Pattern[str], expected: str
) -> list[re.Match[str]]:
    if len(rows) != board.rows:
        shown = f"{len(rows)} row{'s' * (len(rows) != 1)}"
        raise NotationError(
            f"{quote(text)} has {shown}: expected {board.rows} rows of {board.columns} cards, with "
            "/ between the rows"
        )
    return [
        match
        for number, row in enumerate(rows)
        for match in _read_row(text, number, row, board, cell, expected)
    ]


def _read_row(
    text: str, number: int, row: str, board: Board, cell: re.Pattern[str], expected: str
) -> list[re.Match[str]]:
    """Read a row; its `number`, from 0, is for messages."""

    def error(problem: str) -> NotationError:
        return NotationError(f"{quote(text)}: row {number + 1} {quote(row)} has {problem}")

    places = board.cells[number * board.columns : (number + 1) * board.columns]
    found = []
    at = column = 0
    while at < len(row):
        if column < len(places) and places[column] is None:
            if row[at] != GAP:
                raise error(
                    f"{row[at]!r} at character {at + 1}, expected {GAP}, because there is no cell"
                )
            at += 1
        else:
            match = cell.match(row, at)
            if match is None or not (match["card"] or match.groupdict().get("down")):
                raise error(f"{row[at]!r} at character {at + 1}, expected {expected}")
            found.append(match)
            at = match.end()
        column += 1
    if column != board.columns:
        raise error(f"{column} cards, expected {board.columns}")
    return found


def _cell(match: re.Match[str]) -> Cell:
    # After x, a missing letter and a question mark both mean an unknown card.
    return Cell(_CARDS.get(match["card"], UNKNOWN), not match["down"], match["pawns"])


def write(cells: Sequence[Cell], board: Board, separator: str = "/") -> str:
    """Write cells as rows; the inverse of `read`."""
    words = [("" if cell.face_up else "x") + card_letter(cell.card) + cell.pawns for cell in cells]
    places = [GAP if cell is None else words[cell] for cell in board.cells]
    return separator.join(_rows(places, board.columns))


def _rows(words: Sequence[str], width: int) -> Iterator[str]:
    return ("".join(words[at : at + width]) for at in range(0, len(words), width))

"""Read and write the text notation of deals and positions: rows of cells.

A deal is rows of ``A 2 3 4 J`` separated by ``/`` or blanks: ``A223/4A2J/3A23/J3A4``. As in links,
``_`` may stand for a blank, if it cannot be a gap.

A position is written like FEN: ``A223/4A2Jr/3A23/Jb3A4 r``. A pawn's letter ``r`` or ``b`` follows
its card, ``x`` precedes a face-down card (``x?`` if its value is unknown), and the side to move
comes last. If pawns share a card, both letters follow it. ``_`` is a place without a cell.

`numeric` is another notation; `legality` checks whether a deal or a position is possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablebase.errors import NotationError, PositionError, quote
from tablebase.games.collapsi.board import CELL, GAP, Board
from tablebase.games.collapsi.deck import COLOURS, COUNTS, GONE, JOKER, UNKNOWN, turn_order
from tablebase.games.collapsi.rules import Rules

LETTERS = "rbgy"
"""The letters of red, blue, green and yellow, in turn order."""

_CELL = {
    players: re.compile(
        rf"(?P<down>x?)(?P<card>[AJaj2-9]|(?<=x)\?|)(?P<pawns>[{LETTERS[:players]}]*)"
    )
    for players in (2, 3, 4)
}
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


def split(text: str, is_one_row: bool = False) -> list[str]:
    """The rows of a text, and the side to move if it has one; _ parts them as in links."""
    linked = "_(?=[rbgy]+$)" if is_one_row or re.search(r"[/\s]", text.strip()) else "_+"
    return [row for row in re.split(rf"[/\s]+|{linked}", text) if row]


def read(text: str, board: Board, players: int = 2) -> tuple[list[Cell], str]:
    """Read the cells, in reading order, and the letter of the side to move, if the text has one.

    `players` says how many letters stand for pawns. With more than two, the letters of all players
    still in may follow in turn order instead. Raises `NotationError`, whose message shows the
    place, and what was expected there.
    """
    rows = split(text, board.rows == 1)
    sides = rf"[{LETTERS[:players]}]{'' if players == 2 else '+'}"
    side = rows.pop() if rows and re.fullmatch(sides, rows[-1]) else ""
    *before, last = text.split() or [""]
    if not side and "/" not in last and "/" in "".join(before) and len(rows) == board.rows + 1:
        raise NotationError(
            f"{quote(text)} ends with {quote(last)} after its {board.rows} rows: expected "
            f"{' or '.join(LETTERS[:players])}, the side to move"
        )
    expected = "A, J, 2 to 9, x and the card if face down, x? if unknown"
    # After x, a missing letter and a question mark both mean an unknown card.
    return [
        Cell(_CARDS.get(match["card"], UNKNOWN), not match["down"], match["pawns"])
        for match in read_rows(text, rows, board, _CELL[players], expected)
    ], side


def picture_of(text: str) -> list[str]:
    """The rows of the picture of a text's board, with anything but a gap as a cell.

    Raises `NotationError` unless they are equally long.
    """
    rows = split(text, is_one_row=True)  # otherwise _ could be a gap, or part rows
    if rows and not rows[-1].strip(LETTERS):
        rows.pop()
    shown = [_CELL[len(LETTERS)].sub(lambda cell: CELL * bool(cell[0]), row) for row in rows]
    lengths = sorted({*map(len, shown)})
    if len(lengths) != 1:
        found = " and ".join(map(str, lengths)) or "no"
        raise NotationError(
            f"{quote(text)} has rows of {found} places: expected rows of equal length, with {GAP} "
            "for each place without a card"
        )
    return ["".join(GAP if sign == GAP else CELL for sign in row) for row in shown]


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


def starts_of(text: str, cells: Sequence[Cell], rules: Rules) -> tuple[int, ...]:
    """The cell of each player's joker in a deal, `GONE` where there are too few jokers.

    Jokers without a mark belong to the players without one, in reading order. Raises
    `NotationError` if the cells, written as `text`, show a game under way, or two marks contradict
    each other.
    """
    if any(not cell.face_up or (cell.pawns and cell.card != JOKER) for cell in cells):
        raise NotationError(
            f"{quote(text)} is a position of a game under way, expected a deal: "
            "every card face up, pawns only on jokers"
        )
    marked = {cell.pawns: at for at, cell in enumerate(cells) if cell.pawns}
    letters = LETTERS[: rules.players]
    if any(len(pawns) > 1 for pawns in marked):
        raise NotationError(f"{quote(text)} has two pawns on a joker: expected one on each")
    if len(marked) < sum(bool(cell.pawns) for cell in cells):
        raise NotationError(
            f"{quote(text)} marks two jokers for the same player, expected one for each: "
            f"{' and '.join(f'J{letter}' for letter in letters)}"
        )
    others = (at for at, cell in enumerate(cells) if cell.card == JOKER and not cell.pawns)
    return tuple(marked[letter] if letter in marked else next(others, GONE) for letter in letters)


def pawns_of(text: str, cells: Sequence[Cell], sides: str, rules: Rules) -> tuple[int, ...]:
    """The cells of the pawns, `GONE` where they are removed, given the letters after the cards.

    Raises `NotationError` if a player has too many pawns or none; `text` is for messages.
    """
    found, players = [], rules.players
    for letter, colour in zip(LETTERS[:players], COLOURS, strict=False):
        at = [
            cell for cell, written in enumerate(cells) for pawn in written.pawns if pawn == letter
        ]
        if rules.turn.pawns_removed and len(sides) > 1 and letter not in sides:
            if at:
                raise NotationError(
                    f"{quote(text)} has a {colour} pawn ({letter!r}), but {colour} is out: "
                    "expected it to be removed"
                )
            at = [GONE]
        if len(at) != 1:
            others = "" if rules.turn.two_sided else f" for each of {COUNTS[players - 1]} players"
            raise NotationError(
                f"{quote(text)} has {len(at)} {colour} pawns ({letter!r}): "
                f"expected one behind its card{others}"
            )
        found += at
    return tuple(found)


def order_of(text: str, sides: str, down: int, rules: Rules) -> tuple[int, ...]:
    """The players still in, from the letters after the cards, of which `down` are face down.

    Raises `NotationError` if neither shows who is to move, and `PositionError` if both do, and
    differ; `text` is for messages.
    """
    shown = rules.turn.shows_side(down)
    if not shown and not sides:
        raise NotationError(
            f"{quote(text)} does not say who is to move, and where pawns may land the cards do "
            "not show it: expected r or b at the end"
        )
    if len(sides) > 1:
        return tuple(LETTERS.index(letter) for letter in sides)
    expected = LETTERS[down % rules.players]
    if sides and sides != expected and shown:
        raise PositionError(
            f"{quote(text)} says {sides!r} is to move, but {down} cards are face down: "
            f"expected {expected!r}"
        )
    return turn_order(LETTERS.index(sides) if sides else down, rules.players)


def read_rows(
    text: str, rows: Sequence[str], board: Board, cell: re.Pattern[str], expected: str
) -> list[re.Match[str]]:
    """Match the cells of all rows with a pattern that has the groups ``card`` and perhaps ``down``.

    Raises `NotationError` as `read`; `text` is for messages, and `expected` says what a cell is.
    """
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


def write(cells: Sequence[Cell], board: Board, separator: str = "/") -> str:
    """Write cells as rows; the inverse of `read`."""
    words = [("" if cell.face_up else "x") + card_letter(cell.card) + cell.pawns for cell in cells]
    places = [GAP if cell is None else words[cell] for cell in board.cells]
    return separator.join(rows_of(places, board.columns))


def rows_of(words: Sequence[str], width: int) -> Iterator[str]:
    """Join the words of each row."""
    return ("".join(words[at : at + width]) for at in range(0, len(words), width))

"""The numeric notation of the published Rust solver, for two players: ``1223/4120r/3123/0b314/0``.

A card is a digit, a pawn's letter follows its card, and the number of turns taken comes last. 0 is
a face-down card, or a wild joker that a pawn still stands on. The joker of the `single` edition is
written 1, so a 1 under a pawn that has not moved is a joker.
"""

from __future__ import annotations

import re

from tablebase.errors import NotationError, PositionError, quote
from tablebase.games.collapsi.deck import JOKER, UNKNOWN
from tablebase.games.collapsi.notation import LETTERS, Cell, pawns_of, read_rows, rows_of
from tablebase.games.collapsi.rules import Edition, Rules
from tablebase.games.collapsi.turns import BasePosition

_CELL = re.compile(r"(?P<card>[0-9])(?P<pawns>[rb]?)")
_POSITION = re.compile(r"[0-9rb]+(/[0-9rb]+)+")


def is_numeric(text: str) -> bool:
    """Whether `text` is in the numeric notation."""
    return _POSITION.fullmatch(text.strip()) is not None


def read(
    text: str, edition: Edition | str | None, rules: Rules
) -> tuple[tuple[int, ...], int, tuple[int, ...], Edition]:
    """Read the first four fields of a position; `edition` is what was asked for, if anything.

    Raises `NotationError`, whose message shows the place and what was expected there,
    `PositionError` if the number of turns does not go with the cards, and `ValueError` if the
    edition is unknown or not the one that the jokers show.
    """
    *rows, last = text.strip().split("/")
    if not last.isdecimal() or len(last) > 9:
        raise NotationError(
            f"{quote(text)}: the last field is {quote(last)}, expected the number of turns taken"
        )
    turns, found = int(last), read_rows(text, rows, rules.board, _CELL, "a digit")
    cells = [Cell(int(match["card"]), pawns=match["pawns"]) for match in found]
    pawns = pawns_of(text, cells, "", rules)
    waiting = pawns[turns:]
    steps = {cells[cell].card for cell in waiting}
    if len(steps) > 1 or not steps <= {0, 1}:
        raise NotationError(
            f"{quote(text)}: after {turns} turns a pawn that has not moved stands on "
            f"{'/'.join(map(str, sorted(steps)))}, expected a joker: 0 (wild) or 1 (single)"
        )
    up = [cell.card > 0 or at in waiting for at, cell in enumerate(cells)]
    if (down := up.count(False)) != turns:
        raise PositionError(
            f"{quote(text)} says {turns} turns were taken, but {down} cards are face down"
        )
    implied = {0: "wild", 1: "single"}[steps.pop()] if steps else None
    if implied and edition is not None and rules.edition(edition).name != implied:
        raise ValueError(
            f"{quote(text)} is of the {implied!r} edition, "
            f"but {rules.edition(edition).name!r} was asked for"
        )
    cards = [cell.card if shown else UNKNOWN for cell, shown in zip(cells, up, strict=True)]
    for cell in waiting:
        cards[cell] = JOKER
    face_up = sum(1 << at for at, shown in enumerate(up) if shown)
    return tuple(cards), face_up, pawns, rules.edition(implied or edition)


def write(position: BasePosition, rules: Rules, edition: Edition) -> str:
    """Write a position; raises `ValueError` if the notation cannot, see `Position.numeric`."""
    joker = {(1, 2, 3, 4): 0, (1,): 1}.get(edition.joker_steps)
    if not rules.turn.is_scored or position.board.missing or joker is None or rules.absent:
        raise ValueError(
            f"rules {rules.name}, edition {edition.name}: the numeric notation is for two players, "
            "both there, boards without gaps, no landing, and the editions wild and single"
        )
    pawns = dict(zip(position.pawns, LETTERS, strict=False))
    words = [
        f"{(card or joker) if position.face_up >> at & 1 else 0}{pawns.get(at, '')}"
        for at, card in enumerate(position.cards)
    ]
    return "/".join((*rows_of(words, rules.board.columns), str(position.down)))

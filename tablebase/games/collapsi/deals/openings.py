"""The first plies of a deal, while a joker is face up, derived from the positions after them.

A pawn on a joker moves by the steps of an edition. There are only a few such positions, so all
solvers share this code. It does not use Numba, because every look-up of an opening in the whole
game's file runs it. `wasm.solve_openings` does the same for the page's engine, which has no
Python.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from tablebase.engine.arrays import Bools, Codes
from tablebase.engine.values import Coding
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.moves import paths
from tablebase.games.collapsi.rules import Edition, Rules


def opening_codes(rules: Rules, cards: tuple[int, ...], third: Codes, coding: Coding) -> Codes:
    """The codes of the positions with a joker face up, in the order of their ranks.

    `third`, shape ``(f, f)``, has at ``[mover, opponent]`` the codes of the positions with all f
    free cards face up. The result has shape ``(editions, 2, 1 + f)``, with landing
    ``(editions, 2, 2 + f)``: for each edition and for each joker that may be red's, by ascending
    cell, the start; red on each slot; with landing, red on blue's joker.
    """
    cells = np.array([cell for cell, card in enumerate(cards) if card != JOKER])
    jokers = [cell for cell, card in enumerate(cards) if card == JOKER]
    codes: list[int] = []
    for edition in rules.editions:
        for red, blue in (jokers, jokers[::-1]):
            # third[s, d]: the other pawn on slot s, this one moves from the joker to slot d.
            ends = _ends(rules, red, blue, edition)[cells]
            second = _replies(coding, third[:, ends])
            to = _ends(rules, None, red, edition)
            after = second[to[cells]]
            if rules.turn.pawns_share:
                # A pawn that leaves a shared joker leaves it face up: the other still stands on it.
                shared = _replies(coding, second[ends])
                second = np.append(second, shared)
                after = np.append(after, shared) if to[blue] else after
            codes += [int(_replies(coding, after)), *second.tolist()]
    return np.array(codes, dtype=np.uint8).reshape(len(rules.editions), 2, -1)


def _replies(coding: Coding, codes: Codes) -> Codes:
    """The mover's codes, from the successors' codes along the last axis."""
    mine: Codes = coding.replies[codes.min(axis=-1, initial=coding.no_entry)]
    return mine


@lru_cache(maxsize=4096)
def _ends(rules: Rules, collapsed: int | None, joker: int, edition: Edition) -> Bools:
    """Which cells a pawn can reach from its joker, with all cards but `collapsed` face up."""
    face_up = (1 << rules.board.size) - 1
    if collapsed is not None:
        face_up &= ~(1 << collapsed)
    ends = np.zeros(rules.board.size, dtype=bool)
    ends[list(paths(rules.board, face_up, joker, edition.joker_steps))] = True
    return ends

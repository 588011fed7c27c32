"""Turns: what a variant is, asked in one place."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

from tablebase import load_rules
from tablebase.engine.kernels import kernel
from tablebase.games.collapsi.answers.known import KNOWN, files, flags_of, number_of  # fmt: skip
from tablebase.games.collapsi.deck import GONE, UNKNOWN, steps_mask
from tablebase.games.collapsi.kernels import near
from tablebase.games.collapsi.kernels.play import HIDDEN, LETTERS, LINE, NONE, Kernels
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules_file import presets

ROOT = Path(__file__).parents[2]
TURNS = ROOT / "tablebase/games/collapsi/turns"


NUMBER = r"(players\b|len\([\w.]*(players|pawns|order|sides|starts)\))"
QUESTION = re.compile(
    rf"\brules\.(landing|shift|out)\b|{NUMBER} *[<>!=]=? *[234]\b|\b[234] *[<>!=]=? *[\w.]*{NUMBER}"
)
"""A question about a flag of the rules, or whether more than some players play."""


def test_flags_are_asked_after_in_turns():
    """Elsewhere there are few questions, and some in texts."""
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("tablebase/games/collapsi", "tablebase/engine", "tablebase/web", "cli")
        for path in (ROOT / folder).rglob("*.py")
        if TURNS not in path.parents
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if QUESTION.search(line)
    ]
    assert len(found) <= 7, found


def context_of(position):
    """What stays the same in a game."""
    rules, board = position.rules, position.rules.board
    context = np.zeros(near.WORDS, np.int64)

    def put(at, *numbers):
        context[at : at + len(numbers)] = np.array(numbers, object).astype(np.uint64).view(np.int64)

    put(near.CELLS, board.size, rules.players, board.rows, board.columns, board.wrap)
    put(near.FLAGS, flags_of(rules.turn), number_of(rules.turn))
    put(near.NEIGHBOURS, *board.neighbour_masks)
    put(near.STEPS, steps_mask(position.edition.joker_steps), *(1 << card for card in range(9)))
    put(near.PLACES, *board.places)
    put(near.AT, *(0 if cell is None else 1 + cell for cell in board.cells))
    return context


def state_of(position):
    """The words of a position."""
    pawns = [NONE if cell == GONE else cell for cell in position.pawns]
    both = (*pawns, *[NONE] * (4 - len(pawns)), *position.order, *[NONE] * 4)[:8]
    words = [position.face_up, sum(each << 8 * at for at, each in enumerate(both))]
    cards = [HIDDEN if card == UNKNOWN else card for card in position.cards]
    rows = [cards[first : first + 16] for first in range(0, len(cards), 16)]
    words += [sum(card << 4 * at for at, card in enumerate(row)) for row in rows]
    return np.array(words, np.uint64)


list_moves = Kernels(tuple(near.NEARS.values())).list_moves


@kernel()
def listed(context, state, paths, moves, after):
    return list_moves(context, state, paths, moves, after)


def played_in_kernels():
    return [name for name in presets() if load_rules(name).turn.kernel is not None]


@pytest.mark.parametrize("name", ["2x3", "3x5", *played_in_kernels()])
def test_kernels_move_as_the_plain_rules(name):
    rules, rng = load_rules(name), random.Random(name)
    position = next(random_deals(1, 1, rules)).as_dealt(rng.choice(rules.editions))
    while True:
        state = state_of(position).view(np.int64)
        most, paths = len(LETTERS) * rules.board.size, np.full((64, LINE), NONE, np.uint8)
        moves, after = np.empty((most, 2), np.uint8), np.empty((most, 2, len(state)), np.int64)
        count = listed(context_of(position), state, paths, moves, after)
        position = position.settled()
        assert (state.view(np.uint64) == state_of(position)).all()
        legal = position.legal_moves()
        found = [
            (cell, LETTERS[shift], tuple(step for step in paths[cell].tolist() if step != NONE))
            for cell, shift in moves[:count].tolist()
        ]
        assert found == [(move.destination, move.shift, move.path) for move in legal]
        for number, move in enumerate(legal):
            left, settled = after[number].view(np.uint64)
            assert (left == state_of(position.after(move))).all()
            assert (settled == state_of(position.play(move))).all()
        if not legal:
            return
        position = position.after(rng.choice(legal))


def test_what_the_page_knows_is_what_turns_say():
    """Else run ``python -m tablebase.games.collapsi.answers.known``."""
    for name, text in files().items():
        assert (KNOWN / name).read_text("utf-8") == text

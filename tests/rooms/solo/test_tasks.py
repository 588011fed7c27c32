"""Solo as a task for learning machines."""

import numpy as np
import pytest

from rooms.solo import oracle
from rooms.solo.oracle import of_oracle
from tablebase.engine.tables.table import build_table
from tablebase.games.solo.tasks import KINDS, SoloTask
from tablebase.rl.batch import Batch
from tablebase.rl.labels import label


@pytest.mark.parametrize("exit_", ["door", "exact"])
def test_labels_moves_and_what_a_player_sees(exit_):
    """Against the rules and, late in the game, the oracle, at random positions of a board."""
    task = SoloTask(exit_)
    instance = task.instance(task.start(task.example))
    game, rng = instance.game, np.random.default_rng(4)
    ranks = np.array([game.size - 1, *rng.integers(0, game.size, 600)], np.uint32)
    batch = Batch(task, instance, instance.rows_of(ranks))
    found = label(batch, build_table(game))
    tried = 0
    for row, rank in enumerate(ranks.tolist()):
        position = game.unrank(rank)
        assert instance.row_of(position) == ranks[row]
        moves = {task.action_of(position, move): move for move in position.legal_moves()}
        assert np.flatnonzero(batch.legal[row]).tolist() == sorted(moves)
        at = {action: place for place, action in enumerate(batch.moves.actions) if
              batch.moves.of[place] == row}  # fmt: skip
        for action, move in moves.items():
            assert batch.moves.after[at[action]] == game.rank(position.play(move))
        assert shown(batch.observations[row]) == seen(position)
        assert batch.layers[row] == position.layer
        if position.remaining < 9 and not position.is_start:
            value = oracle.value(*of_oracle(position), any_left=False)
            assert (found.wins[row], found.distances[row]) == value
            tried += 1
    assert tried > 50


def shown(planes):
    """The marked cells of each plane."""
    return [np.flatnonzero(plane).tolist() for plane in planes.reshape(len(planes), -1)]


def seen(position):
    """The same, from the position."""
    up = [
        [
            cell
            for cell, card in enumerate(position.cards)
            if card == kind and position.face_up >> cell & 1
        ]
        for kind in KINDS
    ]
    return [*up, [position.exit], [position.pawn]]

"""Solo as a task for learning machines."""

import pytest
from support.learning import checked_rows

from rooms.solo import oracle
from rooms.solo.oracle import of_oracle
from tablebase.games.solo.tasks import KINDS, SoloTask


@pytest.mark.parametrize("exit_", ["door", "exact"])
def test_labels_moves_and_what_a_player_sees(exit_):
    """Against the rules and, late in the game, the oracle, at random positions of a board."""
    task = SoloTask(exit_)
    instance, tried = task.instance(task.start(task.example)), 0
    for position, row, found in checked_rows(task, instance, 600, seen):
        if position.remaining < 9 and not position.is_start:
            value = oracle.value(*of_oracle(position), any_left=False)
            assert (found.wins[row], found.distances[row]) == value
            tried += 1
    assert tried > 50


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

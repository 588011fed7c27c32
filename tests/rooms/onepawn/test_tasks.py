"""The first version as a task for learning machines."""

import pytest
from support.learning import checked_rows

from rooms.onepawn.oracle import by_oracle
from tablebase.games.onepawn.tasks import FirstVersionTask


@pytest.mark.parametrize("joker", [1234, 1])
def test_labels_moves_and_what_a_player_sees(joker):
    """Against the rules and, late in the game, the oracle, at random positions of a board."""
    task = FirstVersionTask(joker=joker)
    instance, tried = task.instance(next(task.starts("test"))), 0
    for position, row, found in checked_rows(task, instance, 400, seen):
        if position.layer < 9:
            assert (found.wins[row], found.distances[row]) == by_oracle(position)
            left = position.layer + 1 - int(found.distances[row])
            assert found.points[row] == (left if found.wins[row] else -left)
            tried += 1
    assert tried > 200


def seen(position):
    """The marked cells of each plane, from the position."""
    up = [cell for cell in range(len(position.cards)) if position.face_up >> cell & 1]
    planes = [[cell for cell in up if position.cards[cell] == kind] for kind in range(5)]
    return [*planes, [position.pawn]]


def test_the_large_board():
    """A board of 5x5 is played, and its positions have ranks; its table is too large here."""
    task = FirstVersionTask(side=5)
    start = next(task.starts("train"))
    planes = task.observe(start, "second")
    assert (planes.shape, planes.sum()) == ((8, 5, 5), 26)
    for options, message in (
        ({"side": 3}, "side 3: expected 4 or 5"),
        ({"joker": 0}, "joker 0"),
        ({"joker": 10}, "joker"),
    ):
        with pytest.raises(ValueError, match=message):
            FirstVersionTask(**options)

"""Pair Solitaire as a task for learning machines."""

import numpy as np
import pytest
from support.learning import everything, positions_of

from rooms.pairs import oracle
from rooms.pairs.learning import SMALL
from tablebase.games.pairs.tasks import PairsTask


def test_labels():
    found = everything(SMALL)
    batch = found.batch
    for row, position in enumerate(positions_of(batch)):
        stack = tuple(map(str, position.cards))
        left = {
            place: oracle.fewest(oracle.after(stack, place)) for place in oracle.removals(stack)
        }
        assert np.flatnonzero(batch.legal[row]).tolist() == sorted(left)
        fewest = min(left.values(), default=len(stack))
        assert found.points[row] == 2 - fewest
        assert found.wins[row] == (fewest <= 2)
        for place, cards in left.items():
            assert found.move_points[row, place] == 2 - cards
            assert found.optimal[row, place] == (cards == fewest)
            assert found.winning[row, place] == (cards == 2)


def test_what_a_player_sees():
    task = PairsTask(6)
    position = task.start("2H-xAC-2S-KD-x9C-2D")
    stack = task.instance(position)
    (seen,) = stack.observe(stack.row_of(position))
    assert seen.shape == task.shape == (17, 1, 6)
    shown = {(plane, place) for plane, _, place in np.argwhere(seen)}
    names = {name: number for number, name in enumerate(task.planes)}
    cards = [("2", "H"), ("2", "S"), ("K", "D"), ("2", "D")]
    assert shown == {
        (names[word], place)
        for place, (rank, suit) in enumerate(cards)
        for word in (f"rank {rank}", f"suit {suit}")
    }


def test_bad_arguments():
    with pytest.raises(ValueError, match="40 cards: expected 3 to 32"):
        PairsTask(40)
    with pytest.raises(ValueError, match="a stack of 3 cards: expected 20"):
        PairsTask().start("AS-KS-3H")

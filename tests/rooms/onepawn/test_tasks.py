"""The first version as a task for learning machines."""

import numpy as np
import pytest

from rooms.onepawn import oracle
from tablebase.engine.tables.table import build_table
from tablebase.games.onepawn.tasks import FirstVersionTask
from tablebase.rl.batch import Batch
from tablebase.rl.labels import label


@pytest.mark.parametrize("joker", [1234, 1])
def test_labels_moves_and_what_a_player_sees(joker):
    """Against the rules and, late in the game, the oracle, at random positions of a board."""
    task = FirstVersionTask(joker=joker)
    instance = task.instance(next(task.starts("test")))
    game, rng = instance.game, np.random.default_rng(4)
    ranks = np.array([game.size - 1, *rng.integers(0, game.size, 400)], np.uint32)
    batch = Batch(task, instance, instance.rows_of(ranks))
    found, tried = label(batch, build_table(game)), 0
    for row, rank in enumerate(ranks.tolist()):
        position = game.unrank(rank)
        assert instance.row_of(position) == ranks[row]
        moves = {task.action_of(position, move): move for move in position.legal_moves()}
        assert np.flatnonzero(batch.legal[row]).tolist() == sorted(moves)
        of_row = batch.moves.of == row
        after = dict(zip(batch.moves.actions[of_row], batch.moves.after[of_row], strict=True))
        assert after == {action: game.rank(position.play(move)) for action, move in moves.items()}
        assert [
            np.flatnonzero(plane).tolist()
            for plane in batch.observations[row].reshape(len(task.planes), -1)
        ] == seen(position, len(task.planes) - 1)
        assert batch.layers[row] == position.layer
        if position.layer < 9:
            assert (found.wins[row], found.distances[row]) == by_oracle(position)
            left = position.layer + 1 - int(found.distances[row])
            assert found.points[row] == (left if found.wins[row] else -left)
            tried += 1
    assert tried > 200


def seen(position, kinds):
    """The marked cells of each plane, from the position."""
    up = [cell for cell in range(len(position.cards)) if position.face_up >> cell & 1]
    planes = [[cell for cell in up if position.cards[cell] == kind] for kind in range(kinds)]
    return [*planes, [position.pawn]]


def by_oracle(position):
    place = [divmod(cell, 4) for cell in range(16)]
    up = {
        place[cell]: card
        for cell, card in enumerate(position.cards)
        if position.face_up >> cell & 1
    }
    steps = position.rules.joker_steps
    return oracle.value(up, place[position.pawn], (4, 4, True), steps, {})


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

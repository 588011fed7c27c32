"""What the tests of tasks for learning machines share."""

import numpy as np
import pytest
from oracles import collapsi as collapsi_oracle

from tablebase.engine.tables.table import build_table
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.tasks import CollapsiTask
from tablebase.rl.__main__ import main as command
from tablebase.rl.batch import Batch
from tablebase.rl.labels import label, stream
from tablebase_cli.run import main

BOARD = Rules("small", Board(2, 4), (0, 0, 1, 1, 2, 2, 3, 4))
SMALL = CollapsiTask(BOARD)


def instances(task, count=2):
    """The first deals of the training split, the same object for each deal."""
    return list(task.instances("train", count))


def everything(task):
    """All positions of one deal with their labels, in one batch."""
    (found,) = stream(task, instances(task, 1), size=1 << 20)
    return found


def positions_of(batch):
    ranks = batch.instance.game.rank_many(batch.rows)
    return [batch.instance.game.unrank(rank) for rank in ranks.tolist()]


def check_labels(found, values_of_moves, end):
    """Labels against the oracle's (wins, plies) of each action, for one position after another."""
    batch = found.batch
    assert len(batch) > 100
    for row, position in enumerate(positions_of(batch)):
        moves = values_of_moves(position)
        assert np.flatnonzero(batch.legal[row]).tolist() == sorted(moves)
        best = end(position)
        for value in moves.values():
            best = value if best is None else collapsi_oracle.better(best, value)
        assert (found.wins[row], found.distances[row]) == best
        for action, (wins, plies) in moves.items():
            assert found.winning[row, action] == wins
            assert found.move_distances[row, action] == plies
            assert found.optimal[row, action] == ((wins, plies) == best)
        assert not found.optimal[row][~batch.legal[row]].any()


def checked_rows(task, instance, number, seen):
    """Random positions of a board against its rules; yields each with its row and all labels.

    `seen` returns the marked cells of each plane.
    """
    game, rng = instance.game, np.random.default_rng(4)
    ranks = np.array([game.size - 1, *rng.integers(0, game.size, number)], np.uint32)
    batch = Batch(task, instance, instance.rows_of(ranks))
    found = label(batch, build_table(game))
    for row, rank in enumerate(ranks.tolist()):
        position = game.unrank(rank)
        assert instance.row_of(position) == ranks[row]
        moves = {task.action_of(position, move): move for move in position.legal_moves()}
        assert np.flatnonzero(batch.legal[row]).tolist() == sorted(moves)
        of_row = batch.moves.of == row
        after = dict(zip(batch.moves.actions[of_row], batch.moves.after[of_row], strict=True))
        assert after == {action: game.rank(position.play(move)) for action, move in moves.items()}
        planes = batch.observations[row].reshape(len(task.planes), -1)
        assert [np.flatnonzero(plane).tolist() for plane in planes] == seen(position)
        assert batch.layers[row] == position.layer
        yield position, row, found


def run(capsys, *arguments):
    """Run ``python -m tablebase.rl``; returns exit code, stdout and stderr."""
    with pytest.raises(SystemExit) as ended:
        main([*map(str, arguments)], command, "python -m tablebase.rl")
    found = capsys.readouterr()
    return ended.value.code, found.out, found.err

"""2D Nim as a task for learning machines."""

import numpy as np
import pytest
from support.learning import check_labels, everything, instances

from rooms.nim import oracle
from rooms.nim.learning import SMALL
from tablebase.games.collapsi.strategy.preferences import load_strategy
from tablebase.games.collapsi.tasks import strategy_moves
from tablebase.games.nim import Position
from tablebase.games.nim.tasks import NimTask
from tablebase.rl.labels import stream
from tablebase.rl.regret import score_policy
from tablebase.rl.splits import split_of


def test_labels():
    values = oracle.solve(3, 3, 3, True)
    task = NimTask(3, 3)
    masks = [mask for mask, _ in task.rules.takes]

    def moves(position):
        here = {n: mask for n, mask in enumerate(masks) if position.stones & mask == mask}
        after = {n: values[position.stones - mask] for n, mask in here.items()}
        return {n: (not wins, plies + 1) for n, (wins, plies) in after.items()}

    check_labels(everything(task), moves, lambda p: None if p.stones else (True, 0))


def test_what_a_player_sees():
    task = NimTask()
    position = task.start("1110/1000/0000/0001")
    board = task.instance(position)
    (seen,) = board.observe(board.row_of(position))
    assert seen.tolist() == [[[1, 1, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]]


def test_the_splits_are_a_partition():
    task = NimTask(3, 4)
    parts = [next(task.instances(split)).ranks for split in ("train", "validation", "test")]
    assert sorted(np.concatenate(parts).tolist()) == list(range(1 << 12))
    for split, ranks in zip(("train", "validation", "test"), parts, strict=True):
        for rank in ranks[::97].tolist():
            assert split_of(task.identity(Position(rank, task.rules))) == split


def test_a_strategy_is_only_for_collapsi():
    strategy = load_strategy("safe-moves")
    with pytest.raises(TypeError, match="strategy safe-moves for nim: expected collapsi"):
        score_policy(strategy_moves(strategy), stream(SMALL, instances(SMALL)))


def test_bad_arguments():
    with pytest.raises(ValueError, match="split 'dev'"):
        next(NimTask().instances("dev"))
    with pytest.raises(ValueError, match="expected at most 25 cells"):
        NimTask(6, 6)
    with pytest.raises(ValueError, match="expected one of nim 4x4-take3-misere"):
        NimTask().start("11/11")

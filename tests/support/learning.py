"""What the tests of tasks for learning machines share."""

import numpy as np
import pytest
from oracles import collapsi as collapsi_oracle

from tablebase.engine.tables.table import build_table
from tablebase.rl.__main__ import main as command
from tablebase.rl.baselines import random_moves
from tablebase.rl.labels import stream
from tablebase.rl.regret import score_policy, score_values
from tablebase_cli.run import main


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


def by_probes(task, count, chosen):
    """The four figures of a policy, from probes of one position after another.

    `chosen` returns the moves that it makes, given a probe, all equally likely.
    """
    sums, numbers = np.zeros(4), np.zeros(4)
    for instance in instances(task, count):
        table = build_table(instance.game)
        for rank in instance.ranks.tolist():
            probe = table.probe(instance.game.unrank(rank))
            if not probe.moves:
                continue
            layer = probe.position.layer
            best = max(task.points_of(layer, move.value) for move in probe.moves)
            made = chosen(probe)
            share = 1 / len(made)
            lost = [move for move in made if probe.moves[0].keeps_win and not move.keeps_win]
            sums[:3] += (
                share * len(lost),
                share * sum(best - task.points_of(layer, move.value) for move in made),
                share * sum(move.is_best for move in made),
            )
            numbers[:3] += 1
            if len({move.keeps_win for move in probe.moves}) == 2:
                sums[3] += share * sum(move.keeps_win for move in made)
                numbers[3] += 1
    return sums / numbers


def figures(score):
    return [score.regret_wins, score.regret_points, score.best, score.kept]


def check_regret(task):
    """Scores of small deals, one position after another."""

    def first(batch):
        return batch.legal.argmax(axis=1)

    def lowest_action(probe):
        position = probe.position
        return [min(probe.moves, key=lambda move: task.action_of(position, move.move))]

    for policy, chosen in ((random_moves, lambda probe: probe.moves), (first, lowest_action)):
        expected = by_probes(task, 2, chosen)
        for size in (64, 1 << 16):
            score = score_policy(policy, stream(task, instances(task), size=size))
            found = [each.figure for each in figures(score)]
            np.testing.assert_allclose(found, expected, rtol=1e-12)


def check_perfect_play(task, size=1 << 16):
    """Perfect play regrets nothing."""
    for found in stream(task, instances(task), size=size):
        score = score_policy(lambda batch, best=found.optimal: best / np.maximum(
            best.sum(axis=1, keepdims=True), 1), [found])  # fmt: skip
        assert [each.figure for each in figures(score)] == pytest.approx([0, 0, 1, 1], abs=1e-12)
        for reward, exact in (("result", np.where(found.wins, 1, -1)), ("points", found.points)):
            values = score_values(lambda batch, exact=exact: exact, [found], reward)
            assert values.wrong.figure == values.mean_absolute.figure == 0
            worse = score_values(lambda batch, exact=exact: exact - 3, [found], reward)
            assert worse.mean_absolute.figure == 3
            assert worse.mean_squared.figure == 9
            assert worse.wrong.figure == np.mean((exact > 0) & (exact <= 3) | (exact == 0))


def run(capsys, *arguments):
    """Run ``python -m tablebase.rl``; returns exit code, stdout and stderr."""
    with pytest.raises(SystemExit) as ended:
        main([*map(str, arguments)], command, "python -m tablebase.rl")
    found = capsys.readouterr()
    return ended.value.code, found.out, found.err

"""What holds for the tasks of all games, from what each room's `learning` has."""

import random
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest
from support import of_games
from support.learning import SMALL, instances

from tablebase.engine.tables.table import build_table
from tablebase.errors import PositionError
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.rl.baselines import random_moves
from tablebase.rl.labels import stream
from tablebase.rl.regret import score_policy, score_values
from tablebase.rl.splits import SHARES, split_of
from tablebase.rl.tasks import names, task_of


def images(start, rng):
    """The deal by random symmetries, either joker red's."""
    for automorphism in rng.sample(automorphisms(start.rules.board), 20):
        image = start.deal.image(automorphism)
        for starts in (image.starts, image.starts[::-1]):
            yield Deal(image.cards, starts).start()


SPLITS = "Jr24Jb/2433/A2A2/AA33 r", "4322/JrJbA3/AAA3/2423 r", "A432/A232/Jr433/2AJbA r"
COLLAPSI = SimpleNamespace(SPLITS=SPLITS, TASK=SMALL, SMALL=SMALL, images=images)
LEARNING = {"collapsi": COLLAPSI, **of_games("learning")}
EVERY = pytest.mark.parametrize("name", LEARNING)


def test_every_task_is_tested():
    assert {*LEARNING} == {*names()}


@EVERY
def test_splits_are_fixed(name):
    """A change of any of these would make scores incomparable with published ones."""
    assert [*SHARES] == ["train", "validation", "test"]
    firsts = (str(next(task_of(name).starts(split))) for split in SHARES)
    assert tuple(firsts) == LEARNING[name].SPLITS


@EVERY
def test_no_symmetry_leads_to_another_split(name):
    task, rng = task_of(name), random.Random(1)
    starts = list(islice(task.starts("test"), 5))
    for start in starts:
        for image in LEARNING[name].images(start, rng):
            assert task.identity(image) == task.identity(start)
            assert split_of(task.identity(image)) == "test"
    assert len({*map(task.identity, starts)}) > 1


@EVERY
def test_a_position_of_another_game(name):
    task, other = task_of(name), task_of("pairs" if name != "pairs" else "nim")
    start = other.start(other.example)
    asks = [task.start, task.identity, task.instance, lambda it: task.paid(it, "result")]
    asks += [lambda it: task.observe(it, task.agents[0]), lambda it: task.arena([it])]
    asks += [lambda it: task.action_of(it, it.legal_moves()[0])]
    asks += [task.instance(task.start(task.start(task.example))).row_of]
    for ask in asks:
        with pytest.raises(PositionError, match=f"is a position of {other.name} .*: expected one "):
            ask(start)


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


@pytest.mark.parametrize("name", [name for name in LEARNING if hasattr(LEARNING[name], "SMALL")])
def test_regret_by_hand(name):
    """Scores of small deals, one position after another."""
    task = LEARNING[name].SMALL

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


@EVERY
def test_perfect_play_regrets_nothing(name):
    task = LEARNING[name].TASK
    for found in stream(task, instances(task), size=1 << 20):
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

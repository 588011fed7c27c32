"""Solo as a task for learning machines."""

import random
from itertools import islice

import numpy as np
import pytest
from support.learning import check_perfect_play

from rooms.solo import oracle
from rooms.solo.test_game import of_oracle
from tablebase.engine.tables.table import build_table
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.solo.game import Position
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


def test_splits_are_fixed():
    """A change of any of these would make scores incomparable with published ones."""
    splits = ("train", "validation", "test")
    assert {split: str(next(SoloTask().starts(split))) for split in splits} == {
        "train": "Jr24J/2433/A2A2/AA33",
        "validation": "23A3/42JJr/234A/A2A3",
        "test": "A23Jr/3J42/A322/34AA",
    }


def test_no_symmetry_leads_to_another_split():
    task, rng = SoloTask(), random.Random(1)
    for start in islice(task.starts("test"), 3):
        g = rng.choice(automorphisms(task.rules.board))
        cards = [0] * 16
        for cell, card in enumerate(start.cards):
            cards[g[cell]] = card
        image = Position(tuple(cards), g[start.exit], g[start.pawn], 0xFFFF, task.rules)
        assert task.identity(image) == task.identity(start)
    one, other = islice(task.starts("test"), 2)
    assert task.identity(one) != task.identity(other)


def test_perfect_play_regrets_nothing():
    check_perfect_play(SoloTask(), 1 << 20)

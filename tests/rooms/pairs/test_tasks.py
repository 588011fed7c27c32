"""Pair Solitaire as a task for learning machines."""

import random
from itertools import islice

import numpy as np
import pytest
from support.learning import check_perfect_play, check_regret, everything, positions_of

from rooms.pairs import oracle
from tablebase.games.pairs.notation import RANKS
from tablebase.games.pairs.tasks import PairsTask

SMALL = PairsTask(7)


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


def test_splits_are_fixed():
    """A change of any of these would make scores incomparable with published ones."""
    splits = ("train", "validation", "test")
    assert {split: str(next(PairsTask().starts(split))) for split in splits} == {
        "train": "5C AC JH 3H 3D QH 4C 8H 5S 9D 10C 6D 3S 7S QD 6S JS KC 7C 4H",
        "validation": "3H 7S JH 5D 10C 5S KH QS 4C 2C 8S 4D AC 2H 6S QC 9S 7H 8H 4S",
        "test": "QH 9H 5D 2D 6H 2S 6C 5S 7D 10S 3C AS AH JH KS QC 3D 4S 3S 3H",
    }


def test_no_symmetry_leads_to_another_split():
    rng = random.Random(1)
    stacks = PairsTask()
    for start in islice(stacks.starts("test"), 3):
        ranks, suits = rng.sample(RANKS, 13), rng.sample("SHDC", 4)
        renamed = " ".join(ranks[card.rank] + suits[card.suit] for card in start.stack)
        upside_down = " ".join(map(str, start.stack[::-1]))
        for text in (renamed, upside_down):
            assert stacks.identity(stacks.start(text)) == stacks.identity(start)
    one, other = islice(stacks.starts("test"), 2)
    assert stacks.identity(one) != stacks.identity(other)


def test_regret_by_hand():
    check_regret(SMALL)


def test_perfect_play_regrets_nothing():
    check_perfect_play(SMALL)


def test_bad_arguments():
    with pytest.raises(ValueError, match="40 cards: expected 3 to 32"):
        PairsTask(40)
    with pytest.raises(ValueError, match="a stack of 3 cards: expected 20"):
        PairsTask().start("AS-KS-3H")

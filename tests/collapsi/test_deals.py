"""Finding deals by length, winner and number of winning first moves."""

import random
from collections import Counter
from functools import partial

import numpy as np
import pytest

import tablebase
from tablebase import COLLAPSI, Deal, find
from tablebase.games.collapsi.studies.book import book
from tablebase.games.collapsi.studies.finder import FoundDeals


@pytest.mark.parametrize("edition", ["wild", "single"])
def test_numbers_of_deals(edition):
    census = book().census
    everything = len(find(edition))
    assert everything == (len(census) if edition == "wild" else census.coloured)
    assert sum(len(find(edition, plies=plies)) for plies in range(15)) == everything
    assert sum(len(find(edition, winner=winner)) for winner in ("red", "blue")) == everything
    assert sum(len(find(edition, winning_moves=n)) for n in range(15)) == everything
    for plies, winner in ((8, "red"), (9, "blue")):
        with pytest.raises(ValueError, match=f"plies {plies} with winner {winner}: red wins in an"):
            find(edition, plies=plies, winner=winner)


@pytest.mark.parametrize("edition", ["wild", "single"])
@pytest.mark.parametrize("seed", [None, 5])
def test_deals_are_what_was_asked_for(edition, seed):
    rng = random.Random(4)
    for plies, winning_moves in [(11, 2), (12, None), (9, None), (8, 0)]:
        found = find(edition, plies=plies, winning_moves=winning_moves, seed=seed)
        deals = [entry for entry, _ in zip(found, range(50), strict=False)]
        for entry in rng.sample(deals, 4):
            probe = tablebase.build(entry.deal).probe(entry.deal.start(edition))
            wins = sum(move.keeps_win for move in probe.moves)
            assert (probe.dte, probe.winner) == (plies, entry.winner)
            assert wins == entry.opening.winning_moves
            assert winning_moves in (None, wins)


def test_the_fastest_wins():
    (wild,) = find("wild", plies=7)
    # The paper's example and its images, 24 of them with a joker in the corner.
    paper = Deal.parse("JA2A/3JA4/2323/34A2")
    assert wild.deal.cards == paper.canonical[0].cards
    assert sum(1 for _ in find("single", plies=7)) == len(find("single", plies=7)) == 25


def test_no_two_are_the_same():
    for seed in (None, 1):
        found = [entry.deal.canonical[0] for entry in find("single", plies=8, seed=seed)]
        assert len(set(found)) == len(found) == len(find("single", plies=8))


def test_random_order():
    first, again, other = (
        [entry for entry, _ in zip(find("wild", plies=9, seed=seed), range(30), strict=False)]
        for seed in (1, 1, 2)
    )
    assert first == again
    assert not set(first) & set(other)
    # Canonical deals begin with a joker; those turned at random usually do not.
    assert Counter(entry.deal.cards[0] for entry in first)[0] < 20
    assert all(entry.deal.cards[0] == 0 for entry, _ in zip(find(), range(30), strict=False))


def test_every_place_is_drawn_equally_often():
    # The lazy shuffle against all orders of a small selection.
    places = np.arange(0, 50, 2)
    of_seed = partial(FoundDeals, COLLAPSI.edition("single"), places)
    expected = [entry.deal.canonical[0] for entry in of_seed(None)]
    firsts = Counter(next(iter(of_seed(seed))).deal.canonical[0] for seed in range(700))
    assert set(firsts) == set(expected)
    assert 10 < min(firsts.values()) <= max(firsts.values()) < 50  # 28 on average


# The command


def test_random_prints_its_seed(run):
    code, out, err = run("deals", "--random", "--plies", 10)
    assert code == 0
    seed = int(err.split("seed ")[1])
    assert run("deals", "--random", "--plies", 10, "--seed", seed)[1] == out

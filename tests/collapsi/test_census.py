"""The essentially different deals: enumerated, numbered, and counted another way."""

import random
from itertools import permutations

import numpy as np
import pytest
from support import deal_with
from support.samples import random_deal

from tablebase import COLLAPSI, Board, Census, Rules
from tablebase.games.collapsi.studies.census import burnside, census_of
from tablebase.games.collapsi.symmetry import automorphisms

CENSUS = census_of()

SMALL = [
    Rules("2x3", Board(2, 3), (0, 0, 1, 1, 2, 3)),
    Rules("2x4", Board(2, 4), (0, 0, 1, 1, 2, 2, 3, 4)),
    Rules("2x4 flat", Board(2, 4, wrap=False), (0, 0, 1, 1, 1, 2, 2, 3)),
    Rules("1x7", Board(1, 7), (0, 0, 1, 1, 2, 2, 2)),
    Rules("2x4 shift", Board(2, 4), (0, 0, 1, 1, 2, 2, 3, 4), shift="must", pushed="back"),
    Rules("3x3 shift", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 3, 4), shift="may", pushed="back"),
]


def test_essentially_different_deals():
    assert len(CENSUS) == burnside() == 996_234
    assert CENSUS.coloured == burnside(coloured=True) == 1_982_769


def test_the_papers_deals():
    # One joker in the corner, the other on one of five cells that no grid symmetry joins.
    words = 3_153_150
    assert 5 * words == 15_765_750
    # Weighted, with the other on any of 15 cells: each layout once for each joker shifted there.
    assert 15 * words == CENSUS.layouts * 2 // 16 == 47_297_250
    assert CENSUS.sizes.sum(dtype=np.int64) == CENSUS.layouts
    # Diagonal neighbours and opposite cells of a ring are both two steps apart on the 4-cube.
    assert [(c.jokers, c.distance) for c in CENSUS.classes] == [
        ((0, 1), 1), ((0, 2), 2), ((0, 6), 3), ((0, 10), 4),
    ]  # fmt: skip


def test_the_shifts_bring_every_joker_to_the_corner_alike():
    assert (CENSUS.sizes * 2 % 16 == 0).all()


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)
def test_small_boards_one_by_one(rules):
    census = Census(rules)
    group = rules.symmetries
    images = {}
    for cards in set(permutations(rules.deck)):
        deal = deal_with(cards, cards.index(0), rules)
        images.setdefault(deal.canonical[0].cards, set()).add(cards)
    deals = [census[number] for number in range(len(census))]
    assert {deal.cards for deal in deals} == set(images)
    assert deals == sorted(deals, key=lambda deal: (deal.jokers, deal.cards))
    assert len(deals) == burnside(rules)
    assert census.layouts == sum(map(len, images.values()))
    for number, deal in enumerate(deals):
        assert census.number(deal) == number
        assert census.sizes[number] == len(images[deal.cards])
        swapped = any(deal.image(g).cards == deal.cards and g[deal.red] != deal.red for g in group)
        assert census.swaps[number] == swapped
    assert census.coloured == burnside(rules, coloured=True)


def test_numbers_and_deals():
    rng = random.Random(1)
    for _ in range(200):
        number = rng.randrange(len(CENSUS))
        deal = CENSUS[number]
        assert deal.canonical[0] == deal
        assert CENSUS.number(deal) == number
        turned = deal.image(rng.choice(automorphisms(COLLAPSI.board)))
        assert CENSUS.number(turned) == number
    for _ in range(200):
        deal = random_deal(rng)
        assert CENSUS[CENSUS.number(deal)].cards == deal.canonical[0].cards


@pytest.mark.parametrize("number", [-1, 996_234])
def test_no_such_deal(number):
    with pytest.raises(IndexError, match=rf"^deal {number}: expected 0 to 996233$"):
        CENSUS[number]


def test_too_many_different_cards():
    rules = Rules("7", Board(1, 7), (0, 0, 1, 2, 3, 4, 5))
    with pytest.raises(ValueError, match="5 different cards: expected at most 4"):
        len(Census(rules))


def test_more_than_two_players():
    rules = Rules("3", Board(2, 4), (0, 0, 0, 1, 1, 2, 2, 3), players=3)
    for counted in (Census, burnside):
        with pytest.raises(ValueError, match="rules '3' for 3 players: expected 2"):
            counted(rules)

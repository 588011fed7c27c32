"""The index: ranks without holes, and the same for all images of a position."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import image
from support.samples import ALL_RULES, SMALL_RULES, random_deal, random_position

from tablebase import COLLAPSI
from tablebase.engine.rooms import game_of
from tablebase.games.collapsi.deals.index import DealIndex, spread, squeeze
from tablebase.games.collapsi.symmetry import automorphisms


def positions(free):
    """Every position after the first moves: (face-up mask, mover, opponent)."""
    return {
        (mask, mover, opponent)
        for mask in range(1 << free)
        for mover in range(free)
        for opponent in range(free)
        if mover != opponent and mask >> mover & 1 and mask >> opponent & 1
    }


@pytest.mark.parametrize("free", range(2, 9))
def test_ranks_are_dense(free):
    index = DealIndex(free, 2)
    everything = positions(free)
    assert index.openings == len(everything)
    assert {index.rank(*position) for position in everything} == set(range(index.openings))
    assert all(index.unrank(index.rank(*position)) == position for position in everything)


def test_rank_of_an_array_of_masks():
    index = DealIndex(6, 2)
    masks = np.array([mask for mask in range(64) if mask & 0b10100 == 0b10100], dtype=np.uint32)
    assert index.rank(masks, 2, 4).tolist() == [index.rank(int(mask), 2, 4) for mask in masks]


@pytest.mark.parametrize("free", [2, 5, 14])
@pytest.mark.parametrize("editions", [1, 2, 3])
def test_opening_ranks_are_dense(free, editions):
    index = DealIndex(free, editions)
    everything = {
        (edition, joker, red)
        for edition in range(editions)
        for joker in (0, 1)
        for red in (None, *range(free))
    }
    ranks = {index.opening_rank(*position) for position in everything}
    assert ranks == set(range(index.openings, index.size))
    assert all(index.opening_unrank(index.opening_rank(*p)) == p for p in everything)


@given(st.integers(0, 2**40), st.lists(st.integers(0, 41), min_size=2, max_size=2, unique=True))
def test_squeeze_and_spread(mask, bits):
    low, high = sorted(bits)
    wide = spread(spread(mask, low), high)
    others = [bit for bit in range(60) if bit not in bits]
    assert wide == sum(1 << bit for place, bit in enumerate(others) if mask >> place & 1)
    assert squeeze(squeeze(wide, high), low) == mask
    assert squeeze(squeeze(wide | 1 << low | 1 << high, high), low) == mask


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
def test_plies_of_ranks(rules):
    rng = random.Random(5)
    game = game_of(random_deal(rng, rules))
    plies = game.index.plies()
    assert plies.shape == (game.size,)
    samples = [rng.randrange(game.size) for _ in range(300)]
    for rank in {*samples, *range(game.index.openings, game.size)}:
        assert plies[rank] == game.unrank(rank).ply
    layers = game.layer_of_ranks()
    assert all(layers[rank] == game.unrank(rank).layer for rank in samples)
    assert (layers.min(), layers.max()) == (0, game.layers - 1)


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
def test_random_positions(rules):
    rng = random.Random(8)
    for _ in range(200):
        position = random_position(rng, rules)
        again = game_of(position).unrank(game_of(position).rank(position))
        # Later than ply 1 all editions share one entry; it comes back as the first edition's.
        assert again.edition == (position.edition if position.ply < 2 else rules.editions[0])
        assert str(again) == str(position)


@pytest.mark.parametrize("ply", [0, 1, 2, 3, 8, 14])
def test_images_of_a_position_share_its_rank(ply):
    position = random_position(random.Random(ply), ply=ply)
    images = [image(position, g) for g in automorphisms(COLLAPSI.board)]
    assert len({game_of(image).key for image in images}) == 1
    assert len({game_of(image).rank(image) for image in images}) == 1


@pytest.mark.parametrize("rules", SMALL_RULES, ids=lambda rules: rules.name)
def test_images_on_small_boards(rules):
    rng = random.Random(11)
    # Equal cards may lie symmetrically here: then a position has a rank for each of its symmetries.
    for _ in range(10):
        position = random_position(rng, rules)
        group = automorphisms(rules.board)
        kept = sum(image(position, g).cards == position.cards for g in group)
        images = [image(position, g) for g in group]
        assert len({game_of(image).key for image in images}) == 1
        assert len({game_of(image).rank(image) for image in images}) <= kept


@pytest.mark.parametrize("rank", [-1, 745_532, 10**9])
def test_no_such_rank(rank):
    game = game_of(random_deal(random.Random(12)))
    with pytest.raises(IndexError, match=rf"^rank {rank}: expected 0 to 745531$"):
        game.unrank(rank)

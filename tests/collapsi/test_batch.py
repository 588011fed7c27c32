"""Arrays of positions of a deal: ranks to positions and back, and rows that are not positions."""

import random

import numpy as np
import pytest
from support.samples import SMALL_RULES, random_deal

import tablebase
from tablebase.engine.rooms import game_of
from tablebase.games.collapsi.deals.layout import POSITION_DTYPE

DEAL = tablebase.Deal.parse("A223/4A2J/3A23/J3A4")


@pytest.mark.parametrize("deal", [DEAL, random_deal(random.Random(1), SMALL_RULES[0])], ids=str)
@pytest.mark.thorough
def test_every_rank_of_a_deal(deal):
    ranks = np.arange(game_of(deal).size, dtype=np.uint32)
    positions = game_of(deal).unrank_many(ranks)
    assert len(np.unique(positions)) == game_of(deal).size
    assert np.array_equal(game_of(deal).rank_many(positions), ranks)


def test_arrays_agree_with_single_positions():
    game, rng = game_of(DEAL), random.Random(2)
    ranks = [*rng.sample(range(game.size), 500), *range(game.index.openings, game.size)]
    rows = game.unrank_many(np.array(ranks, dtype=np.uint32))
    for rank, row in zip(ranks, rows, strict=True):
        position = game.unrank(rank)
        edition = game.rules.editions.index(position.edition)
        assert tuple(row) == (position.face_up, position.mover, position.opponent, edition)
        assert game.rank(position) == rank


def test_codes_of_arrays_of_any_shape():
    table = tablebase.build(DEAL)
    ranks = np.random.default_rng(3).integers(table.game.size, size=(40, 50)).astype(np.uint32)
    codes = table.probe_many(table.game.unrank_many(ranks))
    assert np.array_equal(codes, table.codes()[ranks])
    assert table.probe_many(np.zeros(0, dtype=POSITION_DTYPE)).shape == (0,)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("opponent", 0),  # both pawns on a1
        ("opponent", 1),  # on a face-down card
        ("opponent", 7),  # on a joker's cell
        ("mover", 16),  # off the board
        ("mover", 255),
        ("face_up", 0b1000_0000_1000_0001),  # a joker face up, with cards face down
        ("face_up", 0),
        ("face_up", 0xFFFF),  # the start, but no pawn on a joker
        ("face_up", 0xEFFF),  # the second ply, likewise
    ],
)
@pytest.mark.parametrize("with_openings", [False, True])
def test_the_first_bad_row_is_named(column, value, with_openings):
    game = game_of(DEAL)
    rows = np.zeros(9, dtype=POSITION_DTYPE)
    rows["face_up"], rows["mover"], rows["opponent"] = 0b1000_0000_0000_0001, 0, 15
    if with_openings:
        rows[0] = game.unrank_many(np.array([game.size - 1], dtype=np.uint32))[0]
    assert len(game.rank_many(rows)) == 9
    rows[column][4] = rows[column][6] = value
    with pytest.raises(tablebase.PositionError, match=r"^row 4, "):
        game.rank_many(rows)


def test_other_arrays_and_ranks_are_refused():
    with pytest.raises(TypeError, match="expected"):
        game_of(DEAL).rank_many(np.zeros(3, dtype=np.uint32))
    with pytest.raises(IndexError, match=f"expected 0 to {game_of(DEAL).size - 1}"):
        game_of(DEAL).unrank_many(np.array([game_of(DEAL).size], dtype=np.uint32))

"""Automorphisms of boards, and the canonical deal."""

import random
from itertools import permutations

import numpy as np
import pytest
from oracles.collapsi import neighbours
from support.samples import ODD_RULES, SYMMETRIC_DEAL, random_deal

from tablebase import COLLAPSI, Board, Deal
from tablebase.games.collapsi.answers.shown import motions
from tablebase.games.collapsi.symmetry import automorphisms, canonical, inverse

TORUS = automorphisms(COLLAPSI.board)


def edges(board):
    """Pairs of adjacent cells, from the oracle's coordinates."""
    if board.missing:
        return {(a, b) for a in range(board.size) for b in board.neighbours[a]}
    return {
        (cell, r * board.columns + c)
        for cell in range(board.size)
        for r, c in neighbours(divmod(cell, board.columns), board.rows, board.columns, board.wrap)
        if cell != r * board.columns + c
    }


@pytest.mark.parametrize(
    "board",
    [
        Board(rows, columns, wrap)
        for rows in (1, 2, 3, 4)
        for columns in (1, 2, 4, 5)
        for wrap in (True, False)
    ],
    ids=str,
)
def test_neighbours(board):
    pairs = [(cell, n) for cell, around in enumerate(board.neighbours) for n in around]
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == edges(board)
    for cell, mask in enumerate(board.neighbour_masks):
        assert {n for n in range(board.size) if mask >> n & 1} == set(board.neighbours[cell])


@pytest.mark.parametrize("size", [(0, 4), (4, 0), (10, 4), (4, 10), (-1, 3)])
def test_no_such_board(size):
    with pytest.raises(ValueError, match=r"^board .*x.*: expected 1 to 9 rows and 1 to 9"):
        Board(*size)


def test_torus_has_384():
    assert len(TORUS) == len(set(TORUS)) == 384
    assert list(TORUS) == sorted(TORUS)
    assert TORUS[0] == tuple(range(16))


def test_torus_adjacency_is_kept():
    lines = edges(COLLAPSI.board)
    for g in TORUS:
        assert {(g[a], g[b]) for a, b in lines} == lines


@pytest.mark.parametrize(
    "board",
    [
        Board(1, 1),
        Board(1, 2),
        Board(1, 5, wrap=False),
        Board(1, 7),
        Board(2, 2),
        Board(2, 3),
        Board(3, 2, wrap=False),
        Board(2, 4),
        Board(4, 2, wrap=False),
        Board(1, 8),
        *(rules.board for rules in ODD_RULES),
    ],
    ids=str,
)
def test_all_permutations_that_keep_adjacency(board):
    lines = edges(board)
    expected = [
        g for g in permutations(range(board.size)) if all((g[a], g[b]) in lines for a, b in lines)
    ]
    assert list(automorphisms(board)) == expected


def jokers_first(cards):
    """The order of images: by where the jokers lie, then by the cards."""
    return [cell for cell, card in enumerate(cards) if card == 0], cards


@pytest.mark.parametrize("seed", ["symmetric", *range(5)])
def test_images_share_the_canonical_deal(seed):
    symmetric = Deal.parse(SYMMETRIC_DEAL)
    deal = symmetric if seed == "symmetric" else random_deal(random.Random(seed))
    images = [deal.image(g) for g in TORUS]
    assert {image.canonical[0] for image in images} == {deal.canonical[0]}
    assert deal.canonical[0].cards == min((image.cards for image in images), key=jokers_first)
    assert deal.image(deal.canonical[1]) == deal.canonical[0]


def test_image_moves_every_card():
    rng = random.Random(7)
    deal = random_deal(rng)
    for g in rng.sample(TORUS, 20):
        image = deal.image(g)
        assert all(image.cards[g[cell]] == card for cell, card in enumerate(deal.cards))
        assert (image.red, image.blue) == (g[deal.red], g[deal.blue])
        assert image.image(inverse(g)) == deal


def test_canonical_names_all_automorphisms():
    # With equal cards every automorphism leads to the same image.
    square = Board(2, 2)
    assert canonical(square, (1, 1, 1, 1), automorphisms) == ((1, 1, 1, 1), automorphisms(square))
    line = Board(1, 3, wrap=False)
    assert canonical(line, (2, 1, 1), automorphisms) == ((1, 1, 2), ((2, 1, 0),))


GRID_MOTIONS = {
    "rotate": lambda grid: np.rot90(grid, -1),
    "turn": lambda grid: np.rot90(grid, 2),
    "mirror": np.fliplr,
    "flip": np.flipud,
    "left": lambda grid: np.roll(grid, -1, axis=1),
    "right": lambda grid: np.roll(grid, 1, axis=1),
    "up": lambda grid: np.roll(grid, -1, axis=0),
    "down": lambda grid: np.roll(grid, 1, axis=0),
}


@pytest.mark.parametrize(
    "board",
    [
        Board(4, 4),
        Board(4, 4, wrap=False),
        Board(3, 5),
        Board(2, 3),
        Board(1, 6, wrap=False),
        Board.from_picture("_#_ ### _#_", wrap=False),
        Board.from_picture("###_ #### ####"),
        Board.from_picture("#_# #_# ###"),
        Board.from_picture("##__ #### __##", wrap=False),
    ],
    ids=str,
)
def test_motions_are_the_grids_automorphisms(board):
    """Motions agree with numpy's turns of the picture, and all that keep the board are found."""
    cells = np.array([-1 if cell is None else cell for cell in board.cells])
    grid = cells.reshape(board.rows, board.columns)
    expected, known = {}, set(automorphisms(board))
    for name, move in GRID_MOTIONS.items():
        moved = move(grid)
        if moved.shape != grid.shape or ((moved < 0) != (grid < 0)).any():
            continue
        to = tuple(int(grid[moved == cell][0]) for cell in range(board.size))
        if to in known and to != tuple(range(board.size)) and to not in expected.values():
            expected[name] = to
    assert motions(board) == expected


@pytest.mark.parametrize("columns", [7, 9])
def test_boards_whose_first_row_hangs_apart(columns):
    """A comb with teeth on both sides: pairs of teeth can change places, and all can turn round."""
    teeth = "#_" * (columns // 2) + "#"
    board = Board.from_picture(f"{teeth}/{'#' * columns}/{teeth}", wrap=False)
    assert len(automorphisms(board)) == 2 * 2 ** (columns // 2 + 1)

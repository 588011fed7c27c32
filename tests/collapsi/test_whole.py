"""The whole game against slow, obvious solvers."""

import random

import numpy as np
import pytest
from support.whole import minimax, units

from tablebase.engine.packed import unpack
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.game import game_of
from tablebase.games.collapsi.moves import paths
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.games.collapsi.strategy.openings import openings_of
from tablebase.games.collapsi.whole.geometry import to_unit
from tablebase.games.collapsi.whole.lookup import Boards
from tablebase.games.collapsi.whole.solver import Whole
from tablebase.games.collapsi.whole.store import WholeStore

SMALL = [
    Rules("test", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 2, 3)),
    Rules("test", Board(2, 4), (0, 0, 1, 1, 2, 2, 3, 4)),
    Rules("test", Board(3, 3, wrap=False), (0, 0, 1, 1, 1, 1, 2, 2, 5)),
    Rules("test", Board(2, 3), (0, 0, 1, 1, 2, 3)),
]


def random_position(rng, rules, most):
    cards = list(rules.deck)
    rng.shuffle(cards)
    free = [cell for cell, card in enumerate(cards) if card]
    cells = rng.sample(free, rng.randint(2, most))
    return cards, sum(1 << cell for cell in cells), cells[0], cells[1]


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: f"{rules.board}")
def test_small_boards_agree_with_minimax(rules):
    def stop(layer, fraction):
        if layer == 3:
            raise InterruptedError

    whole = Whole(rules)
    with pytest.raises(InterruptedError):
        whole.solve(progress=stop)
    with pytest.raises(RuntimeError, match="no layers"):
        whole.code(3, 0, 1, rules.deck)
    whole.solve()
    rng = random.Random(1)
    for _ in range(300):
        cards, *position = random_position(rng, rules, rules.board.size - 2)
        assert whole.code(*position, cards) == minimax(rules, cards, *position, {})


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: f"{rules.board}")
def test_openings_agree_with_tables_of_deals(rules):
    whole = Whole(rules)
    whole.solve()
    deals = 0
    for openings in openings_of(whole):
        deals += openings.weights.sum()
        shape = openings.shape
        jokers = [cell for cell in range(rules.board.size) if not shape.mask >> cell & 1]
        places = {cell: place for place, cell in enumerate(sorted(shape.cells), 1)}
        for number in range(0, len(openings.words), max(1, len(openings.words) // 5)):
            cards = [0] * rules.board.size
            for place, cell in enumerate(reversed(shape.cells)):
                letter = int(openings.words[number]) >> 2 * place & 3
                cards[cell] = whole.geometry.letters[letter]
            known = {}
            first = first_plies(whole, cards, jokers, sorted(shape.cells))
            assert (first[..., 0] == openings.start[number]).all()
            for e, edition in enumerate(rules.editions):
                for red, blue in (0, 1), (1, 0):
                    expected = start_code(
                        rules, cards, edition.joker_steps, jokers[red], jokers[blue], known
                    )
                    assert openings.start[number, e, red] == expected
                    record = int(openings.after_red[number, e, red])
                    for cell in range(rules.board.size):
                        code = sum((record >> 16 * b + cell & 1) << b for b in range(4))
                        assert code == (first[e, red, places[cell]] if cell in places else 15)
    layouts = 1
    for n in range(2, rules.board.size + 1):
        layouts *= n
    for card in set(rules.deck):
        for n in range(2, rules.deck.count(card) + 1):
            layouts //= n
    assert deals == layouts


def first_plies(whole, cards, jokers, cells):
    """The codes of a deal's first two plies: by edition, red's joker, and the start or red's cell.

    Ranks order them as the canonical deal does; here they are in the deal's own order.
    """
    game = game_of(tuple(cards), whole.rules)
    ranks = np.arange(game.index.openings, game.size, dtype=np.uint32)
    codes = WholeStore(whole).codes_of_rows(game, game.unrank_many(ranks))
    codes = codes.reshape(len(whole.rules.editions), 2, -1)
    reds = [game.layout.jokers.index(joker) for joker in jokers]
    return codes[:, reds][..., [0, *(1 + game.layout.slots[cell] for cell in cells)]]


def start_code(rules, cards, steps, red, blue, known):
    full = (1 << rules.board.size) - 1
    best = 15
    for r in set(paths(rules.board, full, red, steps)) - {blue}:
        rest = full & ~(1 << red)
        code = 15
        for b in set(paths(rules.board, rest, blue, steps)) - {r}:
            code = min(code, minimax(rules, cards, rest & ~(1 << blue), r, b, known))
        best = min(best, 14 - code if code < 8 else 15 - code)
    return 14 - best if best < 8 else 15 - best


@pytest.fixture(scope="module")
def lower_layers():
    whole = Whole()
    whole.solve(top=8)
    return whole


def place_of(geometry, face_up, mover, opponent):
    """The shape of the unit that holds a position, and the automorphisms that bring it there."""
    shape = geometry.shape_of(face_up)
    images = geometry.automorphisms[geometry.images_of(face_up) == shape.mask]
    return shape, to_unit(images, mover, opponent)


def test_every_position_has_its_unit(lower_layers):
    rng = random.Random(4)
    geometry = lower_layers.geometry
    for _ in range(200):
        cards, *position = random_position(rng, COLLAPSI, 8)
        shape, images = place_of(geometry, *position)
        pawns = shape.mask, *(int(images[0, cell]) for cell in position[1:])
        (unit,) = (
            unit
            for unit in units(geometry, shape.layer)
            if (unit.shape.mask, unit.mover, unit.opponent) == pawns
        )
        found = []
        for image in images:
            back = {int(there): cell for cell, there in enumerate(image)}
            word = 0
            for cell in unit.cells:
                word = word << 2 | geometry.letters.index(cards[back[cell]])
            found.append(word)
        words = geometry.words[shape.layer].without(unit.turns)
        assert min(found) in words.words
        rank = words.rank(min(found))
        code = lower_layers.packed_codes([unit])[rank // 2] >> 4 * (rank % 2) & 15
        assert code == lower_layers.code(*position, cards)


def test_units_of_turned_words_hold_what_look_ups_give(lower_layers):
    """Every word of some units that leave words out."""
    rng, geometry = random.Random(5), lower_layers.geometry
    for layer in (7, 8):
        words = geometry.words[layer]
        fewer = [
            unit for unit in units(geometry, layer) if words.without(unit.turns).count < words.count
        ]
        for unit in rng.sample(fewer, 40):
            kept = words.without(unit.turns).words
            places = 2 * np.arange(layer)[::-1].astype(np.uint32)
            cells = (kept[:, None] >> places & 3) << 2 * np.array(unit.cells, np.uint32)
            row = np.ones(kept.size, np.uint8)
            boards = Boards(
                row * np.uint16(unit.shape.mask), row * np.uint8(unit.mover),
                row * np.uint8(unit.opponent), cells.sum(1).astype(np.uint32),
            )  # fmt: skip
            found = lower_layers.codes(boards)
            assert np.array_equal(unpack(lower_layers.packed_codes([unit]), kept.size, 4), found)

"""The two ways to derive the first plies of a deal: by arrays, and by the page's kernel."""

import numpy as np
import pytest

from tablebase.engine.packed import pack, unpack
from tablebase.engine.rooms import game_of
from tablebase.games.collapsi.deals.openings import opening_codes
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.wasm import solve_openings


@pytest.mark.parametrize("name", ["collapsi", "diamond", "landing", "3x4"])
def test_the_kernel_finds_the_same(name):
    rules = load_rules(name)
    draw = np.random.default_rng(1)
    for deal in random_deals(20, 1, rules):
        game = game_of(deal)
        layout, index, coding = game.layout, game.index, game.coding
        # Any codes will do: only the smallest counts.
        codes = draw.integers(0, coding.no_entry, game.size, np.uint8)
        third = np.full((layout.free,) * 2, coding.no_entry)
        for mover in range(layout.free):
            for opponent in range(layout.free):
                if mover != opponent or rules.landing:
                    full = index.rank((1 << layout.free) - 1, mover, opponent)
                    third[mover, opponent] = codes[full]
        packed = pack(codes, coding.bits)
        solve_openings(game.compiled.context, coding.bits, coding.replies, packed)
        found = unpack(packed, game.size, coding.bits)
        expected = opening_codes(rules, layout.canonical_cards, third, coding)
        assert found[: index.openings].tolist() == codes[: index.openings].tolist()
        assert found[index.openings :].tolist() == expected.reshape(-1).tolist()

"""The two ways to derive the first plies of a deal: by arrays, and by the page's kernel."""

from __future__ import annotations

import numpy as np
import pytest

from tablebase.games.collapsi.deals.opening_kernels import solve_openings
from tablebase.games.collapsi.deals.openings import opening_codes
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules_file import load_rules


@pytest.mark.parametrize("name", ["collapsi", "diamond", "landing", "3x4"])
def test_the_kernel_finds_the_same(name):
    rules = load_rules(name)
    steps = [sum(1 << step - 1 for step in edition.joker_steps) for edition in rules.editions]
    coding = of_deal(next(random_deals(1, 1, rules))).coding
    draw = np.random.default_rng(1)
    for deal in random_deals(20, 1, rules):
        cells = np.array([cell for cell, card in enumerate(deal.cards) if card != JOKER])
        jokers = np.array([cell for cell, card in enumerate(deal.cards) if card == JOKER])
        # Any codes will do: only the smallest counts.
        third = draw.integers(0, coding.no_entry, (cells.size,) * 2, np.uint8)
        codes = np.empty((len(steps), 2, 1 + cells.size + rules.landing), np.uint8)
        solve_openings(
            np.array(rules.board.neighbour_masks, np.uint64), cells, jokers,
            np.array(steps, np.uint64), third, coding.replies, codes,
        )  # fmt: skip
        expected = opening_codes(rules, deal.cards, third, coding)
        assert codes.tolist() == expected.tolist()

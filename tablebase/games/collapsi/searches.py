"""Searches of a position and of those after its moves: what one finds can help the next.

Where lines are shifted, a position recurs after many moves, so all searches share what they have
proven. From openings they also end at late positions, which are solved once for all deals: seven
cards on the real board, 1.3 s and 68 MB.
"""

from __future__ import annotations

from functools import lru_cache, partial
from threading import Lock

import numpy as np

from tablebase.engine.search.searched import Search
from tablebase.games.collapsi.game import of_position
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.search.asking import shared
from tablebase.games.collapsi.search.entry import search
from tablebase.games.collapsi.search.late import CARDS, KINDS, Late
from tablebase.games.collapsi.shift_game import ShiftGame
from tablebase.games.collapsi.whole import Whole
from tablebase.games.collapsi.whole.geometry import holds

_lock = Lock()


def searches(position: Position) -> Search[Position] | None:
    """The search for a position and those after its moves, as `Game.search`; None by default."""
    game, rules = of_position(position), position.rules
    if not (isinstance(game, ShiftGame) and game.has_kernels):
        return game.search
    is_opening = position.face_up.bit_count() > rules.board.size - 2
    late = None
    if is_opening and holds(rules) and rules.board.size > CARDS + 2:
        with _lock:
            late = late_positions(rules)
    return partial(search, shared=shared(late))


@lru_cache(maxsize=2)
def late_positions(rules: Rules) -> Late:
    """The late positions of some rules, as `search.late` takes them."""
    whole = Whole(rules)
    whole.solve(top=CARDS, keep=False)
    geometry, words = whole.geometry, whole.geometry.words[CARDS].words
    leads, shape_of, orbits, automorphisms, inverses, shapes, cells = whole.atlas.tables
    # The atlas counts records from those of the first layer on.
    starts = shapes[:, 0] - np.uint64(whole.atlas.first_record(CARDS))
    rank_of = np.zeros(4**CARDS, np.uint64)
    rank_of[words] = range(words.size)
    letter_of = np.zeros(KINDS, np.uint64)
    letter_of[list(geometry.letters)] = range(len(geometry.letters))
    places = np.column_stack([starts, shapes[:, 1]])
    ways = leads, shape_of, orbits, automorphisms, inverses, places, cells
    return whole.between(CARDS), ways, rank_of, letter_of

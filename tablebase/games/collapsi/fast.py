"""Which rules each fast path fits: its turns and its boards, named one by one.

Everything else takes the common engine, by the plain moves of a turn or a kernel of its own. So a
turn that nobody has thought of here is slow, but never wrong: a path names the very classes whose
moves and ending its kernels know, and a subclass is another turn.
"""

from __future__ import annotations

from typing import NamedTuple

from tablebase.games.collapsi.rules import MAX_CELLS, MAX_TABLE_CELLS, SMALL_CELLS, Rules
from tablebase.games.collapsi.turns import Ends, Landing, Removed, Stays, Turn, UpTo


class Path(NamedTuple):
    """A fast path, and what it was written for.

    Attributes
    ----------
    turns : tuple of type
        The turns that it knows.
    most, least : int
        Cells of the largest and the smallest board.
    whole : bool
        Whether it needs a torus without gaps.
    """

    turns: tuple[type[Turn], ...]
    most: int = MAX_CELLS
    least: int = 0
    whole: bool = False

    def fits(self, rules: Rules) -> bool:
        """Whether the path is for these rules."""
        board = rules.board
        whole = board.wrap and not board.missing
        known = type(rules.turn) in self.turns
        return known and self.least <= board.size <= self.most and (whole or not self.whole)


NIBBLES = Path((Turn, UpTo), SMALL_CELLS)
"""Tables of two codes a byte, solved and checked by masks of 16 bits."""

BYTES = Path((Turn, UpTo, Landing), MAX_TABLE_CELLS)
"""Tables of a byte a code, solved and checked by masks of 32 bits."""

SEARCH = Path((Turn, UpTo))
"""Search by kernels, in which each ply collapses the card that is left."""

DUELS = Path((Stays, Removed, Ends))
"""Tables of what each of three and four players can force."""

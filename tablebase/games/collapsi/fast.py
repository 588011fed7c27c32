"""Which rules each fast path fits: its turns and its boards, named one by one.

Everything else takes the common engine, by the plain moves of a turn or a kernel of its own. So a
turn that nobody has thought of here is slow, but never wrong: a path names the very classes whose
moves and ending its kernels know, and a subclass is another turn.
"""

from __future__ import annotations

from typing import NamedTuple

from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.rules import MAX_CELLS, MAX_STEPS, MAX_TABLE_CELLS, SMALL_CELLS, Rules
from tablebase.games.collapsi.turns import Ends, Landing, Pushed, Removed, Stays, Turn


class Path(NamedTuple):
    """A fast path, and what it was written for."""

    turns: tuple[type[Turn], ...]
    """The turns that it knows."""
    most: int = MAX_CELLS
    least: int = 0
    """Cells of the largest and the smallest board."""
    whole: bool = False
    """Whether it needs a torus without gaps."""
    kinds: int = MAX_STEPS
    """Most kinds of cards besides jokers."""

    def fits(self, rules: Rules) -> bool:
        """Whether the path is for these rules."""
        return not self._expected(rules)

    def check(self, rules: Rules, error: type[ValueError] = ValueError, what: str = "") -> None:
        """Raise `error` unless the path is for these rules: no `what` for them, and why."""
        if expected := self._expected(rules):
            named = f"rules {rules.name!r}: expected {expected}"
            raise error(f"no {what} for {named}" if what else named)

    def _expected(self, rules: Rules) -> str:
        """What rules should have and have not; empty if nothing is missing."""
        board = rules.board
        if type(rules.turn) not in self.turns:
            return self._turns()
        if not self.least <= board.size <= self.most:
            return f"{f'{self.least} to' if self.least else 'at most'} {self.most} cells"
        if self.whole and (board.missing or not board.wrap):
            return "a board without gaps whose edges are joined"
        if len({*rules.deck} - {JOKER}) > self.kinds:
            return f"at most {self.kinds} kinds of cards besides jokers"
        return ""

    def _turns(self) -> str:
        """The turns of the path in words."""
        if Stays in self.turns:
            return "the published moves, and a known reading of who is out and who has won"
        landing = "" if Landing in self.turns else "no landing, "
        return f"two players, {landing}no shift, and the published moves and end"


NIBBLES = Path((Turn,), SMALL_CELLS)
"""Tables of two codes a byte, solved and checked by masks of 16 bits."""

BYTES = Path((Turn, Landing), MAX_TABLE_CELLS)
"""Tables of a byte a code, solved and checked by masks of 32 bits."""

MOVES = Path((Turn, Landing), MAX_TABLE_CELLS)
"""Moves as kernels for the common engine, whoever wins at the end."""

SEARCH = Path((Turn,))
"""Search by kernels, in which each ply collapses the card that is left."""

WINNER = Path((Turn,), 42, SMALL_CELLS + 1)
"""Search for who wins, and then how soon, with positions in two words."""

CERTIFICATE = Path((Turn,), WINNER.most, WINNER.least, whole=True)
"""Strategies that an independent program checks."""

WHOLE = Path((Turn,), SMALL_CELLS, kinds=4)
"""The whole game: all deals, layer by layer. Each ply collapses a card, and none moves, so a
position is just its face-up cards and two pawns."""

SHIFTING = Path((Pushed,), SMALL_CELLS)
"""Search by kernels where lines stick out."""

STRATEGY = Path((Turn,), 18)
"""Strategies scored exactly, and what learning programs see: a table of 2**18 rows, 200 MB."""

GAMES = Path((Turn,), SMALL_CELLS)
"""Counts of the games that can be played."""

DUELS = Path((Turn, Stays, Removed, Ends))
"""Tables of what each player can force against all others together."""

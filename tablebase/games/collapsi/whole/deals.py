"""Positions of deals, looked up in the whole game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes
from tablebase.engine.induction import solve
from tablebase.engine.packed import pack
from tablebase.games.collapsi.deals.batch import unrank_many
from tablebase.games.collapsi.deals.openings import opening_codes
from tablebase.games.collapsi.game import game_of
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import CODING, Rules
from tablebase.games.collapsi.whole.geometry import Geometry

OPENINGS_KEPT = 256
"""Deals whose first two plies are kept: about 60 bytes for each."""


class LooksUp(Protocol):
    """Looks up positions after both first moves."""

    def codes(
        self,
        face_up: npt.NDArray[np.uint16],
        mover: npt.NDArray[np.uint8],
        opponent: npt.NDArray[np.uint8],
        letters: npt.NDArray[np.uint32],
    ) -> Codes:
        """The codes of some positions, see `solver.Whole.codes`."""


class WholeGame(LooksUp, Protocol):
    """The solution of every deal, in a file or in memory."""

    rules: Rules
    geometry: Geometry
    in_memory: bool  # if so, looking up every position of a deal is as fast as solving it

    @property
    def origin(self) -> str:
        """The source of the solution, for people."""

    def close(self) -> None:
        """Close what is open."""


class WholeCodes:
    """Answers the codes of positions of any deal from the whole game: a `CodeSource`."""

    nbytes = 0
    """Bytes of memory that it takes besides the whole game's."""

    def __init__(self, whole: WholeGame) -> None:
        self.origin, self.in_memory = whole.origin, whole.in_memory
        self._whole = whole
        self._openings: dict[str, Codes] = {}  # by the deals' keys, the oldest first

    def codes_of(
        self,
        game: Any,
        positions: Sequence[Position],
        progress: Callable[[], object] | None = None,
    ) -> Codes:
        """The codes of positions of any deals, shape ``(len(positions),)``.

        `progress` is called before each opening.
        """
        geometry = self._whole.geometry
        face_up = np.array([position.face_up for position in positions], np.uint16)
        later = np.bitwise_count(face_up) <= geometry.top
        if not later.all():
            codes = np.empty(len(positions), np.uint8)
            some = [positions[at] for at in np.flatnonzero(later).tolist()]
            codes[later] = self.codes_of(game, some)
            for at in np.flatnonzero(~later).tolist():
                if progress is not None:
                    progress()
                codes[at] = self._opening_code(positions[at])
            return codes
        deals = {position.cards for position in positions}
        letters = {cards: geometry.letters_of_deal(cards) for cards in deals}
        return self._whole.codes(
            face_up,
            np.array([position.mover for position in positions], np.uint8),
            np.array([position.opponent for position in positions], np.uint8),
            np.array([letters[position.cards] for position in positions], np.uint32),
        )

    def codes_of_rows(self, game: Any, rows: npt.NDArray[Any]) -> Codes:
        """The codes of an array of positions of a deal, in its shape; see `DealGame.rank_many`."""
        flat, ranks = rows.reshape(-1), game.rank_many(rows).reshape(-1)  # refuses wrong rows
        first = game.index.openings
        codes = np.empty(flat.size, np.uint8)
        if (opening := ranks >= first).any():
            codes[opening] = self._openings_of(game)[ranks[opening] - first]
        face_up, mover, opponent = (
            np.ascontiguousarray(flat[name][~opening]) for name in ("face_up", "mover", "opponent")
        )
        letters = np.full(face_up.size, self._whole.geometry.letters_of_deal(game.cards), np.uint32)
        codes[~opening] = self._whole.codes(face_up, mover, opponent, letters)
        return codes.reshape(rows.shape)

    def packed_of(self, game: Any) -> Codes:
        """The codes of all positions of a deal, packed.

        Solving a deal again takes milliseconds. Looking up all of it in a file would take
        seconds, because its positions are scattered all over the file.
        """
        if not self.in_memory:
            return solve(game)
        rows = unrank_many(game.layout, np.arange(game.size, dtype=np.uint32))
        return pack(self.codes_of_rows(game, rows), CODING.bits)

    def _opening_code(self, position: Position) -> int:
        game = game_of(position.dealt, position.rules)
        return int(self._openings_of(game)[game.rank(position) - game.index.openings])

    def _openings_of(self, game: Any) -> Codes:
        """The codes of a deal's first two plies, in rank order, from those of the third."""
        codes = self._openings.get(game.key)
        if codes is None:
            layout = game.layout
            letters = self._whole.geometry.letters_of_deal(layout.canonical_cards)
            third = third_plies(self._whole, layout.free_cells, letters)
            codes = opening_codes(game.rules, layout.canonical_cards, third, CODING).reshape(-1)
            self._openings[game.key] = codes
            for oldest in list(self._openings)[:-OPENINGS_KEPT]:
                self._openings.pop(oldest, None)
        return codes


def third_plies(source: LooksUp, free_cells: Sequence[int], letters: int) -> Codes:
    """The codes of a deal's positions with all free cards face up, shape (f, f).

    `free_cells` are the deal's f cells that are not jokers, ascending; `letters` are the cards, as
    `source` takes them. Codes are at ``[mover, opponent]``, as `deals.openings.opening_codes` takes
    them, with no entry where both are the same.
    """
    slots = np.array(list(permutations(range(len(free_cells)), 2)))
    mover, opponent = np.ascontiguousarray(np.array(free_cells, np.uint8)[slots].T)
    face_up = np.full(len(slots), sum(1 << cell for cell in free_cells), np.uint16)
    codes = np.full((len(free_cells),) * 2, CODING.no_entry, np.uint8)
    codes[tuple(slots.T)] = source.codes(
        face_up, mover, opponent, np.full(len(slots), letters, np.uint32)
    )
    return codes

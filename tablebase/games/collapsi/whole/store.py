"""The whole game as a store of tables: what `Tablebase` asks, answered for any deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes, Ranks
from tablebase.engine.induction import pack, solve
from tablebase.engine.lazy import cached_property
from tablebase.engine.tables.check import TableCheck
from tablebase.engine.tables.store import TableFile
from tablebase.errors import MissingTableError, PositionError
from tablebase.games.collapsi.deals.batch import BOARD_DTYPE, POSITION_DTYPE
from tablebase.games.collapsi.deals.game import DealGame
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import CODING, JOKER, Rules
from tablebase.games.collapsi.whole.file import WholeFile
from tablebase.games.collapsi.whole.firsts import LooksUp, first_plies
from tablebase.games.collapsi.whole.geometry import Geometry

RANKS_A_TIME = 1 << 16


class WholeGame(LooksUp, Protocol):
    """The solution of every deal, in a file or in memory.

    Attributes
    ----------
    rules : Rules
    geometry : Geometry
    in_memory : bool
        Whether to look up every position of a deal is as fast as to solve the deal.
    """

    rules: Rules
    geometry: Geometry
    in_memory: bool

    @property
    def origin(self) -> str:
        """Where it lies, for people."""

    def close(self) -> None:
        """Let go of what is open."""


class WholeStore:
    """Every deal's table, read off the whole game. Picklable where that is.

    Parameters
    ----------
    whole : WholeGame
        The solution.
    """

    def __init__(self, whole: WholeGame) -> None:
        self.whole = whole

    @property
    def origin(self) -> str:
        """Where the solution lies."""
        return self.whole.origin

    def close(self) -> None:
        """Close the file, if it is one."""
        self.whole.close()

    def verify(self, *, full: bool = False) -> Iterator[TableCheck]:
        """Check a file, see `check.check_whole`: paths, positions checked, errors."""
        from tablebase.games.collapsi.whole.check import check_whole

        if not isinstance(self.whole, WholeFile):
            raise TypeError("a whole game in memory has nothing to check: expected a file")
        return check_whole(self.whole, full=full)

    def find(self, game: Any) -> DealCodes:
        """The codes of a deal.

        Raises
        ------
        MissingTableError
            If it is of other rules.
        """
        if not isinstance(game, DealGame) or game.rules != self.whole.rules:
            raise MissingTableError(
                f"{self.origin} holds the whole game {self.whole.rules.name!r}, no other: "
                f"it has no {game.name} table {game.key}"
            )
        return DealCodes(self.whole, game)

    def probe_many(self, positions: npt.NDArray[Any]) -> Codes:
        """The codes of an array of positions of any deals.

        Parameters
        ----------
        positions : ndarray of `batch.BOARD_DTYPE`
            Any shape.

        Raises
        ------
        TypeError
            If the array is of another dtype.
        PositionError
            If a row is no position; the message shows the first.
        """
        if positions.dtype != BOARD_DTYPE:
            raise TypeError(f"array of {positions.dtype}, expected {BOARD_DTYPE}")
        flat = positions.reshape(-1)
        later = np.bitwise_count(flat["face_up"]) <= self.whole.geometry.top
        if later.all():
            return self._later(flat).reshape(positions.shape)
        codes = np.empty(flat.size, np.uint8)
        codes[later] = self._later(flat[later])
        for at in np.flatnonzero(~later):
            codes[at] = self._opening(flat[at])
        return codes.reshape(positions.shape)

    def _later(self, rows: npt.NDArray[Any]) -> Codes:
        """The codes of positions after both first moves."""
        from tablebase.games.collapsi.whole.kernels import read_boards

        geometry = self.whole.geometry
        face_up, mover, opponent = (
            np.ascontiguousarray(rows[name]) for name in ("face_up", "mover", "opponent")
        )
        cards = rows["cards"][:, : geometry.size]
        letters = np.empty(rows.size, np.uint32)
        letter_of = np.full(256, 255, np.uint8)
        letter_of[list(geometry.letters)] = range(len(geometry.letters))
        bad = read_boards(
            np.ascontiguousarray(cards), face_up, mover, opponent, letter_of,
            np.array(geometry.caps, np.uint8), letters,
        )  # fmt: skip
        if bad >= 0:
            raise PositionError(
                f"{rows[bad]} is no position: expected pawns on two different face-up cells and "
                "no more face-up cards of a kind than the deck has"
            )
        return self.whole.codes(face_up, mover, opponent, letters)

    def _opening(self, row: Any) -> int:
        """The code of a position of the first two plies."""
        rules = self.whole.rules
        cards = tuple(map(int, row["cards"][: rules.board.size]))
        jokers = tuple(cell for cell, card in enumerate(cards) if card == JOKER)
        game = Deal(cards, jokers, rules).game
        local = np.zeros(1, POSITION_DTYPE)
        for name in POSITION_DTYPE.names or ():
            local[name] = row[name]
        return int(self.find(game).at(game.rank_many(local))[0])


class DealCodes:
    """The codes of one deal, looked up in the whole game.

    Parameters
    ----------
    whole : WholeGame
    game : DealGame
        The deal.
    """

    def __init__(self, whole: WholeGame, game: DealGame) -> None:
        self.origin = whole.origin
        self.in_memory = whole.in_memory
        self._whole, self._game = whole, game
        cards = np.array([game.layout.canonical_cards], np.uint8)
        self._letters = int(whole.geometry.letters_of(cards)[0])

    def at(self, ranks: Ranks) -> Codes:
        """The codes of some ranks, one a byte, shape ``ranks.shape``."""
        flat = ranks.reshape(-1)
        later = flat < self._game.index.openings
        if later.all():
            return self._later(flat).reshape(ranks.shape)
        codes = np.empty(flat.size, np.uint8)
        codes[later] = self._later(flat[later])
        codes[~later] = self._openings[flat[~later] - self._game.index.openings]
        return codes.reshape(ranks.shape)

    def packed(self) -> Codes:
        """All codes, packed.

        A deal is solved anew in milliseconds; to look all of it up in a file would take
        seconds, for its positions lie all over it.
        """
        if not self._whole.in_memory:
            return solve(self._game)
        codes = np.empty(self._game.size, np.uint8)
        for first in range(0, codes.size, RANKS_A_TIME):
            last = min(first + RANKS_A_TIME, codes.size)
            codes[first:last] = self.at(np.arange(first, last, dtype=np.uint32))
        return pack(codes, CODING.bits)

    @cached_property
    def _cells(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint16]]:
        """The canonical deal's cells by slot, and masks of cells by mask of slots."""
        cells = np.array(self._game.layout.free_cells, np.uint8)
        masks = np.zeros(1 << cells.size, np.uint16)
        for slot, cell in enumerate(cells):
            masks[1 << slot : 2 << slot] = masks[: 1 << slot] | np.uint16(1 << int(cell))
        return cells, masks

    def _later(self, ranks: Ranks) -> Codes:
        """The codes of positions after both first moves."""
        cells, masks = self._cells
        face_up, mover, opponent = self._game.index.unrank_many(ranks.astype(np.uint32))
        letters = np.full(ranks.size, self._letters, np.uint32)
        return self._whole.codes(masks[face_up], cells[mover], cells[opponent], letters)

    @cached_property
    def _openings(self) -> Codes:
        """The codes of the first two plies, in rank order."""
        game = self._game
        codes = first_plies(self._whole, game.rules, game.layout.canonical_cards, self._letters)
        order = [len(game.cards), *game.layout.free_cells]  # the start, then red's cells by slot
        openings: Codes = codes[:, :, order].reshape(-1)
        return openings


def open_file(file: TableFile) -> WholeStore:
    """The store of an open file of a whole game; raises as `WholeFile`."""
    return WholeStore(WholeFile(file))


def describe(root: Mapping[str, Any]) -> str:
    """What the root of a file of a whole game says, for people."""
    return f"{root['levels'][0]} to {root['levels'][-1]} face-up cards"

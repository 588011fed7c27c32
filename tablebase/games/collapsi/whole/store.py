"""The whole game as a store of tables: answers what `Tablebase` asks, for any deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes
from tablebase.engine.tables.check import TableCheck
from tablebase.engine.tables.interface import Store
from tablebase.engine.tables.store import TableFile
from tablebase.engine.tables.table import CodeSource
from tablebase.errors import MissingTableError, PositionError
from tablebase.games.collapsi.deals.batch import BOARD_DTYPE, POSITION_DTYPE
from tablebase.games.collapsi.deals.game import DealGame
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.whole.deals import WholeCodes, WholeGame
from tablebase.games.collapsi.whole.file import WholeFile, WholeTable


class WholeStore(Store):
    """Every deal's table, looked up in the whole game. Picklable if the whole game is."""

    def __init__(self, whole: WholeGame) -> None:
        self.whole = whole
        self._codes = WholeCodes(whole)

    @property
    def origin(self) -> str:
        """The source of the solution."""
        return self.whole.origin

    def close(self) -> None:
        """Close the file, if it is one."""
        self.whole.close()

    def find(self, game: Any) -> CodeSource:
        """The codes of all deals; raises MissingTableError if the game's rules are different."""
        if (codes := self.whole_of(game)) is not None:
            return codes
        raise MissingTableError(
            f"{self.origin} holds only the whole game {self.whole.rules.name!r}: "
            f"it has no {game.name} table {game.key}"
        )

    def whole_of(self, game: Any) -> CodeSource | None:
        """The codes of all deals, if the game is one of its deals."""
        ours = isinstance(game, DealGame) and game.rules == self.whole.rules
        return self._codes if ours else None

    def probe_many(
        self, positions: npt.NDArray[Any], progress: Callable[[], object] | None = None
    ) -> Codes:
        """The codes of an array of positions of any deals; it may have any shape.

        `progress` is called before each opening, whose replies have to be looked up.

        Raises TypeError if it is not of `batch.BOARD_DTYPE`, PositionError if a row is not a
        position; the message shows the first.
        """
        if positions.dtype != BOARD_DTYPE:
            raise TypeError(f"array of {positions.dtype}: expected {BOARD_DTYPE}")
        flat = positions.reshape(-1)
        later = np.bitwise_count(flat["face_up"]) <= self.whole.geometry.top
        if later.all():
            return self._later(flat).reshape(positions.shape)
        codes = np.empty(flat.size, np.uint8)
        codes[later] = self._later(flat[later])
        for at in np.flatnonzero(~later):
            if progress is not None:
                progress()
            codes[at] = self._opening(flat[at])
        return codes.reshape(positions.shape)

    def dte_of(self, codes: Codes) -> npt.NDArray[np.signedinteger]:
        """The signed distances of codes from `probe_many`."""
        return self.whole.rules.coding.signed_dte_of(codes)

    def _later(self, rows: npt.NDArray[Any]) -> Codes:
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
                f"{rows[bad]} is not a position: expected pawns on two different face-up cells and "
                "no more face-up cards of a kind than the deck has"
            )
        return self.whole.codes(face_up, mover, opponent, letters)

    def _opening(self, row: Any) -> int:
        rules = self.whole.rules
        cards = tuple(map(int, row["cards"][: rules.board.size]))
        jokers = tuple(cell for cell, card in enumerate(cards) if card == JOKER)
        game = of_deal(Deal(cards, jokers, rules))
        local = np.zeros(1, POSITION_DTYPE)
        for name in POSITION_DTYPE.names or ():
            local[name] = row[name]
        return int(self.find(game).codes_of_rows(game, local)[0])


class WholeFileStore(WholeStore):
    """A `WholeStore` in a file, which can be checked."""

    def __init__(self, whole: WholeFile) -> None:
        super().__init__(whole)
        self._file = whole

    def verify(
        self,
        *,
        workers: int | None = None,
        full: bool = False,
        seed: int = 0,
    ) -> Iterator[TableCheck]:
        """Check the file, see `check.check_whole`."""
        from tablebase.games.collapsi.whole.check import check_whole

        return check_whole(self._file, full=full, seed=seed, workers=workers)


def open_file(file: TableFile) -> WholeFileStore:
    """The store of an open file of a whole game; raises as `WholeFile`."""
    return WholeFileStore(WholeFile(file))


def describe(root: Mapping[str, Any]) -> str:
    """A whole game's file in words, from its root; raises like `WholeTable.of_root`."""
    table = WholeTable.of_root(root)
    derived = ", every second number derived by one ply" if table.small else ""
    return f"rules {table.rules.name}, 2 to {table.geometry.top} face-up cards{derived}"

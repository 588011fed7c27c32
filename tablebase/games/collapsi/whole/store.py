"""The whole game as a store of tables: answers what `Tablebase` asks, for any deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes
from tablebase.engine.induction import solve
from tablebase.engine.packed import pack
from tablebase.engine.tables.interface import Store, TableCheck
from tablebase.engine.tables.store import TableFile
from tablebase.engine.tables.table import CodeSource
from tablebase.errors import MissingTableError, PositionError
from tablebase.games.collapsi.deals.game import DealGame
from tablebase.games.collapsi.deals.layout import BOARD_DTYPE, POSITION_DTYPE
from tablebase.games.collapsi.deals.openings import opening_codes
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.game import game_of, of_deal
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.whole.file import WholeFile, WholeTable
from tablebase.games.collapsi.whole.lookup import Boards

if TYPE_CHECKING:
    from tablebase.games.collapsi.whole.solver import Whole

OPENINGS_KEPT = 256
"""Deals whose first two plies are kept: about 60 bytes for each."""


class WholeStore(Store):
    """Every deal's table, looked up in the whole game. Picklable if the whole game is.

    It is itself the `CodeSource` of all deals.
    """

    coding = CODING
    nbytes = 0
    """Bytes of memory that it takes besides the whole game's."""

    def __init__(self, whole: Whole | WholeFile) -> None:
        self.whole = whole
        self.in_memory = whole.in_memory
        self._openings: dict[str, Codes] = {}  # by the deals' keys, the oldest first

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
        """Itself, if the game is that of one of its deals."""
        ours = isinstance(game, DealGame) and game.rules == self.whole.rules
        return self if ours else None

    def codes_of(
        self,
        game: Any,
        positions: Sequence[Position],
        progress: Callable[[], object] | None = None,
    ) -> Codes:
        """The codes of positions of any deals, shape ``(len(positions),)``.

        `progress` is called before each opening.
        """
        read = self.whole.geometry.letters_of
        letters = {cards: read(cards) for cards in {each.cards for each in positions}}
        boards = Boards(
            np.array([position.face_up for position in positions], np.uint16),
            np.array([position.mover for position in positions], np.uint8),
            np.array([position.opponent for position in positions], np.uint8),
            np.array([letters[position.cards] for position in positions], np.uint32),
        )
        later = np.bitwise_count(boards.face_up) <= self.whole.geometry.top
        if later.all():
            return self.whole.codes(boards)
        codes = np.empty(len(positions), np.uint8)
        codes[later] = self.whole.codes(boards.where(later))
        for at in np.flatnonzero(~later).tolist():
            if progress is not None:
                progress()
            own = game_of(positions[at].dealt, positions[at].rules)
            rank = own.rank(positions[at]) - own.index.openings
            codes[at] = self._openings_of(own)[rank]
        return codes

    def codes_of_rows(self, game: Any, rows: npt.NDArray[Any]) -> Codes:
        """The codes of an array of positions of a deal, in its shape; see `DealGame.rank_many`."""
        flat, ranks = rows.reshape(-1), game.rank_many(rows).reshape(-1)  # refuses wrong rows
        first = game.index.openings
        codes = np.empty(flat.size, np.uint8)
        if (opening := ranks >= first).any():
            codes[opening] = self._openings_of(game)[ranks[opening] - first]
        letters = self.whole.geometry.letters_of(game.cards)
        codes[~opening] = self.whole.codes(Boards.of(flat, letters, ~opening))
        return codes.reshape(rows.shape)

    def packed_of(self, game: Any) -> Codes:
        """The codes of all positions of a deal, packed.

        Solving a deal again takes milliseconds. Looking up all of it in a file would take
        seconds, because its positions are scattered all over the file.
        """
        if not self.in_memory:
            return solve(game)
        rows = game.unrank_many(np.arange(game.size, dtype=np.uint32))
        return pack(self.codes_of_rows(game, rows), CODING.bits)

    def _openings_of(self, game: Any) -> Codes:
        """The codes of a deal's first two plies, in rank order, from those of the third."""
        codes = self._openings.get(game.key)
        if codes is None:
            cards = game.layout.canonical_cards
            letters = self.whole.geometry.letters_of(cards)
            third = self._third_plies(game.layout.free_cells, letters)
            codes = opening_codes(game.rules, cards, third, CODING).reshape(-1)
            self._openings[game.key] = codes
            for oldest in list(self._openings)[:-OPENINGS_KEPT]:
                self._openings.pop(oldest, None)
        return codes

    def _third_plies(self, free_cells: Sequence[int], letters: int) -> Codes:
        """The codes of a deal's positions with all free cards face up, as `opening_codes` takes.

        `free_cells` are the deal's f cells that are not jokers, ascending. Shape ``(f, f)``, at
        ``[mover, opponent]``, with no entry where both are the same.
        """
        slots = np.array(list(permutations(range(len(free_cells)), 2)))
        mover, opponent = np.ascontiguousarray(np.array(free_cells, np.uint8)[slots].T)
        face_up = np.full(len(slots), sum(1 << cell for cell in free_cells), np.uint16)
        codes = np.full((len(free_cells),) * 2, CODING.no_entry, np.uint8)
        cards = np.full(len(slots), letters, np.uint32)
        codes[tuple(slots.T)] = self.whole.codes(Boards(face_up, mover, opponent, cards))
        return codes

    def probe_many(
        self, positions: npt.NDArray[Any], progress: Callable[[], object] | None = None
    ) -> Codes:
        """The codes of an array of positions of any deals; it may have any shape.

        `progress` is called before each opening, whose replies have to be looked up. Raises
        `TypeError` if it is not of `BOARD_DTYPE`, and `PositionError` if a row is not a position;
        the message shows the first.
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

    def _later(self, rows: npt.NDArray[Any]) -> Codes:
        from tablebase.games.collapsi.whole.kernels import read_boards

        geometry, boards = self.whole.geometry, Boards.of(rows, 0)
        letter_of = np.full(256, 255, np.uint8)
        letter_of[list(geometry.letters)] = range(len(geometry.letters))
        bad = read_boards(
            np.ascontiguousarray(rows["cards"][:, : geometry.size]), *boards[:3], letter_of,
            np.array(geometry.caps, np.uint8), boards.letters,
        )  # fmt: skip
        if bad >= 0:
            raise PositionError(
                f"{rows[bad]} is not a position: expected pawns on two different face-up cells and "
                "no more face-up cards of a kind than the deck has"
            )
        return self.whole.codes(boards)

    def _opening(self, row: Any) -> int:
        rules = self.whole.rules
        cards = tuple(map(int, row["cards"][: rules.board.size]))
        jokers = tuple(cell for cell, card in enumerate(cards) if card == JOKER)
        game = of_deal(Deal(cards, jokers, rules))
        local = np.array([row.tolist()[1:]], POSITION_DTYPE)
        return int(self.codes_of_rows(game, local)[0])

    def verify(
        self, *, workers: int | None = None, full: bool = False, seed: int = 0
    ) -> Iterator[TableCheck]:
        """Check a file, see `check.check_whole`; raises `TypeError` for a game in memory."""
        if not isinstance(self.whole, WholeFile):
            return super().verify()
        from tablebase.games.collapsi.whole.check import check_whole

        return check_whole(self.whole, self.codes_of_rows, full=full, seed=seed, workers=workers)


def open_file(file: TableFile) -> WholeStore:
    """The store of an open file of a whole game; raises as `WholeFile`."""
    return WholeStore(WholeFile(file))


def describe(root: Mapping[str, Any]) -> str:
    """A whole game's file in words, from its root; raises like `WholeTable.of_root`."""
    table = WholeTable.of_root(root)
    derived = ", every second number derived by one ply" if table.small else ""
    return f"rules {table.rules.name}, 2 to {table.geometry.top} face-up cards{derived}"

"""The file of a win/loss table, and look-ups in it. docs/format.md specifies it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from tablebase.engine.arrays import U64, Bools
from tablebase.engine.tables.attributes import BITS, integer
from tablebase.engine.tables.interface import Outcome, TableCheck
from tablebase.engine.tables.large_file import LargeFile, LargeTable, check_pieces
from tablebase.engine.tables.store import TableFile
from tablebase.errors import MissingTableError
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss.layout import (
    SLAB_BYTES,
    SLAB_CELLS,
    canonical_slabs,
    frame_of,
    mirrored,
)
from tablebase.games.nim.winloss.lookup import probe
from tablebase.home import own_file
from tablebase.support.lazy import cached_property

RATIO = 0.45
"""Largest expected compressed size, as a share of the original."""

_PLACE = np.uint64((1 << SLAB_CELLS) - 1)


def home_file_of(rules: Rules) -> Path:
    """The path of the user's own file that answers a board, whether or not it exists yet.

    Raises `ValueError` if the board is too large.
    """
    return own_file(WinLossTable(rules).name)


class WinLossTable(LargeTable[int]):
    """Who wins each position of a board and of all smaller ones, a piece for each canonical slab.

    The attribute `rules` is the frame of the board. Raises `ValueError` if the board is over 6x6.
    """

    game, contents = "nim", "win/loss table"
    level = 1
    """Slabs of 6x6 shrink to 34 % at level 1, 33 % at level 3 and 32 % at level 9. Level 3 has
    about half the speed of level 1, and level 9 a seventh."""
    bits, chunk_size = 1, 128 << 10

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = frame_of(rules)
        self.positions = 1 << self.rules.cells
        self.stored_size = int(RATIO * len(self.pieces()) * SLAB_BYTES)

    @classmethod
    def of_root(cls, root: Mapping[str, Any]) -> WinLossTable:
        """The table that the attributes of a root describe."""
        rules = Rules.of_attributes(root)
        if frame_of(rules) != rules:
            raise ValueError(f"{rules} is not the frame of a table")
        return cls(rules)

    def root(self) -> dict[str, Any]:
        """The attributes of its file's root that describe it."""
        return self.rules.attributes()

    def __str__(self) -> str:
        return f"the table of {self.rules}"

    @cached_property
    def name(self) -> str:
        """The table's name: ``nim-6x6-take3-misere``."""
        return f"{self.game}-{self.rules.key}"

    def pieces(self) -> list[int]:
        """The numbers of the canonical slabs, ascending."""
        return sorted(slab for layer in canonical_slabs(self.rules) for slab in layer)

    def path(self, piece: int) -> str:
        """Where a slab lies in a file."""
        return f"/whole/{self.name}/{piece:03x}"

    def size(self, piece: int) -> int:
        """Every slab has as many positions."""
        return 1 << SLAB_CELLS

    def attributes(self, piece: int) -> dict[str, Any]:
        """A slab's attributes, except the number of positions lost."""
        return {"slab": piece, "positions": self.size(piece), BITS: self.bits}

    def losses(self, file: TableFile) -> int:
        """Number of positions that the side to move loses, from the counts in the slabs."""
        return sum(
            integer(file.codes(self.path(number), self.attributes(number)).attributes, "losses")
            * (1 + (mirrored(number) != number))
            for number in self.pieces()
        )


def describe(root: Mapping[str, Any]) -> str:
    """What a file holds, for people, by its root's attributes."""
    table = WinLossTable.of_root(root)
    return f"{table.rules}, {table.positions:,} positions"


class WinLossFile(LargeFile[int]):
    """Who wins each position of a board and of smaller ones, in an open file.

    Picklable; usable after a fork. Raises `FileFormatError` if it is not a win/loss table's file
    that this package knows.
    """

    kind = WinLossTable
    cached = 256
    has_distances = False

    def __init__(self, file: TableFile) -> None:
        super().__init__(file)
        self.frame: Rules = self.table.rules

    def outcome(self, position: Any) -> Outcome[Position]:
        """Who wins a position of this board or of a smaller one; raises as `lookup.probe`."""
        if not isinstance(position, Position):
            raise MissingTableError(
                f"{self.origin} holds {self.frame} of nim: it has no {position}"
            )
        return probe(self, position)

    def find(self, game: Any) -> NoReturn:
        """Always raise `MissingTableError`: there is no table of distances."""
        raise MissingTableError(
            f"{self.origin} shows who wins {self.frame}, and no distances: it has no "
            f"{game.name} table {game.key}: expected a question of who wins (outcome)"
        )

    def verify(
        self, *, workers: int | None = None, full: bool = False, seed: int = 0
    ) -> Iterator[TableCheck]:
        """Check the file, every position or a random sample of each slab, as `check_pieces`.

        The slabs read last are kept, up to 512 MiB, or 2 GiB for every position.
        """
        from tablebase.games.nim.winloss.check import KEPT, check_slab

        if full:
            self.cached = KEPT
        check = partial(check_slab, self, full=full, seed=seed)
        return check_pieces(self, [self.table.pieces()], check, workers)

    def lost(self, stones: U64) -> Bools:
        """Whether the side to move loses, for masks of the frame.

        Raises `CorruptFileError` if the file is damaged where an answer lies.
        """
        image = mirrored(stones)
        number, other = (mask >> np.uint64(SLAB_CELLS) for mask in (stones, image))
        places = np.where(number <= other, stones, image) & _PLACE
        numbers = np.minimum(number, other)
        found = np.empty(stones.shape, np.bool_)
        for slab in np.unique(numbers).tolist():
            chosen = numbers == slab
            found[chosen] = self.piece(slab).at(places[chosen].astype(np.uint32))
        return found

    def slab(self, number: int) -> U64:
        """The words of a slab, shape (2**18,); raises as `lost`."""
        from tablebase.games.nim.winloss.mirror import mirrored_slab

        image = mirrored(number)
        words = self.piece(min(number, image)).packed().view("<u8").astype(np.uint64, copy=False)
        return words if number <= image else mirrored_slab(words)

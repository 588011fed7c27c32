"""Certificates: a proof of who wins a position, and how soon, that is checked without a search.

A certificate has a strategy for each side: a move for every position that can arise when the side
follows it, whatever the other does. The winner's strategy shows that the game ends in time, and the
loser's that it does not end sooner. docs/certificate.md has the format. winner.py in
docs/certificate/ checks a file without this package.

The search says which moves to choose. Its table of positions still knows nearly all of them when it
is done, so the strategies cost little more than the search.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import zstandard

from tablebase.engine.arrays import U8, U64
from tablebase.engine.jobs.machine import check_memory
from tablebase.engine.searched import Limits
from tablebase.engine.tables.hdf5 import WHOLE_CHUNKS, ZSTD_FILTER
from tablebase.games.collapsi.fast import CERTIFICATE
from tablebase.games.collapsi.path_kernels import ONE
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.search import ordered
from tablebase.games.collapsi.search.searches import SLICE, VastSearch
from tablebase.games.collapsi.search.transpositions import key_of
from tablebase.games.collapsi.studies import certificate_kernels as kernels
from tablebase.support.files import replacing

FORMAT, FORMAT_VERSION = "tablebase certificate", 1
LEVEL = 19
"""Zstandard's level."""

SPREAD = 1 << 20
"""Positions of a layer that are sorted at a time, 8 bytes each."""

LIBVER = ("v110", "v110")
"""Files can be read with HDF5 1.10 or later."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Certificate:
    """A proof of who wins a position, and in how many plies.

    Attributes
    ----------
    layers : mapping
        By side, red and blue, the moves of its strategy: an array of bytes for each of its turns.
    nodes : int
        Positions that the search looked at before the strategies were made.
    """

    position: Position
    winner: str
    plies: int
    layers: Mapping[str, tuple[U8, ...]]
    nodes: int

    @property
    def positions(self) -> int:
        """How many positions it has moves for."""
        return sum(map(len, sum(self.layers.values(), ())))

    def save(self, path: Path, generated_by: str) -> None:
        """Write it to a file, completely or not at all; replaces the file if it exists."""
        memory, edition = io.BytesIO(), self.position.edition
        attributes = {
            "format": FORMAT,
            "format-version": FORMAT_VERSION,
            "position": str(self.position),
            "rules": self.position.rules.name,
            "edition": edition.name,
            "joker-steps": np.array(edition.joker_steps, np.uint8),
            "winner": self.winner,
            "plies": self.plies,
            "generated-by": generated_by,
        }
        with h5py.File(memory, "w", libver=LIBVER) as file:
            for name, value in attributes.items():
                file.attrs[name] = np.bytes_(value.encode()) if isinstance(value, str) else value
            for side, layers in self.layers.items():
                group = file.create_group(side)
                for number, moves in enumerate(layers):
                    _write(group, f"{number:02}", moves)
        with replacing(path) as temporary:
            temporary.write_bytes(memory.getvalue())


def certify(position: Position, memory: int = 1 << 30, progress: Say | None = None) -> Certificate:
    """Find who wins a position and how soon, with a proof.

    The board has 17 to 42 cells, no gaps, and joined edges. `memory` is for the search's table; the
    strategies take some hundred MB more for a million positions in a layer. `progress` is called
    now and then with what has been found so far. Raises `ValueError` for other boards and rules,
    and if the game is over.
    """
    CERTIFICATE.check(position.rules)
    if position.is_terminal:
        raise ValueError(f"{position}: the game is over, expected a position with a legal move")
    check_memory(memory, "the search")
    say = progress or (lambda remark: None)
    prover = Prover(position, "distance", memory)
    found = prover.run(Limits(progress=lambda now: say(f"{now}; {now.nodes:,} positions")))
    if found.value is None or found.winner is None:
        raise KeyboardInterrupt
    layers = {}
    for side, number in zip(position.sides, (0, 1), strict=True):
        own = []
        for moves in prover.strategy(number, side == found.winner, found.value.dte):
            own.append(moves)
            say(f"{side}'s moves, turn {len(own)}: {len(moves):,} positions")
        layers[side] = tuple(own)
    return Certificate(position, found.winner, found.value.dte, layers, found.nodes)


class Prover(VastSearch):
    """The search, which afterwards chooses moves by its table; a *key* is a position."""

    def strategy(self, first: int, wins: bool, plies: int) -> Iterator[U8]:
        """The moves of a side's strategy, turn by turn, to win within `plies` or to last that long.

        `first` is the ply of its first turn, 0 or 1.
        """
        start = self.position
        left = start.face_up.bit_count() - plies
        here: Any = tuple(map(np.uint64, (start.face_up, start.mover, start.opponent)))
        keys: Any = np.array([key_of(here)])
        if first:
            keys = self._after(keys)
        # The winner's last move is left out: the checker finds a win in one itself.
        for _ in range(first, plies - wins, 2):
            moves = self.choose(keys, left if wins else -left)
            if (moves == kernels.NO_MOVE).any():
                raise RuntimeError(f"no move proven in some of {len(keys):,} positions of {start}")
            yield moves
            up, mover, opponent = kernels.position_of(keys)
            here = up & ~(ONE << mover), opponent, moves.astype(np.uint64)
            keys = self._after(key_of(here))

    def choose(self, keys: U64, asked: int) -> U8:
        """A move each for some positions, after which the mover's score is `asked` or more.

        The positions arise from the one searched. In each the mover can move, and has that score,
        but no win in one. The others have `NO_MOVE`.
        """
        moves = np.empty(len(keys), np.uint8)
        if kernels.choose(*self._board[1:], self._known, keys, asked, moves):
            for number in np.flatnonzero(moves == kernels.NO_MOVE):
                moves[number] = self._prove(int(keys[number]), asked)
        return moves

    def _prove(self, key: int, asked: int) -> int:
        """Search a position for a move that `choose` did not find in the table."""
        here = map(int, kernels.position_of(np.uint64(key)))
        ordered.begin(*self._board, self._nodes, self._state, *here)
        # One question, and no other after it: between these bounds nothing is open.
        self._scores[ordered.ASKED, 0] = asked
        self._state[[ordered.ROOT_LOWER, ordered.ROOT_UPPER]] = asked - 1
        self._state[ordered.PLY] = 0
        while not self._run(int(self._state[ordered.NODES]) + SLICE, result_only=True):
            pass
        proven = self._state[ordered.ROOT_LOWER] >= asked
        return int(self._state[ordered.BEST_MOVE] if proven else kernels.NO_MOVE)

    def _after(self, keys: Any) -> U64:
        """The keys after all moves of some positions, sorted, but of positions won at once."""
        room = np.empty(SPREAD, np.uint64)
        parts, done = [room[:0]], 0
        while done < len(keys):
            done, found = kernels.spread(*self._board[1:], keys, done, room)
            parts.append(np.unique(room[:found]))
        return np.unique(np.concatenate(parts))


def _write(group: Any, name: str, moves: U8) -> None:
    """Write a layer as a dataset of one chunk."""
    dataset = group.create_dataset(
        name,
        shape=moves.shape,
        chunks=moves.shape,
        dtype=np.uint8,
        compression=ZSTD_FILTER,
        allow_unknown_filter=True,
    )
    frame = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compress(moves.tobytes())
    with WHOLE_CHUNKS:
        dataset.id.write_direct_chunk((0,), frame)

"""A table: the codes of every position of a game, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine import values
from tablebase.engine.game import Codes, Game, P, Ranks
from tablebase.engine.induction import solve, unpack
from tablebase.engine.values import NO_ENTRY, Result, Value


class CodeSource(Protocol):
    """Where a table's codes lie: in memory, or in a file."""

    origin: str

    @property
    def in_memory(self) -> bool:
        """Whether codes are had without reading a file."""

    def at(self, ranks: Ranks) -> Codes:
        """The codes of some ranks, one a byte, shape ``ranks.shape``."""

    def packed(self) -> Codes:
        """All codes, packed."""


class MemoryCodes:
    """Packed codes in memory.

    Parameters
    ----------
    packed : ndarray of uint8
        Two codes a byte, even rank in the low half.
    origin : str
        Where they come from, for people.
    """

    in_memory = True

    def __init__(self, packed: Codes, origin: str = "built") -> None:
        self.origin = origin
        self._packed = packed

    def at(self, ranks: Ranks) -> Codes:
        """The codes of some ranks, one a byte, shape ``ranks.shape``."""
        pairs = self._packed[ranks >> 1]
        shifts = (ranks & 1).astype(np.uint8) << 2
        codes: Codes = (pairs >> shifts) & 15
        return codes

    def packed(self) -> Codes:
        """All codes, packed."""
        return self._packed


@dataclass(frozen=True)
class MoveValue(Generic[P]):
    """A legal move and what it is worth.

    Attributes
    ----------
    move : Any
        The move, of the game's own type; ``str(move)`` is its notation.
    position : Position
        The position after it.
    value : Value
        Result and distance to end for the side that makes the move, counted from before
        the move.
    is_best : bool
        Whether no other move is better: it keeps a win and wins soonest, or loses latest.
    """

    move: Any
    position: P
    value: Value
    is_best: bool

    @property
    def keeps_win(self) -> bool:
        """Whether the side that makes the move still wins after it."""
        return self.value.result is Result.WIN


@dataclass(frozen=True)
class Probe(Generic[P]):
    """The answer to a probe: exact value of a position and of every move.

    Attributes
    ----------
    position : Position
        The position asked about.
    value : Value
        Its result and distance to end for the side to move.
    moves : tuple of MoveValue
        All legal moves, best first.
    origin : str
        Where the answer comes from: a file's name, or ``"built"``.
    """

    position: P
    value: Value
    moves: tuple[MoveValue[P], ...]
    origin: str

    @property
    def result(self) -> Result:
        """Win or loss for the side to move."""
        return self.value.result

    @property
    def dte(self) -> int:
        """Distance to end: plies until the game is over with perfect play."""
        return self.value.dte

    @property
    def winner(self) -> str:
        """Name of the side that wins with perfect play."""
        mover, other = self.position.sides
        return mover if self.result is Result.WIN else other

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data, for JSON; docs/cli.md explains each field."""
        return {
            "position": str(self.position),
            **self.position.as_dict(),
            "ply": self.position.ply,
            "side_to_move": self.position.sides[0],
            "result": self.result.value,
            "dte": self.dte,
            "winner": self.winner,
            "score": self.score,
            "moves": [
                {
                    "move": str(move.move),
                    "result": move.value.result.value,
                    "dte": move.value.dte,
                    "keeps_win": move.keeps_win,
                    "is_best": move.is_best,
                    "position": str(move.position),
                }
                for move in self.moves
            ],
            "table": self.position.game.key,
            "origin": self.origin,
        }

    @property
    def score(self) -> int:
        """The game's own score of the end (Collapsi: cards left, positive if red wins)."""
        return self.position.score(self.value)


@dataclass(frozen=True)
class Summary(Generic[P]):
    """Counts over a whole table.

    Attributes
    ----------
    histogram : ndarray of int64, shape (plies, 15)
        Number of positions by ply and code.
    longest : tuple of Position
        A few positions with the longest distance to end.
    """

    histogram: npt.NDArray[np.int64]
    longest: tuple[P, ...]

    @property
    def positions(self) -> int:
        """Number of positions."""
        return int(self.histogram.sum())

    @property
    def wins(self) -> int:
        """Number of positions that the side to move wins."""
        return int(self.histogram[:, 8:].sum())

    @property
    def losses(self) -> int:
        """Number of positions that the side to move loses."""
        return int(self.histogram[:, :8].sum())

    @property
    def longest_dte(self) -> int:
        """The longest distance to end."""
        return max(value.dte for value in self.by_value())

    def by_value(self) -> dict[Value, int]:
        """Number of positions of each value that occurs, by distance, then result."""
        totals = self.histogram.sum(axis=0)
        found = {values.decode(code): int(n) for code, n in enumerate(totals) if n}
        return dict(sorted(found.items(), key=lambda item: item[0].dte))

    def by_ply(self) -> list[tuple[int, int, int]]:
        """Rows of (ply, wins, losses) for the side to move; plies without positions left out."""
        return [
            (ply, int(row[8:].sum()), int(row[:8].sum()))
            for ply, row in enumerate(self.histogram)
            if row.any()
        ]


class Table(Generic[P]):
    """Every position of one game, answered by lookup.

    Parameters
    ----------
    game : Game
        The game, in whatever labelling its positions are asked about.
    codes : CodeSource
        The codes of ``game.key``'s table.
    """

    def __init__(self, game: Game[P], codes: CodeSource) -> None:
        self.game = game
        self._codes = codes

    @property
    def origin(self) -> str:
        """Where the table lies: a file's name, or ``"built"``."""
        return self._codes.origin

    @property
    def in_memory(self) -> bool:
        """Whether look-ups read no file."""
        return self._codes.in_memory

    def value(self, position: P) -> Value:
        """Result and distance to end of a position, for the side to move."""
        return values.decode(int(self.codes_of([position])[0]))

    def probe(self, position: P) -> Probe[P]:
        """The exact value of a position and of every legal move, best first.

        It is read off the positions after each move, which lie together: one chunk of a file.
        """
        moves = position.legal_moves()
        after = [position.play(move) for move in moves]
        codes = [values.from_successor(int(code)) for code in self.codes_of(after)]
        best = max(codes, default=values.from_successor(NO_ENTRY))
        order = sorted(range(len(moves)), key=lambda i: -codes[i])
        return Probe(
            position,
            values.decode(best),
            tuple(
                MoveValue(moves[i], after[i], values.decode(codes[i]), codes[i] == best)
                for i in order
            ),
            self.origin,
        )

    def line(self, position: P) -> list[Probe[P]]:
        """The principal variation: the probes of its positions, from `position` to the end.

        At each position the first of the best moves is played.
        """
        probes = [self.probe(position)]
        while probes[-1].moves:
            probes.append(self.probe(probes[-1].moves[0].position))
        return probes

    def probe_many(self, positions: npt.NDArray[Any]) -> Codes:
        """The codes of an array of positions.

        Parameters
        ----------
        positions : structured ndarray
            In the game's own dtype, see its ``rank_many``.

        Returns
        -------
        ndarray of uint8, shape ``positions.shape``
            4-bit codes; `tablebase.engine.values` decodes them.
        """
        return self._codes.at(self.game.rank_many(positions))

    def codes(self) -> Codes:
        """The codes of all positions in rank order, one a byte, shape ``(game.size,)``."""
        return unpack(self._codes.packed(), self.game.size)

    def packed(self) -> Codes:
        """The codes of all positions in rank order, two a byte, even rank in the low half."""
        return self._codes.packed()

    def counts(self) -> npt.NDArray[np.int64]:
        """Number of positions of each code, shape ``(15,)``."""
        pairs = np.bincount(self._codes.packed(), minlength=256).reshape(16, 16)
        counts: npt.NDArray[np.int64] = pairs.sum(axis=0) + pairs.sum(axis=1)
        if self.game.size % 2:
            counts[0] -= 1  # the empty half of the last byte
        return counts[:NO_ENTRY]

    def summary(self, longest: int = 3) -> Summary[P]:
        """Counts by ply and value, and up to `longest` of the longest positions."""
        codes = self.codes()
        keys = self.game.ply_of_ranks().astype(np.uint16) * NO_ENTRY + codes
        counts = np.bincount(keys, minlength=self.game.plies * NO_ENTRY)
        histogram = counts.reshape(self.game.plies, NO_ENTRY).astype(np.int64)
        dte = abs(np.array(values.SIGNED_DTE, dtype=np.int8))[codes]
        ranks = np.flatnonzero(dte == dte.max())[-longest:]
        return Summary(histogram, tuple(self.game.unrank(int(rank)) for rank in ranks[::-1]))

    def codes_of(self, positions: Sequence[P]) -> Codes:
        """The codes of some positions, shape ``(len(positions),)``."""
        ranks = np.array([self.game.rank(position) for position in positions], dtype=np.uint32)
        return self._codes.at(ranks)


def build_table(game: Game[P], progress: Callable[[int, int], None] | None = None) -> Table[P]:
    """Solve a game and return its table, in memory.

    Parameters
    ----------
    game : Game
        The game.
    progress : callable, optional
        Called with the number of steps done and of all steps.
    """
    return Table(game, MemoryCodes(solve(game, progress)))

"""A table: the codes of every position of a game, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes, Game, P, Ranks
from tablebase.engine.tables.induction import moves_again, solve, unpack
from tablebase.engine.values import Coding, Result, TeamCoding, Value

_COUNTED_AT_ONCE = 1 << 20


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
        As many codes a byte as it holds, the lowest rank in the lowest bits.
    bits : int
        Width of a code: 1, 4 or 8.
    origin : str
        Where they come from, for people.
    """

    in_memory = True

    def __init__(self, packed: Codes, bits: int, origin: str = "built") -> None:
        self.origin = origin
        self._packed = packed
        self._bits = bits

    def at(self, ranks: Ranks) -> Codes:
        """The codes of some ranks, one a byte, shape ``ranks.shape``."""
        if self._bits == 8:
            return self._packed[ranks]
        in_byte = 8 // self._bits
        shifts = (ranks % in_byte).astype(np.uint8) * np.uint8(self._bits)
        codes: Codes = self._packed[ranks // in_byte] >> shifts & np.uint8((1 << self._bits) - 1)
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
            "side_to_move": self.position.sides[0],
            "result": self.result.value,
            "dte": self.dte,
            "winner": self.winner,
            **({} if self.score is None else {"score": self.score}),
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
    def score(self) -> int | None:
        """The game's own score of the end; None if the game has none."""
        return self.position.score(self.value)


@dataclass(frozen=True)
class Summary(Generic[P]):
    """Counts over a whole table.

    Attributes
    ----------
    coding : Coding
        The game's coding.
    histogram : ndarray of int64, shape (layers, coding.no_entry)
        Number of positions by layer and code.
    longest : tuple of Position
        A few positions with the longest distance to end.
    """

    coding: Coding
    histogram: npt.NDArray[np.int64]
    longest: tuple[P, ...]

    @property
    def positions(self) -> int:
        """Number of positions."""
        return int(self.histogram.sum())

    @property
    def wins(self) -> int:
        """Number of positions that the side to move wins."""
        return int(self.histogram[:, self.coding.first_win :].sum())

    @property
    def losses(self) -> int:
        """Number of positions that the side to move loses."""
        return int(self.histogram[:, : self.coding.first_win].sum())

    @property
    def longest_dte(self) -> int:
        """The longest distance to end."""
        return max(value.dte for value in self.by_value())

    def by_value(self) -> dict[Value, int]:
        """Number of positions of each value that occurs, by distance, then result."""
        totals = self.histogram.sum(axis=0)
        found = {self.coding.decode(code): int(n) for code, n in enumerate(totals) if n}
        return dict(sorted(found.items(), key=lambda item: item[0].dte))

    def by_layer(self) -> list[tuple[int, int, int]]:
        """Rows of (layer, wins, losses) for the side to move; empty layers left out."""
        first_win = self.coding.first_win
        return [
            (layer, int(row[first_win:].sum()), int(row[:first_win].sum()))
            for layer, row in enumerate(self.histogram)
            if row.any()
        ]

    def as_dict(self) -> dict[str, Any]:
        """The counts as plain data, for JSON."""
        return {
            "positions": self.positions,
            "wins": self.wins,
            "losses": self.losses,
            "longest_dte": self.longest_dte,
            "by_layer": [
                {"layer": layer, "wins": wins, "losses": losses}
                for layer, wins, losses in self.by_layer()
            ],
            "by_value": [
                {"result": value.result.value, "dte": value.dte, "positions": number}
                for value, number in self.by_value().items()
            ],
            "longest": [str(position) for position in self.longest],
        }


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
        return self.game.coding.decode(int(self.codes_of([position])[0]))

    def probe(self, position: P) -> Probe[P]:
        """The exact value of a position and of every legal move, best first.

        It is read off the positions after each move, which lie together: one chunk of a file.
        """
        coding = self.game.coding
        moves = position.legal_moves()
        after = [position.play(move) for move in moves]
        found = self.codes_of(after)
        if isinstance(coding, TeamCoding):
            again = np.array(moves_again(position, after), dtype=bool)
            codes = coding.of_moves(found, again).tolist()
        else:
            codes = coding.replies[found].tolist()
        best = max(codes, default=coding.at_end(position.layer))
        order = sorted(range(len(moves)), key=lambda i: -codes[i])
        return Probe(
            position,
            coding.decode(best),
            tuple(
                MoveValue(moves[i], after[i], coding.decode(codes[i]), codes[i] == best)
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
            Codes; ``game.coding`` decodes them.
        """
        return self._codes.at(self.game.rank_many(positions))

    def codes(self) -> Codes:
        """The codes of all positions in rank order, one a byte, shape ``(game.size,)``."""
        return unpack(self._codes.packed(), self.game.size, self.game.coding.bits)

    def packed(self) -> Codes:
        """The codes of all positions in rank order, packed."""
        return self._codes.packed()

    def counts(self) -> npt.NDArray[np.int64]:
        """Number of positions of each code, shape ``(coding.no_entry,)``."""
        counts = _count(self._codes.packed(), 256)
        if self.game.coding.bits == 4:
            pairs = counts.reshape(16, 16)
            counts = pairs.sum(axis=0) + pairs.sum(axis=1)
            if self.game.size % 2:
                counts[0] -= 1  # the empty half of the last byte
        return counts[: self.game.coding.no_entry]

    def summary(self, longest: int = 3) -> Summary[P]:
        """Counts by layer and value, and up to `longest` of the longest positions."""
        coding, codes, layers = self.game.coding, self.codes(), self.game.layer_of_ranks()
        histogram = np.zeros((self.game.layers, coding.no_entry), dtype=np.int64)
        for part in _parts(self.game.size):
            keys = layers[part].astype(np.uint16) * coding.no_entry + codes[part]
            counts = np.bincount(keys, minlength=histogram.size)
            histogram += counts.reshape(histogram.shape)
        found = np.flatnonzero(histogram.any(axis=0))
        dte = abs(coding.signed_dte_of(found))
        latest = _last_of(codes, found[dte == dte.max()], longest)
        return Summary(coding, histogram, tuple(self.game.unrank(rank) for rank in latest))

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
    return Table(game, MemoryCodes(solve(game, progress), game.coding.bits))


def _parts(size: int) -> list[slice]:
    """All of so many things in parts, so that no array of all need be copied at once."""
    return [slice(at, at + _COUNTED_AT_ONCE) for at in range(0, size, _COUNTED_AT_ONCE)]


def _count(codes: Codes, number: int) -> npt.NDArray[np.int64]:
    """How often each of 0 to ``number - 1`` occurs."""
    counts = np.zeros(number, dtype=np.int64)
    for part in _parts(len(codes)):
        counts += np.bincount(codes[part], minlength=number)
    return counts


def _last_of(codes: Codes, wanted: npt.NDArray[np.integer], number: int) -> list[int]:
    """The highest ranks with one of the wanted codes, up to so many, descending."""
    ranks: list[int] = []
    for part in reversed(_parts(len(codes))):
        found = np.flatnonzero(np.isin(codes[part], wanted)) + part.start
        ranks += found[::-1].tolist()
        if len(ranks) >= number:
            break
    return ranks[:number]

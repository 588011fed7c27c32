"""A table: the codes of every position of a game, and the questions it can answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol

import numpy as np
import numpy.typing as npt

from tablebase._version import DISTRIBUTION, __version__
from tablebase.engine.game import Codes, Game, Ranks, rank_of
from tablebase.engine.induction import check_fits, layers_of, solve
from tablebase.engine.packed import count_codes, parts_of, unpack
from tablebase.engine.position import P
from tablebase.engine.probe import Probe, probe_moves
from tablebase.engine.rooms import game_of, own_position, position_of
from tablebase.engine.values import Coding, Result, Value
from tablebase.support.columns import About, Columns, Named, to_arrow, to_pandas
from tablebase.support.html import html_table, percent

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from tablebase.engine.compiled.batch import Successors

MAX_ROWS = 1 << 27
"""Maximum number of positions in a table that is returned as columns."""


class CodeSource(Protocol):
    """Answers the codes of a game's positions: memory, a file, or the solution of all games."""

    @property
    def origin(self) -> str:
        """Where the codes come from, for people."""

    @property
    def in_memory(self) -> bool:
        """Whether no file has to be read."""

    @property
    def nbytes(self) -> int:
        """Bytes of memory that it takes, once all of it has been read."""

    def codes_of(
        self,
        game: Game[Any],
        positions: Sequence[Any],
        progress: Callable[[], object] | None = None,
    ) -> Codes:
        """The codes of positions of a game, shape ``(len(positions),)``.

        `progress` is called before each position that takes longer than a look-up.
        """

    def codes_of_rows(self, game: Game[Any], rows: npt.NDArray[Any]) -> Codes:
        """The codes of an array of positions, in its shape; see `Game.rank_many`."""

    def packed_of(self, game: Game[Any]) -> Codes:
        """The codes of all positions of a game in rank order, packed; only for reading."""


class Ranked(ABC):
    """Codes in rank order; games with the same key may rank positions in their own way."""

    @abstractmethod
    def at(self, ranks: Ranks) -> Codes:
        """The codes of some ranks, one a byte, shape ``ranks.shape``."""

    @abstractmethod
    def packed(self) -> Codes:
        """All codes, packed."""

    def packed_of(self, game: Game[Any]) -> Codes:
        """All codes, packed."""
        return self.packed()

    def codes_of(
        self,
        game: Game[Any],
        positions: Sequence[Any],
        progress: Callable[[], object] | None = None,
    ) -> Codes:
        """The codes of positions, as a `CodeSource`."""
        return self.at(np.array([rank_of(position, game) for position in positions], np.uint32))

    def codes_of_rows(self, game: Game[Any], rows: npt.NDArray[Any]) -> Codes:
        """The codes of an array of positions, as a `CodeSource`."""
        return self.at(game.rank_many(rows))


class MemoryCodes(Ranked):
    """Packed codes in memory, 1, 4 or 8 `bits` each, the lowest rank in a byte's lowest bits.

    `origin` is where they come from, for people.
    """

    in_memory = True

    def __init__(self, packed: Codes, bits: int, origin: str = "built") -> None:
        self.origin = origin
        self._packed = packed
        self._bits = bits

    @property
    def nbytes(self) -> int:
        """Bytes of memory that it takes."""
        return self._packed.nbytes

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


@dataclass(frozen=True, repr=False)
class Summary(Generic[P]):
    """Counts over a whole table."""

    coding: Coding
    histogram: npt.NDArray[np.int64]
    """Number of positions by layer and code: int64, shape (layers, coding.no_entry)."""
    longest: tuple[P, ...]
    """A few positions with the longest distance to end."""

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
        """Number of positions of each value that occurs, sorted by distance, then result."""
        totals = self.histogram.sum(axis=0)
        found = {self.coding.decode(code): int(n) for code, n in enumerate(totals) if n}
        return dict(sorted(found.items(), key=lambda item: item[0].dte))

    def by_layer(self) -> list[tuple[int, int, int]]:
        """Rows of (layer, wins, losses) for the side to move, without empty layers."""
        first_win = self.coding.first_win
        return [
            (layer, int(row[first_win:].sum()), int(row[:first_win].sum()))
            for layer, row in enumerate(self.histogram)
            if row.any()
        ]

    def __repr__(self) -> str:
        return (
            f"<Summary {self.positions:,} positions: {self.wins:,} wins, {self.losses:,} losses, "
            f"{self.longest_dte} plies at most>"
        )

    def _repr_html_(self) -> str:
        """The number of positions of each value, for notebooks."""
        return html_table(
            f"{self.positions:,} positions, for the side to move",
            ("result", "plies to the end", "positions", "share"),
            [
                (value.result.value, value.dte, number, percent(number, self.positions))
                for value, number in self.by_value().items()
            ],
        )

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
    """Every position of one game, answered by lookup. `game` has the labels that queries use.

    Iteration yields the positions in rank order. Its length is their number, or more if the game
    has ranks without a position. A question about a position also takes its notation, under the
    rules of the table, or a deal.

    Examples
    --------
    >>> import tablebase
    >>> table = tablebase.build("A223/4A2J/3A23/J3A4")
    >>> len(table), str(table.value("A223/4A2rxJ/3A23/Jb3A4 b"))
    (745532, 'win in 11')
    """

    def __init__(self, game: Game[P], codes: CodeSource) -> None:
        self.game = game
        self._codes = codes

    def __repr__(self) -> str:
        game = self.game
        return f"<Table {game.name} {game.key}: {game.size:,} positions, {self.origin}>"

    def __len__(self) -> int:
        return self.game.size

    def __iter__(self) -> Iterator[P]:
        codes = self._unpacked()
        for part in parts_of(len(codes)):
            ranks = np.flatnonzero(codes[part] != self.game.coding.no_entry) + part.start
            yield from map(self.game.unrank, ranks.tolist())

    def __contains__(self, item: Any) -> bool:
        game = game_of(position_of(item, self.game))
        return (game.name, game.key) == (self.game.name, self.game.key)

    @property
    def origin(self) -> str:
        """Where the table comes from: a file's name, or ``"built"``."""
        return self._codes.origin

    @property
    def in_memory(self) -> bool:
        """Whether look-ups read no file."""
        return self._codes.in_memory

    def value(self, position: Any) -> Value:
        """Result and distance to end of a position, for the side to move."""
        (code,) = self.codes_of([own_position(position, self.game)])
        return self.game.coding.decode(int(code))

    def probe(self, position: Any) -> Probe[Any]:
        """The exact value of a position and of every legal move, best first."""
        position, game = own_position(position, self.game), self.game
        if game.probe is not None:
            return game.probe(position, self)
        return probe_moves(position, self, game.coding, game.key)

    def line(self, position: Any) -> list[Probe[Any]]:
        """The principal variation: the probes of its positions, from `position` to the end.

        Each move is the first of the best ones.
        """
        probes = [self.probe(position)]
        while probes[-1].moves:
            probes.append(self.probe(probes[-1].moves[0].position))
        return probes

    def probe_many(self, positions: npt.NDArray[Any]) -> Codes:
        """The codes of an array of positions, in its shape; ``game.coding`` decodes them.

        `positions` has the game's own structured dtype, see its ``rank_many``.
        """
        return self._codes.codes_of_rows(self.game, positions)

    def dte_many(self, positions: npt.NDArray[Any]) -> npt.NDArray[np.signedinteger]:
        """Plies to the end from each position of an array, negative if the side to move loses.

        Where the game is over it is 0, whoever has won.
        """
        return self.game.coding.signed_dte_of(self.probe_many(positions))

    def moves_many(self, ranks: Ranks) -> Successors:
        """All legal moves of an array of positions, shape ``(n,)``, and the ranks after them.

        Raises `IndexError` if a rank is not 0 to ``size - 1``, and `TypeError` if the rules are not
        kernels.
        """
        from tablebase.engine.compiled.batch import moves_many

        return moves_many(self.game, ranks)

    def codes(self) -> Codes:
        """The codes of all positions in rank order, one a byte, shape ``(game.size,)``; a copy."""
        codes = self._unpacked()
        return codes.copy() if self.game.coding.bits == 8 else codes

    def _unpacked(self) -> Codes:
        """The `codes`, only for reading: of 8 bits, they are the table's own memory."""
        return unpack(self.packed(), self.game.size, self.game.coding.bits)

    def packed(self) -> Codes:
        """The codes of all positions in rank order, packed: the table's own, only for reading."""
        return self._codes.packed_of(self.game)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Every position and its value, as arrays of shape ``(positions,)``.

        They are ``rank``, the game's own columns, ``result``, 1 if the side to move wins and 0 if
        it loses, and ``dte``, as `dte_many`. Raises `ValueError` if there are more than `MAX_ROWS`
        positions.
        """
        size = self.game.size
        if size > MAX_ROWS:
            raise ValueError(
                f"{size:,} positions: expected up to {MAX_ROWS:,}; the file of the table itself "
                "holds a byte or less for each (docs/format.md)"
            )
        codes, columns = self._unpacked(), columns_of(self.game)
        rank = np.arange(size, dtype=np.uint32)
        if (codes == self.game.coding.no_entry).any():
            rank = np.flatnonzero(codes != self.game.coding.no_entry).astype(np.uint32)
            codes, columns = codes[rank], {name: each[rank] for name, each in columns.items()}
        result = (codes >= self.game.coding.first_win).astype(np.int8)
        dte = self.game.coding.signed_dte_of(codes)
        return {"rank": rank, **columns, "result": result, "dte": dte}

    def labelled(self) -> Columns:
        """The `columns`, numbers with names as names."""
        names = {**self.game.labels().names, "result": tuple(Result)}
        return {
            name: Named(rows, names[name]) if name in names else rows
            for name, rows in self.columns().items()
        }

    def about(self) -> About:
        """What the table is: the game, the deal as written, the rules, and what dte means."""
        attributes = {**self.game.attributes(), **self.game.labels().about}
        return {
            **{name: fact for name, fact in attributes.items() if isinstance(fact, str | int)},
            "dte": "plies to the end with perfect play, negative for a loss; 0 where it is over",
            "generated-by": f"{DISTRIBUTION} {__version__}",
        }

    def to_pandas(self) -> pandas.DataFrame:
        """The `labelled` columns as a data frame, one row for each position; `about` in ``attrs``.

        Raises as `columns`, and `MissingExtraError` without pandas: ``[notebook]`` installs it.
        """
        return to_pandas(self.labelled(), self.about())

    def to_arrow(self) -> pyarrow.Table:
        """The `labelled` columns as a table of Apache Arrow; `about` in the schema's metadata.

        Raises as `columns`, and `MissingExtraError` without pyarrow: ``[parquet]`` installs it.
        """
        return to_arrow(self.labelled(), self.about())

    def counts(self) -> npt.NDArray[np.int64]:
        """Number of positions of each code, shape ``(coding.no_entry,)``."""
        size, coding = self.game.size, self.game.coding
        return count_codes(self.packed(), size, coding.bits)[: coding.no_entry]

    def summary(self, longest: int = 3) -> Summary[P]:
        """Counts by layer and value, and up to `longest` of the longest positions."""
        coding, codes, layers = self.game.coding, self._unpacked(), layers_of(self.game)
        histogram = np.zeros((self.game.layers, coding.no_entry), dtype=np.int64)
        for part in parts_of(self.game.size):
            is_position = codes[part] != coding.no_entry
            keys = layers[part].astype(np.uint16) * coding.no_entry + codes[part]
            counts = np.bincount(keys[is_position], minlength=histogram.size)
            histogram += counts.reshape(histogram.shape)
        found = np.flatnonzero(histogram.any(axis=0))
        dte = abs(coding.signed_dte_of(found))
        latest = _last_of(codes, found[dte == dte.max()], longest)
        return Summary(coding, histogram, tuple(self.game.unrank(rank) for rank in latest))

    def codes_of(
        self, positions: Sequence[P], progress: Callable[[], object] | None = None
    ) -> Codes:
        """The codes of positions, shape ``(len(positions),)``; `progress` as in `CodeSource`."""
        return self._codes.codes_of(self.game, positions, progress)


def columns_of(game: Game[Any]) -> Mapping[str, npt.NDArray[Any]]:
    """All positions of a game as plain columns in rank order, see `Game.columns`."""
    return {"layer": layers_of(game)} if game.columns is None else game.columns()


def build_table(
    game: Game[P], progress: Callable[[int, int], None] | None = None, *, check: bool = False
) -> Table[P]:
    """Solve a game and return its table, in memory; `progress` as in `induction.solve`.

    With `check` the game's compiled rules are checked, see `compiled.trial.checked_solver`.
    """
    solver = None
    if check:
        from tablebase.engine.compiled.trial import checked_solver

        check_fits(game)
        solver = checked_solver(game)
    return Table(game, MemoryCodes(solve(game, progress, solver), game.coding.bits))


def _last_of(codes: Codes, wanted: npt.NDArray[np.integer], number: int) -> list[int]:
    """The highest ranks with one of the wanted codes, descending, at most `number`."""
    ranks: list[int] = []
    for part in reversed(parts_of(len(codes))):
        found = np.flatnonzero(np.isin(codes[part], wanted)) + part.start
        ranks += found[::-1].tolist()
        if len(ranks) >= number:
            break
    return ranks[:number]

"""The opening book: the exact value of every opening of the published game, in one small file.

For each essentially different deal, in the order of the `census`, the book holds the code of the
start and the number of winning first moves, in one byte, under each edition and with either joker
red's. No keys are stored; the census says which deal a byte belongs to. docs/format.md specifies
the file, which is installed with the package. Solving the whole game again writes the same bytes,
and the counts of `statistics`:

    python -m tablebase.games.collapsi.studies.book data
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tablebase.engine.arrays import I64, U8, U64
from tablebase.engine.values import Value
from tablebase.errors import CorruptFileError, MissingTableError, quote
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import CODING, COLLAPSI, Edition, Rules
from tablebase.games.collapsi.studies.census import (
    Census,
    JokerClass,
    burnside,
    census_of,
    permuted,
)
from tablebase.home import installed_data
from tablebase.support.columns import to_pandas
from tablebase.support.files import replacing
from tablebase.support.lazy import cached_property
from tablebase.support.program import run

if TYPE_CHECKING:
    import pandas

    from tablebase.engine.tables.store import TableFile
    from tablebase.games.collapsi.strategy.openings import Openings
    from tablebase.games.collapsi.whole.solver import Whole

Column = U8  # one byte for each deal of the census

FILE = "openings.h5"

ORIGIN = "opening book"  # where answers come from, for people

GENERATED_BY = "tablebase.games.collapsi.book"
"""The writer named in the file: the module's first name, so that the bytes stay the same."""

DISTANCE = "distance"
SYMMETRIES = "symmetries"
OPENINGS = "/openings"
FOLDER = f"{OPENINGS}/{COLLAPSI.name}"
_SUFFIXES = ("-first", "-second")
STARTS = ("single-first", "single-second", "wild")
"""Columns of the code of the start, and << 4 the number of winning first moves."""

COLUMNS = [DISTANCE, *STARTS[:2], SYMMETRIES, STARTS[2]]
"""Their names, sorted."""

MOST_MOVES = COLLAPSI.board.size - 2
"""The most first moves that a deal can have: to any cell but the jokers'."""

_ZSTD_LEVEL = 19


class Opening(NamedTuple):
    """What the book says about a deal's start, with red to move.

    `value` is the result and distance to end for red; `winning_moves` is how many of red's first
    moves win.
    """

    value: Value
    winning_moves: int


class Book:
    """An opening book in a file, by default the one that is installed.

    The first use reads the whole file and checks every byte.

    Examples
    --------
    >>> opening = Book().opening("A223/4A2J/3A23/J3A4", "wild")
    >>> str(opening.value), opening.winning_moves
    ('win in 13', 1)
    """

    rules = COLLAPSI

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = installed_data(FILE) if path is None else Path(path)

    @property
    def census(self) -> Census:
        """The census, which shows the deal for each place in the book."""
        return census_of()

    def opening(self, deal: Deal | str, edition: Edition | str | None = None) -> Opening:
        """The value of the start of a deal, or of its notation, under an edition (None: the first).

        Raises ValueError if the deal has other rules (its notation has none), FileNotFoundError if
        there is no such file, FileFormatError if it is not a tablebase file or has a newer version,
        CorruptFileError if it is damaged.
        """
        if isinstance(deal, str):
            deal = Deal.parse(deal, self.rules)
        canonical = deal.canonical[0]
        red = canonical.jokers.index(canonical.red)
        return opening_of(int(self.column(edition, red)[self.census.number(deal)]))

    def column(self, edition: Edition | str | None, red: int) -> Column:
        """The entries of all deals: the code of the start, and << 4 the number of winning moves.

        `red` is 0 if red starts on the canonical deal's first joker, 1 if on the second. Edition
        and errors are as in `opening`.
        """
        name = self.rules.edition(edition).name
        return self._columns[name if name in STARTS else name + _SUFFIXES[red]]

    @property
    def openings(self) -> dict[str, Column]:
        """The entries of all deals for each edition; ``single_second``: red on the second joker."""
        return {name.replace("-", "_"): self._columns[name] for name in STARTS}

    @property
    def distances(self) -> Column:
        """Steps between the jokers of each deal, every card face up."""
        return self._columns[DISTANCE]

    @cached_property
    def weights(self) -> I64:
        """Number of images of each deal with a joker in the corner, jokers alike.

        This is the paper's weighting, in which one joker's place is fixed. The shifts of the board
        bring each joker of each image to the corner once, so 2 in 16 of the images count.
        """
        images = len(self.rules.symmetries) // self._columns[SYMMETRIES].astype(np.int64)
        return images * 2 // self.rules.board.size

    def to_pandas(self) -> pandas.DataFrame:
        """The census with each start's signed distance to end and number of winning first moves.

        The distances count plies, and are negative if red, who moves first, loses. None is 0, as
        red can always move. Under an edition with two columns red stands on the first or on the
        second of the deal's jokers. Raises `MissingExtraError` without pandas: ``[notebook]``
        installs it.
        """
        columns = self.census.columns()
        for name, entries in self.openings.items():
            columns[f"{name}_dte"] = CODING.signed_dte_of(entries & 15)
            columns[f"{name}_winning_moves"] = entries >> 4
        return to_pandas(columns, {"rules": self.rules.name})

    @cached_property
    def _columns(self) -> Mapping[str, Column]:
        from tablebase.engine.tables.store import TableFile

        with TableFile(self.path) as file:
            names = file.names_in(FOLDER)
            if not names:
                raise CorruptFileError(f"{self.path}: no openings in {FOLDER}")
            if names != COLUMNS:
                raise CorruptFileError(
                    f"{self.path}: columns {quote(names)}: expected {', '.join(COLUMNS)}"
                )
            deals = burnside()
            return {name: column_of(file, f"{FOLDER}/{name}", deals) for name in names}


def opening_of(entry: int) -> Opening:
    """What an entry says."""
    return Opening(CODING.decode(entry & 15), entry >> 4)


def column_of(file: TableFile, path: str, deals: int) -> Column:
    """The column at a path of a file; raises `CorruptFileError` if it is damaged."""
    codes = file.codes(path)
    codes.expect(2 * deals, 4, deals)
    return codes.packed()


def has_book(rules: Rules) -> bool:
    """Whether a book of some rules is installed with the package."""
    return rules == COLLAPSI


@lru_cache(maxsize=1)
def book() -> Book:
    """The book that is installed with the package; cached, because reading it takes a moment."""
    return Book()


def book_of(rules: Rules) -> Book:
    """The installed book of some rules; raises `MissingTableError` if there is none."""
    if not has_book(rules):
        raise MissingTableError(
            f"rules {rules.name!r} have no opening book: expected {COLLAPSI.name}"
        )
    return book()


# --- Making the book -------------------------------------------------------------------------


def write_book(path: Path, whole: Whole) -> None:
    """Write the book of a solved game to a file, which is replaced in one step if it exists."""
    with replacing(path) as new:
        new.write_bytes(image(tabulate(whole)))


def tabulate(whole: Whole) -> dict[str, Column]:
    """The columns of the book, by name, from the solution of the whole game.

    The layer after both first moves must be solved. Raises AssertionError if the deals are not
    those of the census: two enumerations that share little code.
    """
    from tablebase.games.collapsi.strategy.openings import openings_of

    census = census_of(whole.rules)
    solved = list(openings_of(whole))
    parts = [_class_columns(whole.rules, joker_class, solved) for joker_class in census.classes]
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    for edition in whole.rules.editions:
        first, second = (edition.name + suffix for suffix in _SUFFIXES)
        if np.array_equal(columns[first], columns[second]):
            columns[edition.name] = columns.pop(first)
            del columns[second]
    return columns


def _class_columns(
    rules: Rules, joker_class: JokerClass, solved: list[Openings]
) -> dict[str, Column]:
    """The columns of one class of deals, each of the whole game's own brought to canonical form."""
    size = rules.board.size
    for openings in solved:
        jokers = [cell for cell in range(size) if not openings.shape.mask >> cell & 1]
        pair = {*joker_class.jokers}
        maps = [g for g in rules.symmetries if {g[cell] for cell in jokers} == pair]
        if maps:
            break
    words = np.full(openings.words.size, 2**32 - 1, np.uint32)
    swapped = np.zeros(words.size, np.intp)
    for g in maps:
        places = [joker_class.cells.index(g[cell]) for cell in openings.shape.cells]
        images = permuted(openings.words, places)
        less = images < words
        words[less] = images[less]
        swapped[less] = int(g[jokers[0]] != joker_class.jokers[0])
    order = np.argsort(words)
    assert np.array_equal(words[order], joker_class.words)
    assert np.array_equal(openings.weights[order], joker_class.sizes)
    group = len(rules.symmetries)
    columns = {
        DISTANCE: np.full(words.size, joker_class.distance, np.uint8),
        SYMMETRIES: (group // joker_class.sizes).astype(np.uint8),
    }
    for number, edition in enumerate(rules.editions):
        start, moves = openings.start[:, number], openings.winning_moves[:, number]
        for red, suffix in enumerate(_SUFFIXES):
            own = (start | moves << 4)[np.arange(words.size), swapped ^ red]
            columns[edition.name + suffix] = own[order]
    return columns


def image(columns: Mapping[str, Column]) -> bytes:
    """The bytes of the file that holds some columns; the same for the same columns.

    It has no date, and no version except the format's. The bytes also depend on the Zstandard
    library: data/README.md names the one that wrote the committed file.
    """
    from tablebase.engine.tables.writer import file_image

    root = {"format": "tablebase", "format-version": 1, "generated-by": GENERATED_BY}
    return file_image(_stored(columns), root)


_MEANINGS = {
    DISTANCE: "steps between the two jokers with every card face up",
    SYMMETRIES: "number of automorphisms of the board that map the deal to itself, jokers alike; "
    f"it has {len(COLLAPSI.symmetries)} divided by this many images",
    **dict.fromkeys(
        STARTS,
        "code of the start (low four bits: c < 8 is a loss in 2c plies for red, who is to move, "
        "else a win in 29 - 2c) and number of red's first moves that win (high four bits)",
    ),
}
"""What the bytes of each column are."""


def _stored(columns: Mapping[str, Column]) -> Iterator[Any]:
    import zstandard

    from tablebase.engine.tables.attributes import CHUNK_CRC
    from tablebase.engine.tables.store import StoredTable

    for name, column in sorted(columns.items()):
        compressor = zstandard.ZstdCompressor(level=_ZSTD_LEVEL, write_checksum=True)
        chunk = compressor.compress(column.tobytes())
        attributes = {**attributes_of(name, column.size), CHUNK_CRC: [zlib.crc32(chunk)]}
        yield StoredTable(f"{FOLDER}/{name}", attributes, column.size, (chunk,))


def attributes_of(name: str, deals: int) -> dict[str, str | int]:
    """The attributes of a column."""
    return {
        "game": COLLAPSI.name,
        "meaning": _MEANINGS[name],
        "order": "one byte for each deal up to the board's automorphisms, ordered by its "
        "canonical form: jokers as early as possible in reading order, then the cards",
        "deals": deals,
        "positions": 2 * deals,  # in nibbles, because the reader of tables counts those
    }


def main() -> None:
    """Solve the whole game and write the data files to the folder that the command line names."""
    from tablebase.games.collapsi.studies.counts import count_layer, write_counts
    from tablebase.games.collapsi.whole.solver import Whole

    if len(sys.argv) != 2:
        sys.exit("usage: python -m tablebase.games.collapsi.studies.book FOLDER")
    whole, counts = Whole(), {}

    def visit(layer: int, records: U64) -> None:
        counts[layer] = count_layer(whole, layer, records)

    whole.solve(keep=False, visit=visit)
    folder = Path(sys.argv[1])
    write_book(folder / FILE, whole)
    write_counts(folder / "positions.csv", counts)


if __name__ == "__main__":
    run(main)

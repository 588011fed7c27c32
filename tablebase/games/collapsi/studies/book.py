"""The opening book: the exact value of every opening, in one small file.

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
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.lazy import cached_property
from tablebase.engine.values import Value
from tablebase.errors import CorruptFileError, quote
from tablebase.games.collapsi.moves import paths
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import CODING, COLLAPSI, Edition, Rules
from tablebase.games.collapsi.studies.census import Census, JokerClass, census_of, permuted
from tablebase.games.collapsi.symmetry import automorphisms

if TYPE_CHECKING:
    from tablebase.engine.tables.store import TableFile
    from tablebase.games.collapsi.whole import Openings, Whole

Column = npt.NDArray[np.uint8]  # one byte for each deal of the census

ORIGIN = "opening book"  # where answers come from, for people

GENERATED_BY = "tablebase.games.collapsi.book"
"""The writer named in the file: the module's first name, so that the bytes stay the same."""

DISTANCE = "distance"
SYMMETRIES = "symmetries"
_SUFFIXES = ("-first", "-second")

COLUMNS = [DISTANCE, "single-first", "single-second", SYMMETRIES, "wild"]
"""The names of the columns, sorted."""

DEALS = 996_234
"""Bytes of a column: the number of essentially different deals."""
_ZSTD_LEVEL = 19


class Opening(NamedTuple):
    """What the book says about a deal's start, with red to move.

    `value` is the result and distance to end for red; `winning_moves` is how many of red's first
    moves win.
    """

    value: Value
    winning_moves: int


class Book:
    """An opening book in a file, by default the one installed with the package.

    The first use reads the whole megabyte and checks every byte.

    Examples
    --------
    >>> opening = Book().opening("A223/4A2J/3A23/J3A4", "wild")
    >>> str(opening.value), opening.winning_moves
    ('win in 13', 1)
    """

    rules = COLLAPSI

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = Path(path or str(files("tablebase_data") / "openings.h5"))

    @property
    def census(self) -> Census:
        """The census, which shows the deal for each place in the book."""
        return census_of(self.rules)

    def opening(self, deal: Deal | str, edition: Edition | str | None = None) -> Opening:
        """The value of the start of a deal, or of its notation, under an edition (None: the first).

        Raises FileNotFoundError if there is no such file, FileFormatError if it is not a tablebase
        file or has a newer version, CorruptFileError if it is damaged.
        """
        if isinstance(deal, str):
            deal = Deal.parse(deal, self.rules)
        canonical = deal.canonical[0]
        red = canonical.jokers.index(canonical.red)
        byte = int(self.column(edition, red)[self.census.number(deal)])
        return Opening(CODING.decode(byte & 15), byte >> 4)

    def column(self, edition: Edition | str | None, red: int) -> Column:
        """The bytes of all deals: the code of the start, and << 4 the number of winning moves.

        `red` is 0 if red starts on the canonical deal's first joker, 1 if on the second. Edition
        and errors are as in `opening`.
        """
        name = self.rules.edition(edition).name
        return self._columns[name if name in self._columns else name + _SUFFIXES[red]]

    @property
    def distances(self) -> Column:
        """Steps between the jokers of each deal, every card face up."""
        return self._columns[DISTANCE]

    @cached_property
    def weights(self) -> npt.NDArray[np.int64]:
        """Number of images of each deal with a joker in the corner, jokers alike.

        This is the paper's weighting, in which one joker's place is fixed. The shifts of the board
        bring each joker of each image to the corner once, so 2 in 16 of the images count.
        """
        images = len(automorphisms(self.rules.board)) // self._columns[SYMMETRIES].astype(np.int64)
        return images * 2 // self.rules.board.size

    @cached_property
    def _columns(self) -> Mapping[str, Column]:
        from tablebase.engine.tables.store import TableFile

        with TableFile(self.path) as file:
            folder = folder_of(self.rules)
            names = file.names_in(folder)
            if not names:
                raise CorruptFileError(f"{self.path}: no openings in {folder}")
            if names != COLUMNS:
                raise CorruptFileError(
                    f"{self.path}: columns {quote(names)}: expected {', '.join(COLUMNS)}"
                )
            return {name: column_of(file, f"{folder}/{name}") for name in names}


def column_of(file: TableFile, path: str) -> Column:
    """The column at a path of a file; raises `CorruptFileError` if it is damaged."""
    codes = file.codes(path)
    codes.expect(2 * DEALS, 4, DEALS)
    return codes.packed()


@lru_cache(maxsize=1)
def book() -> Book:
    """The book that is installed with the package; cached, because reading it takes a moment."""
    return Book()


def folder_of(rules: Rules) -> str:
    """The path of the columns of some rules in a file."""
    return f"/openings/{rules.name}"


# --- Making the book -------------------------------------------------------------------------


def tabulate(whole: Whole) -> dict[str, Column]:
    """The columns of the book, by name, from the solution of the whole game.

    The layer after both first moves must be solved. Raises AssertionError if the deals are not
    those of the census: two enumerations that share little code.
    """
    census = census_of(whole.rules)
    solved = list(whole.openings())
    parts = [_class_columns(whole.rules, joker_class, solved) for joker_class in census.classes]
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    for edition in whole.rules.editions:
        first, second = (edition.name + suffix for suffix in _SUFFIXES)
        if (columns[first] == columns[second]).all():
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
        maps = [g for g in automorphisms(rules.board) if {g[cell] for cell in jokers} == pair]
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
    group = len(automorphisms(rules.board))
    columns = {
        DISTANCE: np.full(words.size, joker_class.distance, np.uint8),
        SYMMETRIES: (group // joker_class.sizes).astype(np.uint8),
    }
    for number, edition in enumerate(rules.editions):
        here = np.stack([_bytes(rules, openings, jokers, number, red) for red in (0, 1)])
        for red, suffix in enumerate(_SUFFIXES):
            columns[edition.name + suffix] = here[swapped ^ red, np.arange(words.size)][order]
    return columns


def _bytes(rules: Rules, openings: Openings, jokers: list[int], edition: int, red: int) -> Column:
    """The code of each start, with the number of winning moves << 4: those after which blue loses.

    A code below 8 is a loss, so its uppermost bit decides.
    """
    everything, steps = (1 << rules.board.size) - 1, rules.editions[edition].joker_steps
    reach = sum(1 << cell for cell in paths(rules.board, everything, jokers[red], steps))
    lost = ~(openings.after_red[:, edition, red] >> np.uint64(48))
    wins = np.bitwise_count(lost & np.uint64(reach & ~(1 << jokers[1 - red]))).astype(np.uint8)
    column: Column = openings.start[:, edition, red] | wins << np.uint8(4)
    return column


def image(rules: Rules, columns: Mapping[str, Column]) -> bytes:
    """The bytes of the file that holds some columns; the same for the same columns.

    It has no date, and no version except the format's. The bytes also depend on the Zstandard and
    HDF5 libraries: data/README.md names those that wrote the committed file.
    """
    from tablebase.engine.tables.store import new_image, write_table

    with new_image() as (file, memory):
        for name, value in _root(rules).items():
            file.attrs[name] = value
        file.create_group("tables")
        for stored in _stored(rules, columns):
            write_table(file, stored)
    return memory.getvalue()


def _root(rules: Rules) -> dict[str, Any]:
    text = {"format": "tablebase", "generated-by": GENERATED_BY}
    return {
        "format-version": 1,
        **{name: np.bytes_(value.encode()) for name, value in text.items()},
    }


_MEANING = {
    DISTANCE: "steps between the two jokers with every card face up",
    SYMMETRIES: "number of automorphisms of the board that map the deal to itself, jokers alike; "
    "it has 384 divided by this many images",
    "": "code of the start (low four bits: c < 8 is a loss in 2c plies for red, who is to move, "
    "else a win in 29 - 2c) and number of red's first moves that win (high four bits)",
}


def _stored(rules: Rules, columns: Mapping[str, Column]) -> Iterator[Any]:
    import zstandard

    from tablebase.engine.tables.attributes import CHUNK_CRC
    from tablebase.engine.tables.store import StoredTable

    for name, column in sorted(columns.items()):
        compressor = zstandard.ZstdCompressor(level=_ZSTD_LEVEL, write_checksum=True)
        chunk = compressor.compress(column.tobytes())
        attributes = {**attributes_of(rules, name, column.size), CHUNK_CRC: [zlib.crc32(chunk)]}
        yield StoredTable(f"{folder_of(rules)}/{name}", attributes, column.size, (chunk,))


def attributes_of(rules: Rules, name: str, deals: int) -> dict[str, str | int]:
    """The attributes of a column."""
    return {
        "game": rules.name,
        "meaning": _MEANING.get(name, _MEANING[""]),
        "order": "one byte for each deal up to the board's automorphisms, ordered by its "
        "canonical form: jokers as early as possible in reading order, then the cards",
        "deals": deals,
        "positions": 2 * deals,  # in nibbles, because the reader of tables counts those
    }


def main() -> None:
    """Solve the whole game and write the data files to the folder that the command line names."""
    from tablebase.games.collapsi.studies.counts import count_layer, write_counts
    from tablebase.games.collapsi.whole import Whole

    if len(sys.argv) != 2:
        sys.exit("usage: python -m tablebase.games.collapsi.studies.book FOLDER")
    whole, counts = Whole(), {}

    def visit(layer: int, records: npt.NDArray[np.uint64]) -> None:
        counts[layer] = count_layer(whole, layer, records)

    whole.solve(keep=False, visit=visit)
    folder = Path(sys.argv[1])
    (folder / "openings.h5").write_bytes(image(COLLAPSI, tabulate(whole)))
    write_counts(folder / "positions.csv", counts)


if __name__ == "__main__":
    main()

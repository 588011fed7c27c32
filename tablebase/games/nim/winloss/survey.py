"""Who wins each board from the start: results, winning first moves, numbers of lost positions.

``python -m tablebase.games.nim.winloss.survey FILE...`` prints a table of docs/results.md from
each file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tablebase.engine.tables.interface import Outcome
from tablebase.engine.tables.store import TableFile
from tablebase.games.nim.position import Position, Take
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss.file import WinLossFile
from tablebase.games.nim.winloss.layout import COLUMNS, SLAB_ROWS
from tablebase.games.nim.winloss.lookup import LostLookup, probe
from tablebase.support.program import run


@dataclass(frozen=True)
class Line:
    """The results for a board: the outcome of the full one, and how many positions are lost.

    `openings` are its winning moves, one of each set that symmetries of the board turn into each
    other. `lost` counts positions in which the side to move loses.
    """

    start: Outcome[Position]
    openings: tuple[Take, ...]
    lost: int


def survey(table: LostLookup) -> Iterator[Line]:
    """The results for every board that a table answers, listing rotated boards only once."""
    frame = table.frame
    for rows in range(1, frame.rows + 1):
        for columns in range(1, rows + 1):
            rules = Rules(rows, columns, frame.take, frame.misere)
            start = probe(table, Position.full(rules))
            yield Line(start, essential(rules, start.winning), count_lost(table, rules))


def count_lost(table: LostLookup, rules: Rules) -> int:
    """The number of a board's positions that the side to move loses."""
    width = 1 << rules.columns
    lanes = np.uint64((1 << width) - 1)
    sizes = [width if row < rules.rows else 1 for row in range(COLUMNS)]
    low = tuple(slice(size) for size in reversed(sizes[1:SLAB_ROWS]))
    total = 0
    for highest in range(sizes[5]):
        for middle in range(sizes[4]):
            words = table.slab(highest << COLUMNS | middle).reshape(64, 64, 64)[low] & lanes
            total += int(np.bitwise_count(words).sum(dtype=np.int64))
    return total


def essential(rules: Rules, moves: tuple[Take, ...]) -> tuple[Take, ...]:
    """The first of each set of moves that symmetries of the full board turn into one another."""
    found: dict[frozenset[int], Take] = {}
    for move in moves:
        images = frozenset(_images(rules, move.stones))
        found.setdefault(images, move)
    return tuple(found.values())


def _images(rules: Rules, stones: int) -> Iterator[int]:
    """A mask after each symmetry of the board's rectangle."""
    bits = f"{stones:0{rules.cells}b}"
    cells = np.array([int(bit) for bit in bits]).reshape(rules.rows, rules.columns)
    turned = [cells, cells.T] if rules.rows == rules.columns else [cells]
    for board in turned:
        for image in (board, board[::-1], board[:, ::-1], board[::-1, ::-1]):
            yield int("".join(map(str, image.reshape(-1))), 2)


def main() -> None:
    """Print the tables of docs/results.md."""
    for path in sys.argv[1:]:
        with WinLossFile(TableFile(path)) as table:
            print(f"{table.frame}\n")
            print("| board | winner | winning first moves | positions | lost | % |")
            print("|---|---|---|---:|---:|---:|")
            for line in survey(table):
                rules, moves = line.start.position.rules, line.start.winning
                names = ", ".join(f"`{move}`" for move in line.openings)
                shown = f"{len(moves)}: {names}" if moves else ""
                size = 1 << rules.cells
                print(
                    f"| {rules.rows}x{rules.columns} | {line.start.winner} | {shown} | {size:,} | "
                    f"{line.lost:,} | {100 * line.lost / size:.1f} |"
                )
            print()


if __name__ == "__main__":
    run(main)

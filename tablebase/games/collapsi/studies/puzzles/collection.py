"""The collection that comes with the package: 1,000 puzzles in five grades.

Its file has a line for each puzzle. The columns are the number of its day, counted from a Monday
(empty for training puzzles), the grade, the distance to the end, the position and the solution.
"""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from tablebase.errors import quote
from tablebase.games.collapsi.studies.puzzles.posed import Puzzle
from tablebase.games.collapsi.studies.puzzles.sheet import sheet
from tablebase.home import installed_data
from tablebase.support.files import replacing

FIRST_DAY = date(2026, 11, 16)
"""Day 1, a Monday."""

COLUMNS = ("day", "grade", "dte", "position", "solution")


@cache
def collection() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package; `Puzzle.day` gives the day of each.

    Examples
    --------
    >>> len(collection()), collection()[0].day, collection()[0].name
    (1000, 1, 'easy')
    """
    return tuple(
        Puzzle.parse(
            row["position"],
            row["solution"],
            int(row["grade"]),
            int(row["dte"]),
            int(row["day"]) if row["day"] else None,
        )
        for row in csv.DictReader(io.StringIO(collection_text()))
    )


def puzzle_of(day: date) -> Puzzle:
    """The puzzle for a date, the same for everybody; after the last one, the first comes again.

    Examples
    --------
    >>> from datetime import date
    >>> puzzle_of(date(2026, 11, 17)).day
    2
    """
    daily = [puzzle for puzzle in collection() if puzzle.day is not None]
    return daily[(day - FIRST_DAY).days % len(daily)]


def choose(
    grade: int | None = None, limit: int | None = None, seed: int | None = None
) -> dict[int, Puzzle]:
    """Puzzles of the collection by number, from 1 on.

    By default all of them, in order. `grade` and `limit` choose the first ones of a grade, and a
    `seed` random ones.

    Examples
    --------
    >>> [puzzle.name for puzzle in choose(grade=5, limit=2, seed=3).values()]
    ['master', 'master']
    """
    numbered = enumerate(collection(), 1)
    chosen = [(number, puzzle) for number, puzzle in numbered if grade in (None, puzzle.grade)]
    if seed is not None:
        # Python guarantees only the sequence of `random`.
        rng = random.Random(seed)
        chosen.sort(key=lambda _: rng.random())
    return dict(chosen[:limit])


def collection_text() -> str:
    """The text of the collection's file, which the page reads too."""
    return installed_data("puzzles.csv").read_text("utf-8")


def numbered(puzzles: Mapping[int, Puzzle]) -> list[dict[str, Any]]:
    """Puzzles with their numbers as plain data, for JSON."""
    return [{"number": number, **puzzle.as_dict()} for number, puzzle in puzzles.items()]


def written(puzzles: Iterable[Puzzle]) -> str:
    """Puzzles as the text of a file like the collection's."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for puzzle in puzzles:
        day = "" if puzzle.day is None else puzzle.day
        writer.writerow((day, puzzle.grade, puzzle.dte, puzzle.position, puzzle.solution))
    return lines.getvalue()


def save(puzzles: Mapping[int, Puzzle], path: Path) -> None:
    """Write puzzles, by number, to a file, completely or not at all.

    The extension selects the format: ``.csv``, as for the collection, ``.json``, or ``.html``, a
    sheet to print. Raises the errors of `check_ending` and `files.output_file`.
    """
    check_ending(path)
    text = _WRITTEN[path.suffix.lower()](puzzles)
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


_WRITTEN: Mapping[str, Callable[[Mapping[int, Puzzle]], str]] = {
    ".csv": lambda puzzles: written(puzzles.values()),
    ".json": lambda puzzles: json.dumps(numbered(puzzles), indent=2) + "\n",
    ".html": sheet,
}


def check_ending(path: Path) -> None:
    """Raise `ValueError` unless puzzles can be saved in a file with such an extension."""
    ending = path.suffix.lower()
    if ending not in _WRITTEN:
        raise ValueError(
            f"{path}: unknown extension {quote(ending)}, expected {', '.join(_WRITTEN)}"
        )

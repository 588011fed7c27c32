"""The page's puzzles: `python -m tablebase.web.puzzles` writes them anew, the same to the byte.

A puzzle is a line of text: a position, then the moves that solve it, the opponent's included, with
``!`` behind those that are to be found. There is one for each day, and three collections to train
with.
"""

from __future__ import annotations

import json
from pathlib import Path

from tablebase.games.collapsi.studies.only_moves import OnlyMoves, puzzles

FILE = Path(__file__).parent / "static" / "puzzles" / "collection.json"

SEED = 1

CHOICES = {"easy": range(2, 3), "medium": range(3, 4), "hard": range(4, 9)}
"""Grades, by the number of moves to find."""

WEEK = ("easy", "easy", "medium", "medium", "medium", "hard", "hard")
"""The grades of a week's puzzles, Monday first."""

WEEKS = 104
"""Weeks until the daily puzzles start again."""

TRAINING = 200
"""Puzzles of each grade to train with."""


def collection(
    weeks: int = WEEKS, training: int = TRAINING, seed: int = SEED
) -> dict[str, list[str]]:
    """The puzzles as text: `daily`, from a Monday on, and those of each grade."""
    wanted = {grade: weeks * WEEK.count(grade) + training for grade in CHOICES}
    found: dict[str, list[OnlyMoves]] = {grade: [] for grade in CHOICES}
    source = puzzles(seed)
    while any(len(found[grade]) < number for grade, number in wanted.items()):
        puzzle = next(source)
        for grade, choices in CHOICES.items():
            if len(puzzle.choices) in choices and len(found[grade]) < wanted[grade]:
                found[grade].append(puzzle)
    written = {grade: list(map(str, puzzles)) for grade, puzzles in found.items()}
    kept = {grade: [lines.pop() for _ in range(training)] for grade, lines in written.items()}
    return {"daily": [written[grade].pop() for grade in WEEK * weeks], **kept}


def main() -> None:
    """Write the file."""
    FILE.write_text(json.dumps(collection(), indent=0) + "\n")


if __name__ == "__main__":
    main()

"""`tablebase puzzles`: positions with exactly one winning move, to list, solve, print and make."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import plural
from tablebase_cli.game import in_plies
from tablebase_cli.group import command
from tablebase_cli.options import (
    GRADE,
    Decorator,
    Whole,
    check_new,
    flag,
    force_option,
    listed_option,
    maybe_seed,
    number_option,
    output_to,
    seed_for,
    seed_option,
    together,
    whole_option,
)
from tablebase_cli.output import console, printed, show, texts
from tablebase_cli.progress import progress_bar
from tablebase_cli.terminal import ask

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.puzzles.posed import Puzzle, Solving

HELP = """\
a move        its cell, as it stands behind the card, such as c2
hint          a hint; each further hint on the same move says more
solution      show the solution
quit          leave the puzzle
(the first letter of a word is enough)"""

NUMBER = Whole(1, 1_000_000)


@click.group()
def puzzles() -> None:
    """Solve puzzles: find the only move that wins.

    You have six or more moves, and a good rule of thumb misses the right one. There are 1,000
    puzzles in five grades. A player who looks two plies ahead solves grade 1; three plies solve
    grade 2, four grade 3, and five grade 4. Five plies are not enough for grade 5.
    """


grade_option = whole_option("--grade", GRADE, "Only grade G: 1 (easy) to 5 (master).", metavar="G")


def selection(number: int) -> Decorator:
    """The options that choose puzzles, by default the first `number`."""
    return together(
        grade_option,
        listed_option(number),
        flag("--random", "Choose them at random.", "shuffle"),
        maybe_seed,
    )


def _chosen(
    grade: int | None, number: int, shuffle: bool, seed: int | None
) -> tuple[Mapping[int, Puzzle], str]:
    """The puzzles that the options choose, by number, and a phrase that counts them."""
    from tablebase.games.collapsi.studies.puzzles.collection import choose

    seed = seed_for("--random", shuffle, seed)
    found = choose(grade, number or None, seed)
    return found, plural(len(found), "puzzle") + (f", seed {seed}" if shuffle else "")


@command(
    "# Three of the hardest",
    "tablebase puzzles list --grade 5 -n 3",
    name="list",
    group=puzzles,
)
@selection(10)
@printed
def list_(**chosen: Any) -> None:
    """List puzzles, without their solutions.

    With --json the solutions are included.
    """
    found, phrase = _chosen(**chosen)
    from tablebase.games.collapsi.studies.puzzles.collection import numbered

    header = "number", "grade", "", "day", "cards", "plies", "position"
    rows = (
        (
            number, one.grade, one.name, one.day or "", one.position.face_up.bit_count(),
            one.dte, one.position,
        )
        for number, one in found.items()
    )  # fmt: skip
    show(numbered(found), [texts(header, rows)])
    click.echo(phrase, err=True)


@command(
    "# Today's puzzle",
    "tablebase puzzles play",
    "# An easy one",
    "tablebase puzzles play --grade 1",
    group=puzzles,
)
@click.argument("number", type=NUMBER, required=False)
@grade_option
@maybe_seed
def play(number: int | None, grade: int | None, seed: int | None) -> None:
    """Solve puzzle N, one of a grade, or today's.

    Today's puzzle is the default, and the same as on the page. After each right move the opponent
    answers, as long as only one move wins. A wrong move is refuted and taken back.
    """
    from tablebase.games.collapsi.studies.puzzles.posed import Solving

    if number is not None and grade is not None:
        raise click.UsageError("a number and --grade both name a puzzle: expected one of them")
    seed = seed_for("--grade", grade is not None, seed)
    puzzle, title = _puzzle(number, grade, seed)
    Terminal(Solving(puzzle), f"{title}, {puzzle.name}").run()


def _puzzle(number: int | None, grade: int | None, seed: int | None) -> tuple[Puzzle, str]:
    """The puzzle that the options name, and its title."""
    from tablebase.games.collapsi.studies.puzzles.collection import choose, collection, puzzle_of

    if grade is not None:
        ((number, puzzle),) = choose(grade, 1, seed).items()
        return puzzle, f"puzzle {number} (seed {seed})"
    if number is None:
        today = date.today()
        return puzzle_of(today), f"puzzle of {today}"
    known = collection()
    if number > len(known):
        raise click.UsageError(f"there is no puzzle {number}: expected 1 to {len(known)}")
    return known[number - 1], f"puzzle {number}"


class Terminal:
    """A puzzle in a terminal; in a script, moves are read from stdin."""

    def __init__(self, solving: Solving, title: str) -> None:
        self.solving = solving
        self.title = title
        self.side: str = solving.puzzle.position.side_to_move
        self.other = "blue" if self.side == "red" else "red"
        self.out = console()
        self.left = False
        self.hints = 0  # for the move to find now

    def run(self) -> None:
        """Play until the puzzle is solved or the solver leaves."""
        self.out.print(f"{self.title}: {self.side} to move and win", style="bold")
        self._show()
        while not self.left and not self.solving.is_solved:
            for word in ask(self.side):
                if not self.left and not self.solving.is_solved:
                    self._obey(word.lower())
        if self.solving.is_solved:
            dte = self.solving.dte
            end = f"{self.side} wins in {dte} more plies" if dte else "no move is left"
            self.out.print(f"solved: {' '.join(self.solving.puzzle.moves)}, {end}", style="bold")

    def _obey(self, word: str) -> None:
        if word in ("q", "quit"):
            self.left = True
        elif word in ("s", "solution"):
            self.left = True
            self.out.print(f"solution: {' '.join(self.solving.puzzle.moves)}", style="green")
        elif word in ("h", "hint"):
            self.hints += 1
            self.out.print(f"hint: {self.solving.hint(self.hints)}", style="green")
        elif word in ("?", "help"):
            self.out.print(HELP)
        else:
            moves = enumerate(self.solving.position.legal_moves(), start=1)
            self._move({str(number): str(move) for number, move in moves}.get(word, word))

    def _move(self, move: str) -> None:
        before = len(self.solving.played)
        try:
            refutation = self.solving.play(move)
        except ValueError as error:
            self.out.print(str(error), style="yellow")
            return
        if refutation is not None:
            rest = f", as in {' '.join(refutation.rest)}" if refutation.rest else ""
            self.out.print(
                f"{move} gives the win away: {self.other} answers {refutation.answer} and "
                f"{in_plies(f'wins in {refutation.dte}')}{rest}",
                style="yellow",
            )
            return
        self.hints = 0
        answer = " ".join(self.solving.played[before + 1 :])
        answered = f", {self.other} answers {answer}" if answer else ""
        self.out.print(f"{move} is right{answered}", style="green")
        if not self.solving.is_solved:
            self._show()

    def _show(self) -> None:
        from tablebase.games.collapsi.commands.drawing import draw

        position = self.solving.position
        self.out.print(draw(position, [move.destination for move in position.legal_moves()]))
        choices = len(self.solving.puzzle.choices)
        self.out.print(f"move {self.solving.found + 1} of {choices} to find")


@command(
    "# A sheet to print",
    "tablebase puzzles export --grade 2 --random -o puzzles.html",
    group=puzzles,
)
@output_to("The file to write; the extension selects the format: .html, .json or .csv.")
@selection(12)
@force_option
def export(output: Path, force: bool, **chosen: Any) -> None:
    """Write puzzles to FILE, as data or as a sheet to print.

    A sheet is a page for a browser: printed, it has six boards on each A4 page, and the solutions
    at the end.
    """
    from tablebase.games.collapsi.studies.puzzles.collection import save

    check_new(output, force)
    found, phrase = _chosen(**chosen)
    save(found, output)
    click.echo(f"wrote {phrase} to {output}")


@command(
    "# A small collection of your own",
    "tablebase puzzles make --seed 2 -n 10 --weeks 4 -o puzzles.csv",
    group=puzzles,
)
@output_to("The file to write, as CSV.")
@seed_option
@number_option("How many puzzles of each grade.", 200, of=Whole(1, 10_000), name="each")
@whole_option(
    "--weeks", Whole(0, 1000), "Number of weeks with a puzzle of the day.", 52, metavar="W"
)
@force_option
def make(output: Path, seed: int, each: int, weeks: int, force: bool) -> None:
    """Make a collection of puzzles from random deals.

    Seed 1 makes the collection that comes with the package. Each puzzle is checked against its
    deal's table and by forward search.
    """
    from tablebase.games.collapsi.studies.puzzles import making
    from tablebase.games.collapsi.studies.puzzles.collection import check_ending, save
    from tablebase.games.collapsi.studies.puzzles.posed import GRADES

    check_new(output, force)
    check_ending(output)
    with progress_bar(each * len(GRADES), "making puzzles") as advance:
        found = making.make(seed, each, weeks, advance)
    save(dict(enumerate(found, 1)), output)
    click.echo(f"wrote {plural(len(found), 'puzzle')}, seed {seed}, to {output}")

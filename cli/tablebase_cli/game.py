"""A game on the command line: how its positions are read, drawn and put into words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.rooms import room_named
from tablebase.errors import UnknownGameError, plural, quote
from tablebase.home import home_file

from .options import Decorator
from .output import table_of

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from tablebase.engine.probe import Probe
    from tablebase.engine.tables.interface import Outcome
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.engine.values import Value

SHARED = ("build", "probe", "line", "show", "stats", "compare", "info", "verify", "export")
"""The commands of every game, in one form for all."""

_FILES = {
    "show": "probe", "line": "probe", "stats": "tables", "export": "tables", "info": "tables",
    "verify": "tables", "selftest": "games", "help": "games",
}  # fmt: skip
"""Commands that are in the file of another; the rest have one of their own name."""


def shared(*names: str) -> dict[str, str]:
    """Commands that games share, as `GameCli.commands` lists them."""
    return {name: f"tablebase_cli.{_FILES.get(name, name)}" for name in names}


@dataclass(frozen=True)
class Answer:
    """What `probe` prints: `data` for programs; a headline, details and the source for people.

    `details` are lines of text or rich tables.
    """

    data: Mapping[str, Any]
    headline: str
    details: Sequence[Any]
    note: str


class GameCli:
    """A game on the command line. A subclass's docstring is the help of its group of commands.

    A game needs a `name`; everything else has a default. docs/adding-a-game.md shows one.
    """

    name: str
    """Name of the game, and of its group of commands."""
    item = "POSITION"
    """What one table covers, in capitals, for the help: ``DEAL``, ``BOARD``."""
    notation = ""
    """How positions are written, for the help."""
    example = "POSITION"
    """A position, which also names a table, as it is typed in the examples of the help."""
    columns = "rank, and the game's own."
    """The columns of an exported table except dte, for the help; with a full stop."""
    layer = "layer"
    """What the number of a layer counts, as the title of a column."""
    line_help = ""
    """What `line` prints for this game only, for the help."""
    play_help = ""
    """What `play` does for this game only, for the help."""
    solitaire = False
    """Whether the game has one player, and so no forward search."""
    terminal = "tablebase_cli.two_sided:TwoSided"
    """The class of a game in a terminal, which `play` makes."""
    draws = False
    """Whether `random_items` can make random items."""

    rule_options: Sequence[Decorator] = ()
    """Options that choose the rules of a position. `parse` takes their values."""
    probe_options: Sequence[Decorator] = ()
    """Options of `probe` that only this game has, such as ``--build`` if `answer` supports it."""
    show_options: Sequence[Decorator] = ()
    """Options of `show` that only this game has: ``--numeric`` if positions have `numeric`, and
    rules that have no tables, for `parse`."""

    commands: Mapping[str, str] = shared(*SHARED, "play")
    """Name of a command -> the module that defines it under that name."""
    sections: Mapping[str, Sequence[str]] = {}
    """Title of a section of the help -> its commands; the others are in one of their own."""

    @property
    def program(self) -> str:
        """What you type before the name of a command."""
        return f"tablebase {self.name}"

    @property
    def usual(self) -> str:
        """What `begin` returns, for the help."""
        return self.example

    @property
    def item_options(self) -> Sequence[Decorator]:
        """Options that choose the rules of a table. `parse_item` takes their values."""
        return self.rule_options

    @property
    def probe_shows(self) -> str:
        """What `probe` shows besides the moves, for the first line of its help."""
        return "the best result of POSITION" if self.solitaire else "who wins POSITION, how soon"

    @property
    def probe_help(self) -> str:
        """The help of `probe`, after its first line."""
        if self.solitaire:
            return f"{self.notation} The distance counts moves until the game is over."
        return (
            f"{self.notation} The distance counts plies, moves of either side, until the game is "
            "over. A file without distances shows only who wins, and by which moves."
        )

    # Reading

    def parse(self, text: str, *_: Any, **rules: Any) -> Any:
        """Read a position, given the values of `rule_options`; by default, as its room does."""
        one = room_named(self.name)
        if one is None:
            raise UnknownGameError(f"no game named {quote(self.name)} is installed")
        return one.read(text)

    def begin(self, seed: int, *_: Any, **rules: Any) -> Any:
        """The position that `play` starts from by default, which `usual` names in the help."""
        return self.parse(self.example, **rules)

    def parse_item(self, text: str, *_: Any, **rules: Any) -> Any:
        """Read what a table covers, given the values of `item_options`."""
        return self.parse(text, **rules)

    def variants(self, text: str, **rules: Any) -> Sequence[Any]:
        """The positions that a text can mean when a rule option is left out."""
        return [self.parse(text, **rules)]

    def random_items(self, count: int, seed: int, *_: Any, **rules: Any) -> Iterable[str]:
        """`count` random items as text, if the game `draws` them."""
        raise NotImplementedError

    # Words and pictures

    def draw(self, position: Any) -> Text:
        """Draw a position."""
        from rich.text import Text

        return Text(str(position))

    def stage(self, position: Any) -> str:
        """How far the game has come: positions at the same stage are about equally hard."""
        return f"{position.layer} left"

    def describe(self, position: Any) -> str:
        """The words in brackets in a headline."""
        return self.stage(position)

    def ply(self, position: Any) -> int:
        """Plies played before a position; 0 if the position does not show them."""
        return 0

    def side_style(self, side: str) -> str:
        """The style of a side in lines of play."""
        return {"first": "cyan", "second": "magenta"}.get(side, "")

    def say(self, position: Any, value: Value) -> str:
        """A value in words, for the side to move: 'red wins in 11', 'blue has lost'."""
        side, won = position.sides[0], value.result.value == "win"
        if value.dte == 0:
            return f"{side} has no move and has {'won' if won else 'lost'}"
        return f"{side} {'wins' if won else 'loses'} in {value.dte}"

    def over(self, position: Any) -> str:
        """The words for a position without a legal move."""
        return "no legal move, the game is over"

    def to_move(self, position: Any) -> str:
        """Who is to move, and at which stage of the game."""
        return f"{position.sides[0]} to move ({self.describe(position)})"

    def headline(self, probe: Probe[Any]) -> str:
        """Who is to move and how the game ends, in one line."""
        position = probe.position
        end = say_forced_end(probe) if probe.values else self.say(position, probe.value)
        return f"{self.to_move(position)}: {in_plies(end)}"

    def ending(self, probe: Probe[Any]) -> str:
        """How a line of play ends, given the probe of its last position."""
        wins = "is last" if probe.values else "wins"
        return f"{probe.position.sides[0]} has no legal move: {probe.winner} {wins}"

    # Looking up

    def own_files(self) -> Sequence[Path]:
        """The user's own files; those that exist are asked in turn."""
        return [home_file()]

    def open_tables(
        self, file: Path | None, *, distances: bool = True, **options: Any
    ) -> Tablebase:
        """The tablebase in a file; by default in the user's own files, if any exist.

        `options` are those of `Tablebase`. A file without distances is an error unless
        `distances` is False: every position in it would have to be solved again.
        """
        from tablebase.engine.tables.opened import open_store
        from tablebase.engine.tables.tablebase import Tablebase

        own = self.own_files() if file is None else []
        files = [file] if file is not None else [path for path in own if path.exists()]
        with written_by(f"{self.program} build"):
            store = open_store(files[0]) if files else None
        tables = Tablebase(store, files=files[1:], **options)
        if distances and not tables.has_distances:
            tables.close()
            raise click.UsageError(
                f"{files[0]} shows who wins but has no distances: expected a file of tables"
            )
        return tables

    # What is left open here lets a game's own method have just the options that it knows.
    def answer(self, position: Any, file: Path | None, *_: Any, **more: Any) -> Answer:
        """Look up a position.

        With ``moves=True``, also the value of every move, whatever that costs; with ``games=True``,
        also how many games can be played from it. Only a game with these `probe_options` is asked.
        """
        with self.open_tables(file, distances=False) as tables:
            if tables.has_distances:
                return self.of_probe(tables.probe(position))
            return self.of_outcome(tables.outcome(position))

    def of_probe(self, probe: Probe[Any]) -> Answer:
        """What to print for a probe."""
        moves = [self._table_of_moves(probe)] if probe.moves else []
        details = [*forced(probe), *moves]
        note = f"table: {probe.origin}"
        return Answer(probe.as_dict(), self.headline(probe), details, note)

    def _table_of_moves(self, probe: Probe[Any]) -> Table:
        players = list(probe.values)
        table = table_of("move", *(players or ["value"]), "position after it")
        for move in probe.moves:
            values = [say_forced(move.values[player]) for player in players]
            cells = [str(move.move), *(values or [self.say(probe.position, move.value)])]
            if move.is_best:
                cells[0 if players else 1] += " (best)"
            style = "bold green" if move.is_best else "" if move.keeps_win else "dim"
            table.add_row(*cells, str(move.position), style=style)
        return table

    def of_outcome(self, outcome: Outcome[Any]) -> Answer:
        """What to print for a position from a file without distances."""
        position, side = outcome.position, outcome.position.sides[0]
        result = "wins" if outcome.winner == side else "loses"
        won = say_winning(position, len(outcome.winning))
        names = " ".join(map(str, outcome.winning))
        return Answer(
            outcome.as_dict(),
            f"{self.to_move(position)}: {side} {result}",
            [f"{won}: {names}" if names else won],
            f"table: {outcome.origin}, without distances",
        )


@contextmanager
def written_by(command: str) -> Iterator[None]:
    """If the file to look into is not there, name the command that writes one."""
    try:
        yield
    except FileNotFoundError as error:
        raise click.UsageError(f"{error}; `{command}` writes one") from None


def in_plies(said: str) -> str:
    """A value in words, with its unit, which the lines below a headline leave out."""
    return re.sub(
        r" in \d+( to \d+)?$",
        lambda end: f"{end[0]} {'ply' if end[0] == ' in 1' else 'plies'}",
        said,
    )


def say_winning(position: Any, winning: int) -> str:
    """'3 of 14 moves win'."""
    moves = plural(len(position.legal_moves()), "move")
    return f"{winning} of {moves} {'wins' if winning == 1 else 'win'}"


def say_forced(value: Value) -> str:
    """What one of three or four players can force: 'last in 7', 'out in 9'."""
    won = value.result.value == "win"
    if value.dte == 0:
        return "has won" if won else "is out"
    return f"{'last' if won else 'out'} in {value.dte}"


def say_forced_end(probe: Probe[Any]) -> str:
    """Which of three or four players can force a win."""
    if not probe.moves:
        return f"{probe.position.sides[0]} has no move, {probe.winner} has won"
    if probe.winner is None:
        return "nobody can force a win"
    return f"{probe.winner} can force a win in {probe.values[probe.winner].dte}"


def forced(probe: Probe[Any]) -> list[str]:
    """What each of three or four players can force, and who is out."""
    if not probe.values:
        return []
    each = ", ".join(f"{player} {say_forced(value)}" for player, value in probe.values.items())
    out = probe.position.out
    return [f"against all others: {each}", *([f"out: {', '.join(out)}"] if out else [])]

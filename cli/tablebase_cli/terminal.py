"""A game in a terminal: reads what a person types, carries it out, and shows the game.

A game that is left can be continued. It is what was typed for `play`, the random seed, and the
moves so far. The last of every game is kept in `games.json`, in the folder of the user's own files,
until one is played to its end.
"""

from __future__ import annotations

import contextlib
import json
import shlex
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import IllegalMoveError, MissingTableError, expected, quote
from tablebase.home import own_file
from tablebase.support.files import read_small, replacing

from .group import GameCommand
from .output import console

if TYPE_CHECKING:
    from rich.console import Console

    from tablebase.engine.play.history import History

MOVES, SEED, CONTINUE = "--moves", "--seed", "--continue"
_TYPED = "typed"
MOST_BYTES = 1 << 20


def ask(side: str) -> list[str]:
    """The words of the next line that a player types; "quit" at the end of the input."""
    people = sys.stdin.isatty()  # a script needs no prompt
    try:
        return input(f"{side}> " if people else "").split()
    except EOFError:
        if people:
            click.echo()
        return ["quit"]


class Terminal(ABC):
    """A game in a terminal, or from a pipe.

    A subclass shows its game, and has a method for each of its `words`.
    """

    words: Mapping[str, str]
    """What can be typed besides moves -> what it does, for the help. The first letter is enough."""
    how_to_move = "its number, or its name; several are played in turn"
    """How a move is typed, for the help."""

    @property
    def rules(self) -> Sequence[str]:
        """The rules in a few lines, for the help and for the first screen of a person."""
        return ()

    def __init__(self, history: History[Any], seed: Any) -> None:
        """The game can be played again from a random seed, unless that is None."""
        self.history, self.seed = history, seed
        self.out: Console = console()
        self.left = False  # whether the person has quit the game

    def run(self) -> None:
        """Play until the game is over or somebody leaves; Ctrl-C leaves it too."""
        for name in moves_before():
            self.history.play(name)
        self.greet()
        if sys.stdin.isatty():
            self._print_rules()
        try:
            self._play()
        except BaseException as error:
            interrupted = isinstance(error, KeyboardInterrupt)
            if interrupted:
                click.echo()
            if interrupted or self.history.moves:
                self._keep()
            raise
        if self.history.is_over:
            _finish()
        else:
            self._keep()
        self.report()

    def _keep(self) -> None:
        """Keep the game, and print the command that continues it."""
        context = click.get_current_context()
        args, moves = _without_moves(context.meta[_TYPED]), self.history.moves
        seeded = any(arg == SEED or arg.startswith(f"{SEED}=") for arg in args)
        if self.seed is not None and not seeded:
            args += [SEED, str(self.seed)]
        if moves:
            args += [MOVES, " ".join(map(str, moves))]
        _write({**_read(), context.command_path: args})
        click.echo(f"to continue: {shlex.join([*context.command_path.split(), *args])}")

    def _play(self) -> None:
        shown: Any = None
        while not self.history.is_over and not self.left:
            if self.answer():
                continue
            if self.shown != shown:
                self.show()
                shown = self.shown
            self._obey(ask(self.side))

    @abstractmethod
    def greet(self) -> None:
        """Print a line before the game begins."""

    @abstractmethod
    def show(self) -> None:
        """Print the position."""

    @abstractmethod
    def show_end(self) -> None:
        """Print how a game that is over has ended."""

    def remarks(self) -> Iterable[str]:
        """What to print of a game after its end: by default, nothing but its moves."""
        return ()

    def report(self) -> None:
        """Print how the game ended, remarks, and its moves."""
        if self.history.is_over:
            self.show_end()
        for line in self.remarks():
            self.out.print(line)
        self.out.print(f"moves: {' '.join(map(str, self.history.moves)) or 'none'}")

    @property
    def position(self) -> Any:
        """The position now."""
        return self.history.position

    @property
    def said_seed(self) -> str:
        """The seed, if there is one, before other words."""
        return "" if self.seed is None else f"seed {self.seed}; "

    @property
    def shown(self) -> Any:
        """What `show` depends on: when it changes, the position is shown again."""
        return self.position

    @property
    def side(self) -> str:
        """Who is to move; the prompt."""
        return "you"

    def answer(self) -> bool:
        """Make the computer's move, if it is its turn; returns whether it was."""
        return False

    def names(self) -> Mapping[str, str]:
        """What can be typed for a move, in lower case -> the move's name."""
        numbered = self.numbered()
        return numbered | {name.lower(): name for name in numbered.values()}

    def numbered(self) -> dict[str, str]:
        """The moves by number, in the order of `legal_moves`."""
        moves = self.position.legal_moves()
        return {str(number): str(move) for number, move in enumerate(moves, start=1)}

    def _obey(self, words: list[str]) -> None:
        """Carry out the words of a line in turn, up to the first that is not possible."""
        for word in words:
            if self.left or self.history.is_over:
                return
            try:
                self._do(word.lower())
            except (ValueError, MissingTableError, MemoryError, OSError) as error:
                self.out.print(str(error), style="yellow")
                return

    def _do(self, word: str) -> None:
        for name in self.words:
            if word in (name, name[0]):
                getattr(self, name)()
                return
        if word in ("?", "help"):
            self._print_rules()
            for typed, effect in {"a move": self.how_to_move, **self.words}.items():
                self.out.print(f"{typed:13} {effect}")
            self.out.print("(the first letter of a word is enough)")
        else:
            name = self.meant(word)
            legal = [str(move) for move in self.position.legal_moves()]
            if name not in legal:
                raise IllegalMoveError(f"{self.why_not(name)}: {expected(legal)}")
            self.history.play(name)

    def _print_rules(self) -> None:
        for line in self.rules:
            self.out.print(line)

    def meant(self, word: str) -> str:
        """The name of the move that a word stands for; the word itself if there is none."""
        return self.names().get(word, word)

    def why_not(self, word: str) -> str:
        """Why a word that was typed is no legal move."""
        return f"{quote(word)} is not legal here"

    def undo(self) -> None:
        """Take back a move."""
        self.history.take_back()

    def quit(self) -> None:
        """Leave the game."""
        self.left = True


class PlayCommand(GameCommand):
    """A command that plays a game in a terminal, and can continue one.

    `Terminal` plays the moves of `moves_before`, and keeps or forgets the game at the end.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.params += [
            click.Option(
                [MOVES],
                metavar="MOVES",
                default="",
                show_default=False,
                expose_value=False,
                callback=_split,
                help="Begin after these moves, separated by blanks.",
            ),
            click.Option(
                [CONTINUE],
                is_flag=True,
                expose_value=False,
                help="Continue the last game that you left; takes no other arguments.",
            ),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what is typed; the last game's own words for --continue."""
        if CONTINUE in args:
            if args != [CONTINUE]:
                raise click.UsageError(f"{CONTINUE} goes without other arguments", ctx)
            kept = _read().get(ctx.command_path)
            if not isinstance(kept, list) or not all(isinstance(arg, str) for arg in kept):
                raise click.UsageError(
                    f"there is no game to continue: expected one left in `{ctx.command_path}`"
                )
            args = kept
        ctx.meta[_TYPED] = list(args)
        return super().parse_args(ctx, args)


def _split(context: click.Context, parameter: click.Parameter, value: str) -> None:
    context.meta[MOVES] = value.split()


def moves_before() -> list[str]:
    """The moves with which the game under way begins."""
    return list(click.get_current_context().meta[MOVES])


def _finish() -> None:
    """Forget the last game that was left, because one was played to its end."""
    kept = _read()
    if kept.pop(click.get_current_context().command_path, None) is not None:
        _write(kept)


def _without_moves(args: Sequence[str]) -> list[str]:
    found, words = [], iter(args)
    for word in words:
        if word == MOVES:
            next(words, None)
        elif not word.startswith(f"{MOVES}="):
            found.append(word)
    return found


def _file() -> Path:
    return own_file("games").with_suffix(".json")


def _read() -> dict[str, Any]:
    with contextlib.suppress(OSError, ValueError, RecursionError):
        kept = json.loads(read_small(_file(), MOST_BYTES))
        return kept if isinstance(kept, dict) else {}
    return {}


def _write(kept: dict[str, Any]) -> None:
    path = _file()
    with contextlib.suppress(OSError):  # the command is printed in any case
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            temporary.write_text(json.dumps(kept) + "\n")

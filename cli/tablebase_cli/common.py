"""Shared by several commands: parameters, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.rooms import game_of
from tablebase.errors import MissingTableError

from .numbers import MANY

if TYPE_CHECKING:
    from rich.progress import ProgressColumn
    from rich.status import Status


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Adds a parameter to a command: ``click.option(...)``."""


def together(decorators: Iterable[Decorator]) -> Decorator:
    """Several parameters, in their order, as one."""
    last_first = [*decorators][::-1]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for each in last_first:
            command = each(command)
        return command

    return decorate


def _check_picture(
    context: click.Context, parameter: click.Parameter, value: Path | None
) -> Path | None:
    """Before the work starts, refuse a picture that cannot be made."""
    if value is not None:
        from tablebase.plotting import check

        check(value)
    return value


plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    callback=_check_picture,
    help="Save a plot; the extension selects the format: .png, .svg, .pdf, .jpg or .webp. Needs "
    "the extra [plot].",
)


def look_in(text: str) -> Decorator:
    """The option that names the file to look in; `text` is its help."""
    return click.option(
        "--in", "file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help=text
    )


in_option = look_in(
    "Look up the table in this file; by default in your tables.h5. A missing table is built on the "
    "spot, unless it is large."
)


def examples(*lines: str) -> str:
    """The end of a command's help: lines to type, and comments on them, which begin with #."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def output_to(text: str, *, required: bool = True) -> Decorator:
    """The option that names the file to write; `text` is its help."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path, dir_okay=False),
        required=required,
        metavar="FILE",
        help=text,
    )


output_option = output_to(
    "The file to write; the extension selects the format: .csv, .parquet or .npz."
)
force_option = click.option("--force", is_flag=True, help="Replace FILE if it exists.")
random_option = click.option(
    "--random", "count", type=MANY, metavar="N", help="Add N random deals."
)


comment_option = click.option(
    "--comment", is_flag=True, help="Begin a .csv with a comment line (#) that says what it is."
)


def check_comment(output: Path, comment: bool) -> None:
    """Refuse a comment in a file that can hold none."""
    if comment and output.suffix != ".csv":
        raise click.UsageError("--comment goes with a .csv")


def check_new(output: Path, force: bool) -> None:
    """Refuse a file that cannot be written, and to overwrite one, or a link, unless forced to."""
    from tablebase.support.files import new_file

    if os.path.lexists(output) and not force:
        raise click.UsageError(f"{output} exists; --force replaces it")
    new_file(output)


class Interrupted(click.ClickException):
    """Ctrl-C has ended a command, which says what it has kept."""

    exit_code = 130  # as shells have it: 128 and the number of the signal


def ask(side: str) -> list[str]:
    """The words of the next line that a player types; "quit" at the end of the input."""
    people = sys.stdin.isatty()  # a script needs no prompt
    try:
        return input(f"{side}> " if people else "").split()
    except EOFError:
        if people:
            click.echo()
        return ["quit"]


class Bar:
    """Advances a progress bar, by whole items or by a share of the next one.

    `show` is called with how much is done.
    """

    def __init__(self, show: Callable[[float], None]) -> None:
        self._show, self._done = show, 0

    def __call__(self, number: int = 1) -> None:
        """Show that one more item is done, or several."""
        self._done += number
        self._show(self._done)

    def share(self, share: float) -> None:
        """Show that a share of the next item is done."""
        self._show(self._done + share)


class _Compiling:
    """What is being compiled, and for how long so far; made anew whenever it is drawn."""

    def __rich__(self) -> str:
        from tablebase.engine.compiling import so_far

        kernel, seconds = so_far()
        return f"compiling {kernel}, once on this machine: {seconds:.0f} s so far"

    __str__ = __rich__


@contextmanager
def progress_bar(total: int, description: str) -> Iterator[Bar]:
    """Show a progress bar on stderr, if that is a terminal; yields what advances it."""
    from rich.progress import MofNCompleteColumn

    with _progress(description, total, MofNCompleteColumn()) as show:
        yield Bar(show)


@contextmanager
def progress_share(description: str) -> Iterator[Callable[[float], None]]:
    """Show a progress bar on stderr, if that is a terminal; yields what sets the share done."""
    from rich.progress import TaskProgressColumn

    with _progress(description, 1.0, TaskProgressColumn()) as show:
        yield show


@contextmanager
def _progress(
    description: str, total: float, column: ProgressColumn
) -> Iterator[Callable[[float], None]]:
    """Show a progress bar that does not count the time for compiling kernels."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    from tablebase.engine.compiling import watched

    stderr = Console(stderr=True)
    if not stderr.is_terminal:
        yield lambda done: None
        return
    columns = (TextColumn("{task.fields[doing]}"), BarColumn(), column, Remaining())
    with Progress(*columns, console=stderr, transient=True) as bar:
        task = bar.add_task("", total=total, doing=description)

        def watch(compiling: bool) -> None:
            if compiling:
                bar.update(task, doing=_Compiling())
            else:
                done = bar.tasks[0].completed
                bar.reset(task, doing=description)
                bar.update(task, completed=done)

        with watched(watch):
            yield lambda done: bar.update(task, completed=done)


@contextmanager
def spinner(description: str) -> Iterator[Callable[[str], None]]:
    """Show on stderr, if that is a terminal, that work is under way; yields what adds a remark."""
    from tablebase.engine.compiling import watched

    with _status(description) as status:
        if status is None:
            yield lambda remark: None
            return
        with watched(lambda compiling: status.update(_Compiling() if compiling else description)):
            yield lambda remark: status.update(f"{description}: {remark}")


@contextmanager
def compiling_shown() -> Iterator[None]:
    """Show on stderr, if that is a terminal, that kernels are being compiled, unless a bar does."""
    from tablebase.engine.compiling import watched

    with ExitStack() as shown:

        def watch(compiling: bool) -> None:
            if compiling:
                shown.enter_context(_status(_Compiling()))
            else:
                shown.close()

        with watched(watch):
            yield


def _status(description: str | _Compiling) -> AbstractContextManager[Status | None]:
    """A spinner on stderr, if that is a terminal."""
    from rich.console import Console

    stderr = Console(stderr=True)
    return stderr.status(description) if stderr.is_terminal else nullcontext()


@contextmanager
def hinting(*items: Any) -> Iterator[None]:
    """If the table of an item is missing, name the commands that help in the error."""
    try:
        yield
    except MissingTableError as error:
        hints = []
        if all(map(_can_be_built, items)):
            hints.append("`build` stores a table")
        if all(game_of(item).is_searched for item in items):
            hints.append("`probe --method search` needs none")
        message = "; ".join(filter(None, [str(error), ", ".join(hints)]))
        raise click.UsageError(message) from None


def _can_be_built(item: Any) -> bool:
    try:
        return game_of(item).size > 0
    except MissingTableError:
        return False

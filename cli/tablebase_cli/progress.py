"""Long jobs: what they show on stderr while they run, and what they say if they end early."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.compiling import so_far, watched
from tablebase.engine.rooms import game_of
from tablebase.errors import MissingTableError

if TYPE_CHECKING:
    from rich.status import Status


class Interrupted(click.ClickException):
    """Ctrl-C has ended a command, which says what it has kept."""

    exit_code = 130  # as shells have it: 128 and the number of the signal


@contextmanager
def continuable(kept: str | None, seed: int | None = None) -> Iterator[None]:
    """If Ctrl-C ends the job, say what is `kept`, if anything, and that the command continues.

    `seed` is the random seed of what the command does, if it has one.
    """
    try:
        yield
    except KeyboardInterrupt:
        same = "" if seed is None else f" with --seed {seed}"
        again = f"; {kept}: run the same command again{same} to continue" if kept else ""
        raise Interrupted(f"interrupted{again}") from None


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
        kernel, seconds = so_far()
        return f"compiling {kernel}, once on this machine: {seconds:.0f} s so far"

    __str__ = __rich__


@contextmanager
def progress_bar(total: int, description: str) -> Iterator[Bar]:
    """Show a progress bar on stderr, if that is a terminal; yields what advances it."""
    with progress_share(description, total) as show:
        yield Bar(show)


@contextmanager
def progress_share(description: str, items: int | None = None) -> Iterator[Callable[[float], None]]:
    """Show a progress bar on stderr, if that is a terminal; yields what sets the share done.

    With `items` it sets how many of them are done. The time left does not count the time for
    compiling kernels.
    """
    from rich import progress as rich
    from rich.console import Console

    stderr = Console(stderr=True)
    done = rich.TaskProgressColumn() if items is None else rich.MofNCompleteColumn()
    doing = rich.TextColumn("{task.fields[doing]}")
    columns = (doing, rich.BarColumn(), done, rich.TimeRemainingColumn())
    off = not stderr.is_terminal
    with rich.Progress(*columns, console=stderr, transient=True, disable=off) as bar:
        task = bar.add_task("", total=1 if items is None else items, doing=description)

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
    with _status(description) as status:
        if status is None:
            yield lambda remark: None
            return
        with watched(lambda compiling: status.update(_Compiling() if compiling else description)):
            yield lambda remark: status.update(f"{description}: {remark}")


@contextmanager
def compiling_shown() -> Iterator[None]:
    """Show on stderr, if that is a terminal, that kernels are being compiled, unless a bar does."""
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
    return stderr.status(description, spinner="line") if stderr.is_terminal else nullcontext()


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

"""The options and arguments that commands share, with their limits; texts of many items."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from tablebase.errors import quote
from tablebase.support.files import new_file, read_small
from tablebase.support.seeds import SEEDS, any_seed

T = TypeVar("T")

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Adds a parameter to a command: ``click.option(...)``."""


def together(*decorators: Decorator) -> Decorator:
    """Several parameters, in their order, as one."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for each in reversed(decorators):
            command = each(command)
        return command

    return decorate


def flag(name: str, text: str, *parameter: str) -> Decorator:
    """An option without a value; `text` is its help. Another name of its `parameter` comes last."""
    return click.option(name, *parameter, is_flag=True, help=text)


# Each number has a limit, so that no typo runs for ever.


class Finite(click.FloatRange):
    """A number in a range; refuses NaN, which passes every comparison of a range."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{quote(value)} is not a number.", param, ctx)
        return number

    def _describe_range(self) -> str:
        """The range in words, for the help and for errors."""
        least = f"more than {self.min:g}" if self.min_open else f"{self.min:g}"
        return f"{least}{', at most' if self.min_open else ' to'} {self.max:,.10g}"


class Whole(click.IntRange):
    """A whole number in a range."""

    name = "number"

    def get_metavar(self, *_: Any, **__: Any) -> str:
        """How it stands in the help."""
        return "N"

    def _describe_range(self) -> str:
        """The range in words, for the help and for errors."""
        return f"{self.min:,} to {self.max:,}"


MANY = Whole(1, 1_000_000)
"""How many deals, games or stacks to make; the published game has fewer different deals."""

MORE = Whole(1, 10_000_000)
"""How many to count, if they are made one at a time and not kept."""

SEED = Whole(0, SEEDS - 1)
PLAYS = Whole(1, 100_000)
NODES = Whole(1, 10**12)
SECONDS = Finite(0, 10**6, min_open=True)
GIB = Finite(0, 2**20)
GRADE = Whole(1, 5)


def whole_option(
    name: str, of: Whole, text: str, default: int | None = None, **options: Any
) -> Decorator:
    """An option for a whole number; `text` is its help."""
    return click.option(name, type=of, default=default, help=text, **options)


def number_option(
    text: str, default: int | None = None, *, of: Whole = MANY, name: str = "number", **options: Any
) -> Decorator:
    """The option for how many of what a command draws or lists; `text` is its help."""
    return click.option("-n", name, type=of, default=default, help=text, **options)


def listed_option(default: int | None, **options: Any) -> Decorator:
    """The option for how many of something to list."""
    text = "How many to list; 0 for all."
    return number_option(text, default, of=Whole(0, 1_000_000), **options)


random_option = number_option("Add N random deals.", name="count")


def threads_of(**options: Any) -> Decorator:
    """The option for how much a command does at the same time."""
    return whole_option("--threads", Whole(1, 1024), "How many threads or processes.", **options)


threads_option = threads_of(show_default="one for each core")


def seconds_option(text: str, default: float | None = None) -> Decorator:
    """The option for a limit of time; `text` is its help."""
    return click.option("--seconds", type=SECONDS, default=default, metavar="S", help=text)


def memory_option(text: str, default: float, **options: Any) -> Decorator:
    """The option for a limit of memory; `text` is its help."""
    return click.option("--memory", type=GIB, default=default, metavar="GIB", help=text, **options)


# Random seeds


def _seed_option(**options: Any) -> Decorator:
    text = "Random seed; chosen and printed if omitted. A run that continues a file has its seed."
    return click.option("--seed", type=SEED, metavar="N", help=text, **options)


def _chosen_seed(context: click.Context, parameter: click.Parameter, seed: int | None) -> int:
    """The seed that is given, or that of the file which the run continues, or a new one."""
    kept = _seed_in(context.params.get("output")) if seed is None else seed
    return any_seed() if kept is None else kept


def _seed_in(path: Path | None) -> int | None:
    """The seed of the run whose results a JSON file keeps; the run itself checks the file."""
    if path is None or not path.is_file():
        return None
    try:
        found = [json.loads(read_small(path, 2**26))]
    except (ValueError, OSError, RecursionError):
        return None
    for part in found:
        if isinstance(part, dict):
            seed = part.get("seed")
            if isinstance(seed, int):
                return seed
            found += part.values()
        elif isinstance(part, list):
            found += part[:1000]
    return None


seed_option = _seed_option(callback=_chosen_seed)
"""The option for a random seed, a new one if omitted."""

maybe_seed = _seed_option()
"""The option for a random seed that may not be needed: `seed_for` chooses one."""


def seed_for(option: str, given: bool, seed: int | None) -> int | None:
    """The seed of what an option draws, a new one if omitted; None unless the option is given."""
    if seed is not None and not given:
        raise click.UsageError(f"--seed goes with {option}")
    return any_seed() if given and seed is None else seed


# Files

FILE = click.Path(path_type=Path, dir_okay=False)


def look_in(text: str) -> Decorator:
    """The option that names the file to look in; `text` is its help."""
    return click.option("--in", "file", type=FILE, metavar="FILE", help=text)


in_option = look_in(
    "Look up the table in this file; by default in your tables.h5. A missing table is built on the "
    "spot, unless it is large."
)


_A_FILE: dict[str, Any] = {"type": FILE, "metavar": "FILE"}


def checked(check: Callable[[Any], object]) -> Callable[..., Any]:
    """What an option calls back to have its value, if there is one, checked before the work."""

    def callback(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
        if value is not None:
            check(value)
        return value

    return callback


def output_to(text: str, *, required: bool = True, **options: Any) -> Decorator:
    """The option that names the file to write; `text` is its help."""
    return click.option(
        "-o",
        "--output",
        required=required,
        is_eager=True,  # `seed_option` looks into it
        help=text,
        **{**_A_FILE, **options},
    )


def folder_to(text: str, *, required: bool = True, **kind: Any) -> Decorator:
    """The option that names the folder to write; `text` is its help, `kind` what it may be."""
    folder = click.Path(path_type=Path, **kind)
    return output_to(text, required=required, type=folder, metavar="FOLDER")


output_option = output_to(
    "The file to write; the extension selects the format: .csv, .parquet or .npz."
)
force_option = flag("--force", "Replace FILE if it exists.")
comment_option = flag("--comment", "Begin a .csv with a comment line (#) that says what it is.")


def check_comment(output: Path, comment: bool) -> None:
    """Refuse a comment in a file that can hold none."""
    if comment and output.suffix != ".csv":
        raise click.UsageError("--comment goes with a .csv")


def check_new(output: Path, force: bool) -> None:
    """Refuse a file that cannot be written, and to overwrite one, or a link, unless forced to."""
    if os.path.lexists(output) and not force:
        raise click.UsageError(f"{output} exists; --force replaces it")
    new_file(output)


# Texts of many items, one a line

MOST_LINES = 1_000_000
MOST_CHARACTERS = 1_000
"""Maximum number of lines in a file, and of characters in a line."""


def read_items(source: TextIO, parse: Callable[[str], T], name: str) -> Iterator[T]:
    """The lines of a text file, without empty lines and comments, which begin with #.

    `name` is the parameter that names the file, for messages. An endless file, such as a device,
    is refused.
    """
    for number in count(1):
        line = source.readline(MOST_CHARACTERS + 1)  # with the end of a line
        if not line:
            return
        if len(line.removesuffix("\n")) > MOST_CHARACTERS:
            problem = f"{quote(line)} has more than {MOST_CHARACTERS:,} characters"
            raise _bad_line(number, problem, name)
        if number > MOST_LINES:
            raise _bad_line(number, f"expected at most {MOST_LINES:,} lines", name)
        text = line.partition("#")[0].strip()
        if text:
            try:
                yield parse(text)
            except ValueError as error:
                raise _bad_line(number, str(error), name) from None


def _bad_line(number: int, problem: str, name: str) -> click.BadParameter:
    return click.BadParameter(f"line {number}: {problem}", param_hint=name)

"""Text files that list deals or positions, one a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import TextIO, TypeVar

import click

from tablebase.errors import quote

MOST_LINES = 1_000_000
MOST_CHARACTERS = 1_000
"""Maximum number of lines in a file, and of characters in a line."""

T = TypeVar("T")


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

"""The errors this package raises: small subclasses of builtins.

Catch the builtin (`ValueError`, `KeyError`, `OSError`) for a broad net, or the class
here to be exact. Messages are in lower case, show the offending input (see `quote`) and
say what was expected.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable

_SHOWN = 60  # how many characters of a text a message repeats
_LISTED = 16  # how many moves a message lists


class _Short(reprlib.Repr):
    def repr_int(self, number: int, level: int) -> str:
        try:
            return super().repr_int(number, level)
        except ValueError:  # Python prints at most 4,300 digits
            return f"an integer of {number.bit_length():,} bits"


_short = _Short()
_short.maxlist = _short.maxtuple = 12
_short.maxstring = _short.maxother = _short.maxlong = _SHOWN


def quote(value: object) -> str:
    """A value as messages show it: its `repr`, shortened if it is long."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "...")
    return _short.repr(value)


def expected(moves: Iterable[object]) -> str:
    """The end of an error's message: which moves were expected, a few if there are many."""
    names = [str(move) for move in moves]
    if len(names) > _LISTED:
        return f"expected one of {len(names)} moves, such as {', '.join(names[:3])}"
    return f"expected {', '.join(names) or 'no move, the game is over'}"


def plural(count: int, word: str) -> str:
    """'1 table', '3 tables', '1,000 tables'."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


class NotationError(ValueError):
    """A text that is not the notation of a deal, a position or a move."""


class PositionError(ValueError):
    """A deal or position that the rules forbid (wrong deck, two pawns on a cell, ...)."""


class RulesError(ValueError):
    """A file or name that does not describe the rules of a game."""


class IllegalMoveError(ValueError):
    """A move that is not legal in the position it is played in."""


class MissingTableError(KeyError):
    """No table holds the position, and none may be built."""

    def __str__(self) -> str:
        # KeyError would print the repr of the message.
        return str(self.args[0]) if self.args else ""


class MissingExtraError(ImportError):
    """A missing package that only an extra installs, such as pandas."""


class FileFormatError(OSError):
    """A file that is not a tablebase file, or has a version that this package cannot read."""


class CorruptFileError(FileFormatError):
    """A damaged tablebase file: a checksum, a count or its structure is wrong."""


class FileBusyError(OSError):
    """Another process is writing to the same tablebase file."""


class ClusterError(OSError):
    """A cluster that cannot be reached, or whose workers cannot do the work."""


class UnknownGameError(FileFormatError):
    """A file of a game that is not installed."""


class KernelError(ValueError):
    """A game's compiled rules that contradict themselves or its plain rules."""

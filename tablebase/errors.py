"""The errors this package raises: small subclasses of builtins.

Catch the builtin (`ValueError`, `KeyError`, `OSError`) to be broad, or the class
here to be exact. Messages are lower case, show the offending input and say what
was expected: `quote` shows it.
"""

from __future__ import annotations

import reprlib

_SHOWN = 60  # characters of a text that a message repeats


class _Short(reprlib.Repr):
    def repr_int(self, number: int, level: int) -> str:
        try:
            return super().repr_int(number, level)
        except ValueError:  # Python writes no more than 4,300 digits
            return f"an integer of {number.bit_length():,} bits"


_short = _Short()
_short.maxlist = _short.maxtuple = 12
_short.maxstring = _short.maxother = _short.maxlong = _SHOWN


def quote(value: object) -> str:
    """A value as messages show it: as Python writes it, and shortened if it is long."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "...")
    return _short.repr(value)


class NotationError(ValueError):
    """A text is not the notation of a deal, a position or a move."""


class PositionError(ValueError):
    """A deal or position that the rules rule out (wrong deck, two pawns on a cell, ...)."""


class RulesError(ValueError):
    """A file or name that describes no rules of a game."""


class StrategyError(ValueError):
    """A file or name that describes no strategy, or one that cannot be used here."""


class PuzzleError(ValueError):
    """A puzzle whose solution, grade or values are not those of a puzzle."""


class IllegalMoveError(ValueError):
    """A move that is not legal in the position it is played in."""


class MissingTableError(KeyError):
    """No table holds the position, and building one was not allowed."""

    def __str__(self) -> str:
        # KeyError shows the repr of its argument; a message reads better bare.
        return str(self.args[0]) if self.args else ""


class FileFormatError(OSError):
    """A file is not a tablebase file, or is of a version this package cannot read."""


class CorruptFileError(FileFormatError):
    """A tablebase file is damaged: a checksum, a count or a structure does not hold."""


class FileBusyError(OSError):
    """Another process is writing to the same tablebase file."""


class ClusterError(OSError):
    """A cluster cannot be reached, or its workers cannot do what they are asked."""

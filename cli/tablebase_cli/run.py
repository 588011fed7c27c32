"""How a run of the program ends: an exit code, and at most one line on stderr for an error."""

from __future__ import annotations

import codecs
import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

import click

from tablebase.engine.rooms import RoomWarning
from tablebase.errors import CorruptFileError, FileFormatError, MissingTableError
from tablebase.support.files import ONLY_UTF8, words
from tablebase.support.program import BROKEN_PIPE

from .output import printable
from .progress import Interrupted, compiling_shown

LONGEST = 2_000
"""Length of the longest error, in characters; a longer one loses its middle."""


def main(
    args: Sequence[str] | None = None,
    command: click.Command | None = None,
    name: str = "tablebase",
) -> None:
    """Run the command line, or another program by its command and its name, and exit."""
    code = _run(args, command, name)
    for stream in "stdout", "stderr":
        try:
            if getattr(sys, stream) is not None:
                getattr(sys, stream).flush()  # what has been printed may still wait
        except OSError as error:
            setattr(sys, stream, None)  # print nothing more, not even at shutdown
            has_left = isinstance(error, BrokenPipeError)
            code = code or (BROKEN_PIPE if has_left else _complain(words(error), 1))
    sys.exit(code)


def _run(args: Sequence[str] | None, command: click.Command | None, name: str) -> int:
    _prepare_streams()
    output, completing = sys.stdout, "_TABLEBASE_COMPLETE" in os.environ
    try:
        with compiling_shown(), warnings.catch_warnings():
            warnings.showwarning = _show_warning
            # A shell that completes a word would print them amid the line that is being typed.
            warnings.simplefilter("ignore" if completing else "once", RoomWarning)
            if command is None:
                from .program import cli  # looks for the installed games

            code = (command or cli).main(args, prog_name=name, standalone_mode=False)
        return code if isinstance(code, int) else 0  # that of `Context.exit`, if it was called
    except click.exceptions.NoArgsIsHelpError as error:
        return _print_error(error.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        return _complain("interrupted", Interrupted.exit_code)
    except click.UsageError as error:
        return _complain(_with_help(error), error.exit_code)
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except SystemExit as error:
        # So click, which then puts streams of its own in place, and rich end if the reader (`head`,
        # say) has closed the pipe.
        if sys.stdout is output and not isinstance(error.__context__, BrokenPipeError):
            if completing:
                raise
            return _complain(f"the code of a game ended the program: {error!r}", 1)
        sys.stdout = None  # print nothing more, not even at shutdown
        return BROKEN_PIPE
    except MemoryError as error:
        return _complain(str(error) or "out of memory", 1)
    except (ValueError, OSError, LookupError, ImportError) as error:
        return _complain(words(error), _exit_code(error))


# ASCII by another name: click writes UTF-8 to a stream in "ascii".
_PLAIN = codecs.lookup("ascii")
_CODEC = codecs.CodecInfo(*_PLAIN, _PLAIN.incrementalencoder, _PLAIN.incrementaldecoder)
codecs.register({"tablebase": _CODEC}.get)


class _Closed(io.TextIOBase):
    """A stream that was closed before the program began: whoever uses it gets an error."""

    def __init__(self, name: str) -> None:
        self._error = OSError(f"{name} is closed")

    def readline(self, *_: object) -> NoReturn:
        raise self._error

    def write(self, _: str) -> NoReturn:
        raise self._error


def _prepare_streams() -> None:
    for name, shown in ("stdin", "standard input"), ("stdout", "standard output"), ("stderr", ""):
        if getattr(sys, name) is None:
            unused = os.open(os.devnull, os.O_RDWR)  # or the next file would get its number
            setattr(sys, name, _Closed(shown) if shown else os.fdopen(unused, "w"))
    # A stream whose encoding lacks the lines of a board has them in ASCII.
    codecs.register_error("tablebase", _in_ascii)
    for stream in sys.stdout, sys.stderr:
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding="tablebase" if is_ascii else None, errors="tablebase")
    # Texts that come in are UTF-8 everywhere. Where a program that runs commands has read from
    # stdin before, the beginning is behind us.
    if isinstance(sys.stdin, io.TextIOWrapper):
        with suppress(io.UnsupportedOperation):
            sys.stdin.reconfigure(encoding="utf-8-sig", errors=ONLY_UTF8, newline=None)


ASCII = dict(zip("─│┌┬┐├┼┤└┴┘╰╯░●·♠♥♦♣è", "-|+++++++++''#o.SHDCe", strict=True)) | {"±": "+-"}
"""What stands for the signs that we print in a terminal that cannot show them."""


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)  # a stream for output
    signs = error.object[error.start : error.end]
    shown = (ASCII.get(sign) or sign.encode("ascii", "backslashreplace").decode() for sign in signs)
    return "".join(shown), error.end


def _with_help(error: click.UsageError) -> str:
    """The message, and the command whose help shows how it is used, unless it says what to type."""
    message = error.format_message()
    if error.ctx is None or message.endswith("?"):
        return message
    if message.startswith("Got unexpected extra argument"):
        message += ". An argument with a space needs quotes"
    end = "" if message.endswith(".") else "."
    return f"{message}{end} Try '{error.ctx.command_path} --help'."


def _complain(message: str, code: int) -> int:
    line = printable(" ".join(message.split()))
    if len(line) > LONGEST:
        line = f"{line[: LONGEST // 2]} ... {line[-LONGEST // 2 :]}"
    return _print_error(f"tablebase: {line}", code)


def _print_error(text: str, code: int) -> int:
    with suppress(OSError):  # where stderr is full, the exit code says it
        click.echo(text, err=True)
    return code


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    _complain(str(message), 0)


def _exit_code(error: Exception) -> int:
    """The exit code: 2 for a mistake in what the user typed or named, 1 for a job that failed."""
    if isinstance(error, CorruptFileError):
        return 1
    named = ValueError | FileNotFoundError | FileFormatError | MissingTableError
    return 2 if isinstance(error, named) else 1

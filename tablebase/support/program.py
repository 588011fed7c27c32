"""How the programs beside the commands end, as ``python -m tablebase.web.records``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn

from .files import words

BROKEN_PIPE = 128 + 13
"""The exit code if the reader of stdout has gone, that of a program which SIGPIPE has ended."""


def run(main: Callable[..., None], *args: object) -> NoReturn:
    """Run a program and exit; what fails, printing too, is one line on stderr."""
    try:
        if sys.stdout is None:
            raise OSError("standard output is closed")
        main(*args)
        sys.stdout.flush()
    except (OSError, LookupError, ValueError) as error:
        sys.stdout = None  # print nothing more, not even at shutdown
        sys.exit(BROKEN_PIPE if isinstance(error, BrokenPipeError) else words(error))
    sys.exit()

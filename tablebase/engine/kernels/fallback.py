"""Keeps kernels by Numba's own cache, with a Numba that `kept` was not tried with.

By itself Numba notices a change of the file that a kernel is in, and no change of what the kernel
uses from other files. So it keeps each kernel in the folder that is named by everything the kernel
follows from (`folders`). What that does not make safe is compiled in every run: a kernel without a
file or with variables of an outer function, and every kernel if Numba's numbers of functions are
not where they used to be.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

import numba

from tablebase.engine.kernels import folders

OPTIONS: dict[str, Any] = {}
"""No options of `numba.njit` but the documented ones."""

_opening = Lock()


def keep(dispatcher: Any, function: FunctionType) -> None:
    """Keep what is compiled of a function, from its first compilation on.

    Not before, because a kernel may use what its module defines further down.
    """
    compile_ = dispatcher.compile

    def compile_first(signature: Any) -> Any:
        with _opening:
            if dispatcher.compile is compile_first:
                dispatcher.compile = compile_
                _open(dispatcher, function)
        return compile_(signature)

    dispatcher.compile = compile_first


def _open(dispatcher: Any, function: FunctionType) -> None:
    folders.warn(
        "compiled kernels are kept by Numba's own cache, and compiled more often: "
        f"not tried with Numba {numba.__version__}"
    )
    # Numba's cache goes by files, and by no variable of an outer function.
    has_file = Path(function.__code__.co_filename).is_file() and function.__closure__ is None
    if not (_numbered_at_random() and has_file):
        return
    usual = numba.config.CACHE_DIR
    try:
        folder = folders.made(folders.folder_of(function)[0])
        if os.access(folder, os.W_OK):  # else Numba would choose another folder
            numba.config.CACHE_DIR = str(folder)
            dispatcher.enable_caching()
    except folders.UnknownError as what:
        folders.warn_unknown(function, what)
    except OSError as error:
        folders.warn_unwritable(error)
    except (AttributeError, RuntimeError):  # Numba has no cache, or none for this function
        return
    finally:
        numba.config.CACHE_DIR = usual


def _numbered_at_random() -> bool:
    """Number functions at random, as `kept` does; false if Numba does not take these numbers."""
    number = secrets.randbits(64)
    try:
        from numba.core.bytecode import FunctionIdentity

        FunctionIdentity._unique_ids = iter([number])
        taken = FunctionIdentity.from_function(_numbered_at_random).unique_id == number
        FunctionIdentity._unique_ids = iter(lambda: secrets.randbits(64), None)
    except Exception:  # whatever an unknown Numba raises
        return False
    return bool(taken)

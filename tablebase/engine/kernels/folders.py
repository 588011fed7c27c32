"""Where compiled kernels are kept: a folder for each, named by all that its code follows from.

The folders are in the user's cache folder, or in the one that the environment variable
``NUMBA_CACHE_DIR`` names. Beside the source they would outlive an uninstall, and a read-only
installation could not have them.
"""

from __future__ import annotations

import os
import re
import shutil
import time
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FunctionType

import numba
import platformdirs

from tablebase.engine.kernels.fingerprint import fingerprint

UNUSED_DAYS = 30
"""Days without use after which a folder of kernels is removed."""


def cache_folder() -> Path:
    """The folder for the machine code of all kernels."""
    return Path(numba.config.CACHE_DIR or platformdirs.user_cache_path("tablebase")) / "kernels"


def folder_of(function: FunctionType) -> tuple[Path, str]:
    """A kernel's folder, which need not exist, and the digest that it is named by.

    The folder's modification time shows when it was last used. Raises `UnknownError` if the kernel
    has no digest.
    """
    digest = fingerprint(function)
    name = re.sub(r"[^\w.]", "", f"{function.__module__}.{function.__qualname__}")
    folder = cache_folder() / f"{name}-{digest[:16]}"
    with suppress(OSError):
        os.utime(folder)
    return folder, digest


def made(folder: Path) -> Path:
    """A kernel's folder, which exists now; raises OSError if it cannot be made."""
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _remove_unused(folder.parent)
    return folder


def _remove_unused(folders: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 24 * 3600
    for folder in folders.glob("*-" + 16 * "[0-9a-f]"):
        with suppress(OSError):  # another process may have removed it
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


def warn_unknown(function: FunctionType, what: Exception) -> None:
    """Warn that a kernel is not kept, because it uses something that may change unnoticed."""
    name = f"{function.__module__}.{function.__qualname__}"
    warn(f"the kernel {name} is not kept, so every run compiles it, because it uses {what}")


def warn_unwritable(error: Exception) -> None:
    """Warn, once, that no kernel can be kept, and why."""
    why = getattr(error, "strerror", None) or str(error)
    folder = cache_folder()
    warn(f"compiled kernels are not kept in {folder}, so every run compiles them: {why}")


@cache
def warn(message: str) -> None:
    """Give a warning, only once."""
    warnings.warn(message, RuntimeWarning, stacklevel=1)

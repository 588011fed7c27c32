"""Where compiled kernels are kept: a folder for each, named by all that its code follows from.

The folders are in the user's cache folder, or in the one that the environment variable
``NUMBA_CACHE_DIR`` names. Beside the source they would outlive an uninstall, and a read-only
installation could not have them.

A compiler freezes a function's bytecode, and the functions and constants that it names. These are
followed as objects, wherever they were imported from and in whatever way. So a folder's name, a
digest, does not need a source: it is right in a notebook, in ``python -c`` and on standard input.
It does not change with comments, docstrings or line numbers.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import time
import warnings
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs

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


_LIBRARIES = sys.stdlib_module_names | {"llvmlite", "numba", "numpy"}
"""What is known by name. The digest has the versions of those that can change."""

_FORM = 2
"""Raised when machine code that was kept before must not be used any more."""

_VERSIONS = _FORM, sys.version_info[:2], numba.__version__, llvmlite.__version__, np.__version__


_NOTHING = object()


class UnknownError(TypeError):
    """A function depends on an object whose changes can't be noticed."""


def fingerprint(function: FunctionType) -> str:
    """The SHA-256 digest of a function and of everything that it uses, in hexadecimal.

    Raises `UnknownError` if it uses an object of a kind that a kernel can't be expected to use.
    """
    described = _Description()
    described.add(function, frozenset())
    return hashlib.sha256(repr((_VERSIONS, described.parts)).encode()).hexdigest()


class _Description:
    """What has been described of a function so far, as a list of plain values."""

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self._seen: dict[tuple[int, frozenset[str]], int] = {}

    def add(self, value: Any, names: frozenset[str]) -> None:
        """Add a value, given the names by which its user may ask for parts of it."""
        value = getattr(value, "_defn", value)  # an intrinsic
        if hasattr(value, "py_func"):  # a compiled function
            self.parts.append(sorted(map(repr, value.targetoptions.items())))
            value = value.py_func
        if not isinstance(value, FunctionType | type | ModuleType) or _is_library(value):
            self._add_plain(value)
        elif isinstance(value, FunctionType):
            if self._is_new(value, frozenset()):
                self._add_function(value)
        elif self._is_new(value, names):
            self.add(getattr(value, "_fields", ()), frozenset())  # of a named tuple
            self._add_named({name: getattr(value, name, _NOTHING) for name in names})

    def _is_new(self, value: FunctionType | type | ModuleType, names: frozenset[str]) -> bool:
        """Whether a value has not been added yet for these names; adds its number anyway."""
        new = (id(value), names) not in self._seen
        number = self._seen.setdefault((id(value), names), len(self._seen))
        self.parts.append((type(value).__name__, value.__name__, number))
        return new

    def _add_function(self, function: FunctionType) -> None:
        self.parts.append(function.__module__)  # which Numba imports when it loads the code
        names = frozenset(_names(function.__code__))
        self._add_code(function.__code__, function.__doc__)
        cells = (cell.cell_contents for cell in function.__closure__ or ())
        for value in (*cells, function.__defaults__, function.__kwdefaults__):
            self.add(value, names)
        known = function.__globals__
        self._add_named({name: known.get(name, _NOTHING) for name in names})

    def _add_code(self, code: CodeType, doc: str | None = None) -> None:
        self.parts.append((code.co_code, code.co_names, code.co_varnames))
        for value in code.co_consts:
            if isinstance(value, CodeType):
                self._add_code(value)
            elif value != doc:  # None stands in the place of a docstring that is missing
                self.add(value, frozenset())

    def _add_named(self, values: dict[str, Any]) -> None:
        names = frozenset(values)
        for name, value in sorted(values.items()):
            if value is not _NOTHING:
                self.parts.append(name)
                self.add(value, names)

    def _add_plain(self, value: Any) -> None:
        kind = type(value)
        self.parts.append(f"{kind.__module__}.{kind.__qualname__}")
        if isinstance(value, np.ndarray):
            self.parts.append((value.dtype.str, value.shape, value.tobytes()))
        elif isinstance(value, Enum):
            self.parts.append(value.name)
            self.add(value.value, frozenset())
        elif isinstance(value, dict):
            self._add_all(value.items())
        elif isinstance(value, tuple | list):
            self._add_all(value)
        elif isinstance(value, set | frozenset):
            self._add_all(sorted(value, key=repr))
        elif isinstance(value, ModuleType | FunctionType | BuiltinFunctionType | type):
            self.parts.append((getattr(value, "__module__", ""), value.__name__))
        elif value is None or value is Ellipsis or _is_library(kind):
            self.parts.append(_written(value))
        else:
            raise UnknownError(f"a {kind.__module__}.{kind.__qualname__}")

    def _add_all(self, values: Iterable[Any]) -> None:
        for value in values:
            self.add(value, frozenset())
        self.parts.append("end")


def _names(code: CodeType) -> Iterable[str]:
    """The global names and the attributes that a function uses, and those inside it."""
    yield from code.co_names
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _names(value)


def _is_library(value: Any) -> bool:
    """Whether a function, class or module is of a library that is known by name."""
    module = value.__name__ if isinstance(value, ModuleType) else value.__module__
    return str(module).partition(".")[0] in _LIBRARIES


def _written(value: Any) -> str:
    """A library's value as text; numbers, texts and types of the compiler are written exactly."""
    written = repr(value)
    if " at 0x" in written:
        raise UnknownError(written)
    return written

"""The decorators of kernels: functions that Numba compiles once on each machine.

The machine code is kept in the user's cache folder, or the one that the environment variable
``NUMBA_CACHE_DIR`` names. Beside the source it would outlive an uninstall, and a read-only
installation could not keep it. A kernel's folder is named by a digest of everything that its code
depends on, so it is never stale, and installations with the same sources share it.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import shutil
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import platformdirs
from filelock import FileLock
from numba.core import caching, event
from numba.extending import register_jitable

from tablebase._version import __version__
from tablebase.engine import compiling

UNUSED_DAYS = 30
"""Days without use after which a folder of kernels is removed."""

_IMPORT = re.compile(r"^(?:from|import) +([\w.]+)(?: import (\([^)]*|[\w ,]+))?", re.MULTILINE)

F = TypeVar("F", bound=Callable[..., Any])


def kernel(**options: Any) -> Callable[[F], F]:
    """Compile a function that Python calls; `options` are those of `numba.njit`."""

    def compiled(function: F) -> F:
        dispatcher = numba.njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
        if not numba.config.DISABLE_JIT:
            # As `cache=True` does, in a different place.
            dispatcher._cache = _Cache(function)
        return cast(F, dispatcher)

    return compiled


def helper(**options: Any) -> Callable[[F], F]:
    """Compile a function that only kernels call, as a part of them.

    It has no interface to Python, which would take as long to compile as the function itself. If
    Python calls it, it runs uncompiled.
    """
    return cast(Callable[[F], F], register_jitable(no_cfunc_wrapper=True, **options))


@cache
def digest(module: str) -> str:
    """The digest of everything that the kernels of an imported module depend on.

    That is its source, the sources of all modules of its package that it imports, directly or not,
    and the versions of this package and of the compiler. Numba's own key includes the processor.
    """
    sources: dict[str, str] = {}
    _collect(module, sources)
    versions = __version__, numba.__version__, llvmlite.__version__
    return hashlib.sha256(repr((versions, sorted(sources.items()))).encode()).hexdigest()


def _collect(name: str, sources: dict[str, str]) -> None:
    """Add the source of an imported module and of those it imports from its package."""
    path = getattr(sys.modules.get(name), "__file__", None)
    if path is None or name in sources:
        return
    sources[name] = Path(path).read_text(encoding="utf-8")
    top = name.partition(".")[0]
    for module, names in _IMPORT.findall(sources[name]):
        if module.partition(".")[0] == top:
            _collect(module, sources)
            for word in re.findall(r"\w+", names):
                _collect(f"{module}.{word}", sources)


def cache_folder() -> Path:
    """The folder for the machine code of all kernels."""
    return Path(numba.config.CACHE_DIR or platformdirs.user_cache_path("tablebase")) / "kernels"


@cache
def _folder(module: str) -> Path:
    """The folder for a module's kernels; its modification time shows when it was last used."""
    folder = cache_folder() / f"{module}-{digest(module)[:16]}"
    with suppress(OSError):
        os.utime(folder)
    return folder


def _remove_unused(folders: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 24 * 3600
    for folder in folders.glob("*-" + 16 * "[0-9a-f]"):
        with suppress(OSError):  # another process may have removed it
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Where Numba keeps a kernel."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file, self._function = file, function

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        return str(_folder(self._function.__module__))

    def get_source_stamp(self) -> str:
        return digest(self._function.__module__)

    def get_disambiguator(self) -> str:
        return str(self._function.__code__.co_firstlineno)


class _CacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of a kernel; if it can't be read or written, the kernel is compiled again."""

    _impl_class = _CacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except OSError:
            return None
        except (EOFError, pickle.UnpicklingError):  # cut off, by a crash of the system
            shutil.rmtree(self.cache_path, ignore_errors=True)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        folder = Path(self.cache_path)
        try:
            if not folder.exists():
                folder.mkdir(parents=True, exist_ok=True)
                _remove_unused(folder.parent)
            # Numba replaces a file in one step, but reads the index before it adds to it.
            with FileLock(folder / "lock"):
                super().save_overload(sig, data)
        except (OSError, NotImplementedError) as error:  # the latter if files can't be locked
            _warn(getattr(error, "strerror", None) or str(error))


@cache
def _warn(why: str) -> None:
    message = (
        f"compiled kernels are not kept in {cache_folder()}, so every run compiles them: {why}"
    )
    warnings.warn(message, RuntimeWarning, stacklevel=1)


class _Reporter(event.Listener):  # type: ignore[misc]
    """Reports when Numba compiles; for nested compilations, only the outermost."""

    depth = 0

    def on_start(self, event: Any) -> None:
        self.depth += 1
        if self.depth == 1:
            compiling.report(True)

    def on_end(self, event: Any) -> None:
        self.depth -= 1
        if self.depth == 0:
            compiling.report(False)


event.register("numba:compile", _Reporter())

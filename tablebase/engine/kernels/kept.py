"""Keeps compiled kernels, by what is inside the versions of Numba that it was tried with.

As with ``cache=True``, Numba keeps a kernel's machine code in a folder, but in one that is named by
a digest of everything that the code depends on (`folders`). So it is never stale, installations
share it, and a kernel needs no file. Of several processes that need a kernel, one compiles it.

All that this package uses of Numba beyond its documentation is in this module. With any other
version, or if something is missing, `fallback` takes its place.
"""

from __future__ import annotations

import pickle
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from filelock import FileLock, Timeout
from numba.core import bytecode, caching, event
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

from tablebase.engine import compiling
from tablebase.engine.kernels import folders
from tablebase.support.lazy import cached_property

TRIED = "0.60", "0.61", "0.62", "0.63", "0.64", "0.65", "0.66", "0.67", "0.68"
"""The versions of Numba that the tests of kernels passed with; all of them again on 2026-11-27."""

OPTIONS = {"no_cfunc_wrapper": True}
"""Options of `numba.njit`: without an interface to C, kernels compile faster."""

LONGEST_TURN = 60
"""Seconds to wait for a kernel that another process compiles: that process may be suspended."""

if ".".join(numba.__version__.split(".")[:2]) not in TRIED:
    raise ImportError(f"not tried with Numba {numba.__version__}")

_PARTS = (
    (Dispatcher, "compile", "disable_compile", "_compile_for_args"),
    (caching.CompileResultCacheImpl, "_locator_classes"),
    (caching.FunctionCache, "_impl_class", "_index_key", "cache_path"),
    (caching.FunctionCache, "load_overload", "save_overload"),
    (bytecode.FunctionIdentity, "_unique_ids", "from_function"),
)
for _owner, *_names in _PARTS:  # AttributeError if one is missing, so that `fallback` is taken
    for _name in _names:
        getattr(_owner, _name)

# Machine code is found by a function's name and a number, which Numba counts from 1 in each
# process. Code that two processes kept under one number would be mixed up in a third one, without
# an error (Numba's issue 10486).
bytecode.FunctionIdentity._unique_ids = iter(lambda: secrets.randbits(64), None)


def keep(dispatcher: Any, function: FunctionType) -> None:
    """Keep what is compiled of a function."""
    dispatcher._cache = _Cache(function)
    dispatcher.compile = _ending_its_turn(dispatcher.compile)


_turn: list[FileLock] = []
"""The lock of the outermost kernel that this process compiles, if it has one.

Nested kernels have none. So who has a lock waits for no other, and there is no circle of waiting.
"""


def _ending_its_turn(compile_: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Compile as before; afterwards another process may."""

    def ending(signature: Any) -> Any:
        with global_compiler_lock:
            nested = bool(_turn)
            try:
                return compile_(signature)
            finally:
                if _turn and not nested:
                    _turn.pop().release()

    return ending


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Where Numba keeps a kernel."""

    def __init__(self, function: FunctionType) -> None:
        self._py_file = function.__code__.co_filename
        self._folder, self._digest = folders.folder_of(function)

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> _Locator:
        return cls(py_func)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._digest

    def get_disambiguator(self) -> str:
        return "kernel"


class _CacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of a kernel; if it can't be read or written, the kernel is compiled again.

    It is opened when the kernel is first compiled, because a kernel may use what its module defines
    further down. Of several processes that need a kernel, one compiles it, and the others wait.
    """

    _impl_class = _CacheImpl

    def __init__(self, function: FunctionType) -> None:
        self._function = function

    @cached_property
    def _is_open(self) -> bool:
        """Whether the kernel is kept."""
        try:
            super().__init__(self._function)
        except folders.UnknownError as what:
            folders.warn_unknown(self._function, what)
            return False
        return True

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not self._is_open:
            return None
        found = self._loaded(sig, target_context)
        if found is None and not _turn and self._takes_its_turn():
            found = self._loaded(sig, target_context)  # another process may have kept it meanwhile
        return found

    def _loaded(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except OSError:
            return None
        except (EOFError, pickle.UnpicklingError):  # cut off, by a crash of the system
            shutil.rmtree(self.cache_path, ignore_errors=True)
            return None

    def _takes_its_turn(self) -> bool:
        """Wait until no other process compiles this kernel; false if that can't be known."""
        try:
            lock = FileLock(folders.made(Path(self.cache_path)) / "compiling")
            try:
                lock.acquire(timeout=0)
            except Timeout:
                compiling.report(self._function.__name__)  # by another process
                try:
                    lock.acquire(timeout=LONGEST_TURN, poll_interval=0.02)
                finally:
                    compiling.report(None)
        except (OSError, NotImplementedError):
            return False
        _turn.append(lock)
        return True

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._is_open:
            return
        try:
            # Numba replaces a file in one step, but reads the index before it adds to it.
            with FileLock(folders.made(Path(self.cache_path)) / "lock"):
                super().save_overload(sig, data)
        except (OSError, NotImplementedError) as error:  # the latter if files can't be locked
            folders.warn_unwritable(error)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple()  # the folder's name says the rest


class _Reporter(event.Listener):  # type: ignore[misc]
    """Reports when Numba compiles."""

    def on_start(self, event: Any) -> None:
        compiling.report(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        compiling.report(None)


event.register("numba:compile", _Reporter())

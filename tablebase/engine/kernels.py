"""The decorators of kernels: functions that Numba compiles once on each machine.

The machine code is kept in the user's cache folder, or the one that the environment variable
``NUMBA_CACHE_DIR`` names. Beside the source it would outlive an uninstall, and a read-only
installation could not keep it. A kernel's folder is named by a digest of everything that its code
depends on (`fingerprint`), so it is never stale, and equal kernels share it.
"""

from __future__ import annotations

import os
import pickle
import re
import secrets
import shutil
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, wraps
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

import numba
import platformdirs
from filelock import FileLock, Timeout
from numba.core import bytecode, caching, event
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import overload, register_jitable

from tablebase.engine import compiling
from tablebase.engine.fingerprint import UnknownError, fingerprint
from tablebase.engine.lazy import cached_property
from tablebase.errors import KernelError, quote

# Machine code is found by a function's name and a number, which Numba counts from 1 in each
# process. Code that two processes kept under one number would be mixed up in a third one, without
# an error (Numba's issue 10486).
bytecode.FunctionIdentity._unique_ids = iter(lambda: secrets.randbits(64), None)

UNUSED_DAYS = 30
"""Days without use after which a folder of kernels is removed."""

LONGEST_TURN = 60
"""Seconds to wait for a kernel that another process compiles: that process may be suspended."""

F = TypeVar("F", bound=Callable[..., Any])


def kernel(**options: Any) -> Callable[[F], F]:
    """Compile a function that Python calls; `options` are those of `numba.njit`."""
    return _compiled(no_cfunc_wrapper=True, **options)


def game_kernel(function: F) -> F:
    """Compile a function of a game, which the engine's loops call through a pointer.

    A division by zero gives 0 or infinity. See `compiled.CompiledRules` for what a game's functions
    take and return.
    """
    return _compiled(error_model="numpy")(function)


def loop(signature: Any) -> Callable[[F], F]:
    """Compile a function that takes functions of games, once for all games.

    `signature` is one of Numba's. It types a game's function as a `numba.types.FunctionType`, which
    is called through a pointer. Nothing is compiled before the first call.
    """

    def compiled(function: F) -> F:
        if numba.config.DISABLE_JIT:
            return function
        dispatcher = _compiled(no_cfunc_wrapper=True)(function)

        @wraps(function)
        def call(*arguments: Any) -> Any:
            # Else it would be compiled again for each game.
            _prepare(dispatcher, signature, for_nothing_else=True)
            for place, type_ in games:
                compile_game_kernel(arguments[place], type_)
            return dispatcher(*arguments)

        games = [
            (place, type_.signature)
            for place, type_ in enumerate(signature.args)
            if isinstance(type_, numba.types.FunctionType)
        ]
        # In other kernels it is a part of them, as a helper is, and so are a game's functions.
        overload(call, strict=False)(lambda *_: function)
        return cast(F, call)

    return compiled


_prepared: WeakKeyDictionary[Any, set[int]] = WeakKeyDictionary()
"""The signatures that functions have been compiled for: constants, by their identity."""
_preparing = Lock()


def _prepare(dispatcher: Any, signature: Any, *, for_nothing_else: bool = False) -> None:
    """Compile a function for a signature, or load it; only once."""
    if id(signature) not in _prepared.get(dispatcher, ()):
        with _preparing:
            known = _prepared.setdefault(dispatcher, set())
            if id(signature) not in known:
                dispatcher.compile(signature)
                if for_nothing_else:
                    dispatcher.disable_compile()
                known.add(id(signature))


def compile_game_kernel(function: Any, signature: Any) -> None:
    """Compile a game's function for a signature, or load it; only once.

    Raises `KernelError` if that is not possible.
    """
    if numba.config.DISABLE_JIT:
        return
    name = getattr(function, "__name__", quote(function))
    if not hasattr(function, "py_func"):
        raise KernelError(f"{name} is not compiled: expected the decorator game_kernel on it")
    try:
        _prepare(function, signature)
    except (numba.core.errors.NumbaError, TypeError) as error:
        raise KernelError(f"{name} cannot be compiled: {_explained(str(error))}") from error


def _explained(said: str) -> str:
    """The reason in a compiler's message, in the words of somebody who wrote a kernel."""
    if called := re.search(r"Untyped global name '(\w+)'.*<class 'function'>", said):
        return f"it calls {called[1]}, which has no decorator: expected helper() on it"
    if "from none to" in said:
        return "it does not always return something: expected a whole number"
    lines = [line for line in said.splitlines() if line.strip()]
    return " ".join(line for line in lines[:2] if not line.startswith("Failed in nopython"))


def _compiled(**options: Any) -> Callable[[F], F]:
    def compiled(function: F) -> F:
        dispatcher = numba.njit(nogil=True, **options)(function)
        if not numba.config.DISABLE_JIT:
            # As `cache=True` does, in a different place.
            dispatcher._cache = _Cache(cast(FunctionType, function))
            dispatcher.compile = _ending_its_turn(dispatcher.compile)
        return cast(F, dispatcher)

    return compiled


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


def helper(**options: Any) -> Callable[[F], F]:
    """Compile a function that only kernels call, as a part of them.

    It has no interface to Python, which would take as long to compile as the function itself. If
    Python calls it, it runs uncompiled.
    """
    return cast(Callable[[F], F], register_jitable(no_cfunc_wrapper=True, **options))


def cache_folder() -> Path:
    """The folder for the machine code of all kernels."""
    return Path(numba.config.CACHE_DIR or platformdirs.user_cache_path("tablebase")) / "kernels"


def _remove_unused(folders: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 24 * 3600
    for folder in folders.glob("*-" + 16 * "[0-9a-f]"):
        with suppress(OSError):  # another process may have removed it
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Where Numba keeps a kernel; the folder's modification time shows when it was last used."""

    def __init__(self, function: FunctionType) -> None:
        self._py_file = function.__code__.co_filename
        self._digest = fingerprint(function)
        name = re.sub(r"[^\w.]", "", f"{function.__module__}.{function.__qualname__}")
        self._folder = cache_folder() / f"{name}-{self._digest[:16]}"
        with suppress(OSError):
            os.utime(self._folder)

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
        except UnknownError as what:
            name = f"{self._function.__module__}.{self._function.__qualname__}"
            _warn(
                f"the kernel {name} is not kept, so every run compiles it, because it uses {what}"
            )
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
            lock = FileLock(self._made_folder() / "compiling")
            try:
                lock.acquire(timeout=0)
            except Timeout:
                with _reporter.compiling(self._function.__name__):
                    lock.acquire(timeout=LONGEST_TURN, poll_interval=0.02)
        except (OSError, NotImplementedError):
            return False
        _turn.append(lock)
        return True

    def _made_folder(self) -> Path:
        folder = Path(self.cache_path)
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _remove_unused(folder.parent)
        return folder

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._is_open:
            return
        try:
            # Numba replaces a file in one step, but reads the index before it adds to it.
            with FileLock(self._made_folder() / "lock"):
                super().save_overload(sig, data)
        except (OSError, NotImplementedError) as error:  # the latter if files can't be locked
            why = getattr(error, "strerror", None) or str(error)
            folder = cache_folder()
            _warn(f"compiled kernels are not kept in {folder}, so every run compiles them: {why}")

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple()  # the folder's name says the rest


@cache
def _warn(message: str) -> None:
    warnings.warn(message, RuntimeWarning, stacklevel=1)


class _Reporter(event.Listener):  # type: ignore[misc]
    """Reports when Numba compiles; for nested compilations, only the outermost."""

    depth = 0

    def on_start(self, event: Any) -> None:
        self._start(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        self._end()

    @contextmanager
    def compiling(self, name: str) -> Iterator[None]:
        """Report that a kernel is being compiled, by another process."""
        self._start(name)
        try:
            yield
        finally:
            self._end()

    def _start(self, name: str) -> None:
        self.depth += 1
        if self.depth == 1:
            compiling.report(name)

    def _end(self) -> None:
        self.depth -= 1
        if self.depth == 0:
            compiling.report(None)


_reporter = _Reporter()
event.register("numba:compile", _reporter)

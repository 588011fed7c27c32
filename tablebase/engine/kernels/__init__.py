"""The decorators of kernels: functions that Numba compiles once on each machine.

Compiled kernels are kept: `folders` says where, by a digest of all that a kernel follows from, so
that none is ever stale. `kept` does it by what is inside some versions of Numba, and `fallback`
with all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

import numba
from numba.extending import overload, register_jitable

from tablebase.engine.kernels.folders import cache_folder as cache_folder
from tablebase.errors import KernelError, quote


def _keeping() -> ModuleType:
    """The module that keeps kernels with this Numba."""
    try:
        from tablebase.engine.kernels import kept
    except (ImportError, AttributeError):  # another version, or it is built in another way
        from tablebase.engine.kernels import fallback

        return fallback
    return kept


_KEEPING = _keeping()

F = TypeVar("F", bound=Callable[..., Any])


def kernel(**options: Any) -> Callable[[F], F]:
    """Compile a function that Python calls; `options` are those of `numba.njit`."""
    return _compiled(**_KEEPING.OPTIONS, **options)


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
        dispatcher = _compiled(**_KEEPING.OPTIONS)(function)

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
            _KEEPING.keep(dispatcher, cast(FunctionType, function))
        return cast(F, dispatcher)

    return compiled


def helper(**options: Any) -> Callable[[F], F]:
    """Compile a function that only kernels call, as a part of them.

    It has no interface to Python, which would take as long to compile as the function itself. If
    Python calls it, it runs uncompiled.
    """
    options = {**_KEEPING.OPTIONS, **options}
    return cast(Callable[[F], F], register_jitable(**options) if options else register_jitable)

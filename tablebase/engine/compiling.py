"""When kernels are compiled, which happens once for a machine: for progress bars and clocks.

Imports no Numba; :mod:`tablebase.engine.kernels` reports here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_watchers: list[Callable[[bool], None]] = []
_started: float | None = None
_spent = 0.0


def clock() -> float:
    """The time in seconds from some fixed moment; it stands still while kernels are compiled."""
    now = time.perf_counter() if _started is None else _started
    return now - _spent


@contextmanager
def watched(watcher: Callable[[bool], None]) -> Iterator[None]:
    """Call `watcher` with True when compiling starts, with False when it ends.

    If such blocks are nested, the innermost watches.
    """
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def report(compiling: bool) -> None:
    """Note that compiling starts or ends; Numba does it in one thread at a time."""
    global _started, _spent
    if compiling:
        _started = time.perf_counter()
    elif _started is not None:
        _spent += time.perf_counter() - _started
        _started = None
    if _watchers:
        _watchers[-1](compiling)

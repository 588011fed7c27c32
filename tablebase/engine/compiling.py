"""Notices when kernels are being compiled, for progress bars and clocks.

Kernels are compiled once on each machine. This module does not import Numba;
:mod:`tablebase.engine.kernels` reports to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_watchers: list[Callable[[bool], None]] = []
_pause: tuple[float, float | None] = 0.0, None
"""Seconds spent compiling so far, and the start of the compilation under way, if any. Both are
set in one step, because other threads read the clock at the same time."""


def clock() -> float:
    """Seconds since some fixed moment, without the time spent compiling kernels."""
    spent, started = _pause
    return (time.perf_counter() if started is None else started) - spent


@contextmanager
def watched(watcher: Callable[[bool], None]) -> Iterator[None]:
    """Call `watcher` with True when compiling starts and with False when it ends.

    In nested blocks only the innermost watcher is called.
    """
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def report(compiling: bool) -> None:
    """Note that compiling starts or ends; Numba compiles in one thread at a time."""
    global _pause
    spent, started = _pause
    if compiling:
        _pause = spent, time.perf_counter()
    elif started is not None:
        _pause = spent + time.perf_counter() - started, None
    for watcher in _watchers[-1:]:  # another thread may be removing the last one
        watcher(compiling)

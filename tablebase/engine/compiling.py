"""When kernels are compiled, which happens once for a machine: for progress bars and clocks.

Imports no Numba; :mod:`tablebase.engine.kernels` reports here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_watchers: list[Callable[[bool], None]] = []
_pause: tuple[float, float | None] = 0.0, None
"""Seconds spent on compiling before, and when it started if it is under way. They are set at once,
for other threads read the clock meanwhile."""


def clock() -> float:
    """The time in seconds from some fixed moment; it stands still while kernels are compiled."""
    spent, started = _pause
    return (time.perf_counter() if started is None else started) - spent


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
    global _pause
    spent, started = _pause
    if compiling:
        _pause = spent, time.perf_counter()
    elif started is not None:
        _pause = spent + time.perf_counter() - started, None
    for watcher in _watchers[-1:]:  # another thread may remove the last one meanwhile
        watcher(compiling)

"""Notices which kernel is being compiled, and for how long, for progress bars and clocks.

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

_depth = 0
"""How many compilations are under way, one in the other."""

_kernel = ""
"""The name of the kernel compiled last."""


def clock() -> float:
    """Seconds since some fixed moment, without the time spent compiling kernels."""
    spent, started = _pause
    return (time.perf_counter() if started is None else started) - spent


def so_far() -> tuple[str, float]:
    """The name of the kernel compiled last, and the seconds spent compiling, of this one too."""
    spent, started = _pause
    return _kernel, spent + (0.0 if started is None else time.perf_counter() - started)


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


def report(kernel: str | None) -> None:
    """Note that a kernel is being compiled, or no longer (None); Numba does one at a time.

    Only the outermost of nested compilations is noted.
    """
    global _pause, _kernel, _depth
    _depth += 1 if kernel else -1
    if _depth != bool(kernel):
        return
    last, spent = so_far()
    _kernel = kernel or last
    _pause = spent, time.perf_counter() if kernel else None
    for watcher in _watchers[-1:]:  # another thread may be removing the last one
        watcher(bool(kernel))

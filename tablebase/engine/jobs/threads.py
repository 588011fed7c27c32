"""Work in threads: compiled loops release the interpreter's lock, so threads are enough."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def completed(work: Callable[[T], R], tasks: Iterable[T], threads: int) -> Iterator[R]:
    """Do tasks in threads; yield each result in the order of the tasks.

    When a task raises, or the loop over the results is left, no new task starts, and those under
    way finish first.
    """
    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(work, tasks)
    finally:
        pool.shutdown(cancel_futures=True)


def cores() -> int:
    """Number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

"""Work in threads: compiled loops let go of the interpreter's lock, so threads are enough."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def completed(work: Callable[[T], R], tasks: Iterable[T], threads: int) -> Iterator[R]:
    """Do tasks in threads; yield each result as it comes.

    When a task raises, or the loop over the results is left, no further task is begun, and
    those under way are waited for.
    """
    pool = ThreadPoolExecutor(threads)
    try:
        # A generator, not a list: a result that has been yielded is not held here any more.
        for future in as_completed(pool.submit(work, task) for task in tasks):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def in_order(work: Callable[[T], R], tasks: Iterable[T], threads: int) -> Generator[R, None, None]:
    """Do tasks in threads; yield the results in the order of the tasks. Ends as `completed`."""
    pool = ThreadPoolExecutor(threads)
    pending: deque[Future[R]] = deque()
    try:
        for task in tasks:
            pending.append(pool.submit(work, task))
            # A few in flight keep every thread busy; more would only fill the memory.
            if len(pending) > 2 * threads:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def cores() -> int:
    """Number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

"""Work in threads: compiled loops release the interpreter's lock, so threads are enough."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from tablebase.engine.jobs.resources import available_memory, check_memory

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


class Pool(NamedTuple):
    """Workers that are ready to work.

    `submit` is like that of an executor. `width` says how many pieces of work to have under way
    now, so that every worker is busy. `local` workers share this machine's cores with the caller.
    """

    submit: Callable[..., Future[Any]]
    width: Callable[[], int]
    local: bool


@contextmanager
def local_pool(threads: int, memory: int) -> Iterator[Pool]:
    """Threads of this process, as many as memory allows; on leaving, they finish their work.

    `memory` is the number of bytes that one piece of work needs; 0 means little. Raises
    `MemoryError` if not enough is free for one piece.
    """
    if memory:
        check_memory(memory, "one piece of this job")
        threads = max(1, min(threads, (available_memory() or memory) // memory))
    executor = ThreadPoolExecutor(threads)
    try:
        yield Pool(executor.submit, lambda: 2 * threads, local=True)
    finally:
        executor.shutdown(cancel_futures=True)

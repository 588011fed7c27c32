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


def completed(
    work: Callable[[T], R],
    tasks: Iterable[T],
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Iterator[R]:
    """Do tasks in threads, by default one for each core; yield each result in the tasks' order.

    When a task raises, or the loop over the results is left, no new task starts, and those under
    way finish first. `progress` is called with the share of the tasks that is done, after the
    loop's work on each result; what it raises ends the work.
    """
    tasks = list(tasks)
    pool = ThreadPoolExecutor(threads or cores())
    try:
        for done, result in enumerate(pool.map(work, tasks), start=1):
            yield result
            if progress is not None:
                progress(done / len(tasks))
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

"""A pool of workers: the threads of this process, or those of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

from tablebase.engine.jobs.resources import available_memory, check_memory


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

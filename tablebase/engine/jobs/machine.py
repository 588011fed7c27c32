"""The machine: its cores and threads, and whether it has the memory and the disk for some work.

Compiled loops release the interpreter's lock, so threads are enough.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

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


def check_memory(needed: int, work: str) -> None:
    """Raise `MemoryError` unless there is enough free memory for some work.

    Passes if the system does not say what is free. `work` names the work in the message.
    """
    free = available_memory()
    if free is not None and free < needed:
        raise MemoryError(
            f"{work} needs {_gib(needed)} of memory, but only {_gib(free)} are free: close other "
            "programs or use a larger machine"
        )


def check_disk(folder: Path, needed: int, work: str) -> None:
    """Raise `OSError` unless a folder's disk has enough free space for some work."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise OSError(
            f"{work} needs {_gib(needed)} of disk in {folder}, but only {_gib(free)} are free: "
            "choose another folder"
        )


def available_memory() -> int | None:
    """Bytes of memory available without swapping; None if the system does not say."""
    found = [free for free in (_system_memory(), group_memory()) if free is not None]
    return min(found, default=None)


def _system_memory() -> int | None:
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def group_memory(folder: Path = Path("/sys/fs/cgroup")) -> int | None:
    """Bytes left under a container's limit, counting cached files as free; None without a limit."""
    with suppress(OSError, ValueError, KeyError):
        limit = int((folder / "memory.max").read_text())
        used = int((folder / "memory.current").read_text())
        stat = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
        return limit - used + int(stat["inactive_file"]) + int(stat["active_file"])
    return None


def _gib(size: int) -> str:
    return f"{size / 2**30:.1f} GiB"

"""The machine: its cores, and whether it has the memory and the disk for some work."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple


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

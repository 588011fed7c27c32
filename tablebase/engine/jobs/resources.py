"""Checks, before work starts, that this machine has the memory and the disk for it."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path


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
    with contextlib.suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with contextlib.suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def group_memory(folder: Path = Path("/sys/fs/cgroup")) -> int | None:
    """Bytes left under a container's limit, counting cached files as free; None without a limit."""
    with contextlib.suppress(OSError, ValueError, KeyError):
        limit = int((folder / "memory.max").read_text())
        used = int((folder / "memory.current").read_text())
        stat = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
        return limit - used + int(stat["inactive_file"]) + int(stat["active_file"])
    return None


def _gib(size: int) -> str:
    return f"{size / 2**30:.1f} GiB"

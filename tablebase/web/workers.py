"""A bounded pool of threads: so much work at a time, so much that waits, and no more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class BusyError(Exception):
    """As much work waits as may."""


class BoundedPool:
    """Threads that work while the event loop goes on.

    Parameters
    ----------
    threads : int
        How many work at a time.
    waiting : int
        How many more calls may wait.
    """

    def __init__(self, threads: int, waiting: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="tables")
        self._places = threading.BoundedSemaphore(threads + waiting)

    async def run(self, function: Callable[..., T], *args: object) -> T:
        """Call a function in one of the threads.

        Raises
        ------
        BusyError
            If too many calls wait already.
        """
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            future = self._pool.submit(function, *args)
        except BaseException:
            self._places.release()
            raise
        # The place is free when the work is over, whether or not anybody still waits for it.
        future.add_done_callback(lambda _: self._places.release())
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Let running work end, drop what waits."""
        self._pool.shutdown(cancel_futures=True)

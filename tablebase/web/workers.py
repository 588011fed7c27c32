"""Threads for work that the event loop cannot wait for, shared fairly between clients.

Clients take turns: a client with many calls does not keep others waiting. A call whose client has
left is dropped if it is waiting, and asked to stop if it is running.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class BusyError(Exception):
    """Too much work is waiting already."""


class AbandonedError(Exception):
    """Nobody is waiting for the result of this work any more."""


class LateError(Exception):
    """The work takes longer than it may."""


Job = tuple["asyncio.Future[Any]", Callable[[], Any]]
"""A call, and the result that its client waits for."""

_thread = threading.local()


def check_wanted(*_: object) -> None:
    """Raise `AbandonedError` if nobody is waiting for this thread's work; a `progress` hook."""
    result: asyncio.Future[Any] | None = getattr(_thread, "result", None)
    if result is not None and result.cancelled():
        raise AbandonedError


def check_for(seconds: float) -> Callable[..., None]:
    """`check_wanted` as a hook that also raises `LateError` after some seconds from now."""
    deadline = time.monotonic() + seconds

    def check(*_: object) -> None:
        check_wanted()
        if time.monotonic() > deadline:
            raise LateError

    return check


class FairPool:
    """Threads that work while the event loop runs. Use a pool in only one event loop.

    As many calls run at a time as there are threads, and `waiting` more may wait.
    """

    def __init__(self, threads: int, waiting: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="tables")
        self._idle, self._most = threads, waiting
        self._waiting: dict[str, deque[Job]] = {}  # by client; the next in turn comes first

    async def run(self, client: str, function: Callable[..., T], *args: object) -> T:
        """Call a function in one of the threads, for a client.

        If this is cancelled, the call is dropped; if it is already running, `check_wanted` raises.
        Raises `BusyError` if too many calls are waiting. A client with more waiting calls than this
        one loses its latest call instead.
        """
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = result, partial(function, *args)
        self._make_room(client)
        self._waiting.setdefault(client, deque()).append(job)
        self._start()
        try:
            return await result
        except asyncio.CancelledError:
            self._drop(client, job)
            raise

    def _make_room(self, client: str) -> None:
        counts = {other: len(jobs) for other, jobs in self._waiting.items()}
        if self._idle or sum(counts.values()) < self._most:
            return
        most = max(counts, key=counts.__getitem__, default=client)
        if counts.get(most, 0) <= counts.get(client, 0) + 1:
            raise BusyError
        result, _ = self._waiting[most].pop()
        if not result.done():
            result.set_exception(BusyError())

    def _drop(self, client: str, job: Job) -> None:
        jobs = self._waiting.get(client, deque())
        if job in jobs:
            jobs.remove(job)
        if not jobs:
            self._waiting.pop(client, None)

    def _start(self) -> None:
        """Give work to idle threads, to each client in turn."""
        while self._idle and self._waiting:
            client = next(iter(self._waiting))
            jobs = self._waiting.pop(client)
            job = jobs.popleft()
            if jobs:
                self._waiting[client] = jobs  # last in turn
            self._idle -= 1
            done = asyncio.get_running_loop().run_in_executor(self._threads, _work, job)
            done.add_done_callback(partial(self._finish, job[0]))

    def _finish(self, result: asyncio.Future[Any], done: asyncio.Future[Any]) -> None:
        self._idle += 1
        error = done.exception()
        if not result.done():  # its client is still there
            if error is None:
                result.set_result(done.result())
            else:
                result.set_exception(error)
        self._start()

    def close(self) -> None:
        """Finish the work under way and drop what waits."""
        self._waiting.clear()
        self._threads.shutdown()


def _work(job: Job) -> Any:
    """Run a call in a thread, with a note of whether anybody is waiting for it."""
    _thread.result, call = job
    check_wanted()
    return call()

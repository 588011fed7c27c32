"""A cluster of machines that do shards: Dask distributed, the extra ``[cluster]``.

The client (this process) sends functions of this package with plain arguments; workers import the
package themselves. If a worker dies, Dask gives its shard to another one.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from socket import gethostname
from typing import TYPE_CHECKING, Any, NoReturn

from tablebase._version import DISTRIBUTION, __version__
from tablebase.engine.jobs.machine import Pool
from tablebase.errors import ClusterError
from tablebase.support.extras import how_to_install

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 5.0
"""How long to wait for the scheduler."""

WORKER_SECONDS = 30.0
"""How long to wait for a first worker, or for a new one when all are gone."""

CHOSEN_FROM = 1 << 30
"""Bytes of memory: for work that needs this much or more, workers must declare their memory."""

MEMORY = "MEMORY"
"""The resource by which workers declare memory, in bytes: ``dask worker --resources MEMORY=...``"""

VERSIONS = {
    DISTRIBUTION: __version__,
    "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
}
"""This package's version and Python's; a worker must have the same."""


@contextmanager
def connected(
    address: str, memory: int = 0, versions: Mapping[str, str] | None = None
) -> Iterator[Pool]:
    """Connect to a scheduler such as ``tcp://10.0.0.1:8786``; on leaving, cancel work under way.

    One piece of work needs `memory` bytes. From `CHOSEN_FROM` on, work goes only to workers that
    declare as much, and only as many pieces at a time as fit. `versions` are those of `Job`.

    Raises `ImportError` if Dask is not installed, `ValueError` if the address is not valid, and
    `ClusterError` if no scheduler answers, or there is no worker with enough memory; later, if the
    scheduler goes away, or a piece of work kills one worker after another.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
        from distributed.utils import LoopRunner
    except ImportError:
        raise ImportError(f"a cluster needs Dask: {how_to_install('cluster')}") from None
    with _quiet():
        try:
            # Ask first: a client whose scheduler does not answer cannot shut down cleanly.
            LoopRunner(asynchronous=False).run_sync(_greet, address)
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except OSError:
            raise ClusterError(
                f"no scheduler answers at {address} within {CONNECT_SECONDS:g} s"
            ) from None
        try:
            needed = {**VERSIONS, **(versions or {})}
            waiting = _Width(client, address)
            resources = {MEMORY: memory} if memory >= CHOSEN_FROM else {}
            _check_memory(client, address, resources.get(MEMORY, 0))
            executor = client.get_executor(pure=False, retries=0, resources=resources)
            yield Pool(partial(executor.submit, checked, needed), waiting, local=False)
        except KilledWorker as error:
            raise ClusterError(
                f"a piece of work has killed {error.allowed_failures + 1} workers, one after "
                "another: see their logs; often they ran out of memory"
            ) from None
        except (CancelledError, CommClosedError):
            raise _gone(address) from None
        except RuntimeError as error:
            if not isinstance(error.__cause__, ImportError):
                raise
            raise ClusterError(
                f"the scheduler at {address} or a worker cannot import the work "
                f"({error.__cause__}): expected the same collapsi-tablebase everywhere"
            ) from None
        finally:
            client.close(timeout=CONNECT_SECONDS)


def _gone(address: str) -> ClusterError:
    return ClusterError(f"the scheduler at {address} has gone away")


async def _greet(address: str) -> None:
    """Raise `OSError` unless a scheduler answers."""
    from distributed import Security
    from distributed.comm import connect

    arguments = Security().get_connection_args("client")
    async with asyncio.timeout(CONNECT_SECONDS):  # Dask's own covers only the connection
        comm = await connect(address, timeout=CONNECT_SECONDS, **arguments)
        await comm.close()


def checked(versions: Mapping[str, str], work: Callable[..., bytes], *arguments: Any) -> bytes:
    """Do a piece of work on a worker, if it has the client's versions."""
    others = {name: has for name in versions if (has := _version(name)) != versions[name]}
    if others:
        found = " and ".join(
            f"{name} {has}" if has else f"no {name}" for name, has in others.items()
        )
        expected = " and ".join(f"{name} {versions[name]}" for name in others)
        raise ClusterError(
            f"the worker on {gethostname()} has {found}: expected {expected}, as here"
        )
    return work(*arguments)


def _version(name: str) -> str:
    """The version of Python or a distribution on this machine; empty if it is not installed."""
    try:
        return VERSIONS.get(name) or version(name)
    except PackageNotFoundError:
        return ""


def _check_memory(client: Client, address: str, memory: int) -> None:
    """Raise unless a worker declares the memory for a piece of work."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    if all(worker["resources"].get(MEMORY, 0) < memory for worker in workers):
        raise ClusterError(
            f"a piece of this job needs {memory / 2**30:.1f} GiB, and no worker at {address} "
            f"declares that much: start workers with --resources {MEMORY}={memory} or more"
        )


class _Width:
    """How much work may be under way: two pieces for each thread of the present workers.

    Workers may come and go. Raises `ClusterError` if there is none for `WORKER_SECONDS`.
    """

    def __init__(self, client: Client, address: str) -> None:
        self._client, self._address = client, address
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError:
            self._give_up()
        self._seen = time.monotonic()

    def __call__(self) -> int:
        try:
            threads: int = sum(self._client.nthreads().values())
        except OSError:  # this query opens its own connection, so it may be the first to fail
            raise _gone(self._address) from None
        if threads:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > WORKER_SECONDS:
            self._give_up()
        return 2 * threads

    def _give_up(self) -> NoReturn:
        raise ClusterError(
            f"the scheduler at {self._address} has had no workers for {WORKER_SECONDS:.0f} s: "
            f"start some with `dask worker {self._address}`"
        )


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from logging errors that are raised anyway."""
    names = "distributed", "distributed.client", "tornado.application"
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.CRITICAL)
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)

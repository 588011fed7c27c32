"""Work in shards: pieces of a large job whose results do not depend on who does them, or when.

A `Job` is a function and a list of arguments, one for each *shard*. `results` lets the threads of
this process or a cluster (`tablebase.engine.jobs.cluster`) do the shards, a few ahead of the
caller. A job that is to survive a kill keeps its finished shards, see `tablebase.study.shelf`, and
none is done twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from tablebase.engine.jobs.machine import Pool, available_memory, check_memory, cores

SHARD_SECONDS = 1.0
"""How long a shard should take: a hundred times as long as sending it, but little work to lose."""

BYTES_PER_POSITION = 5
"""Memory that a position takes while its table is made, roughly."""

LOOK_SECONDS = 1.0
"""How often to look for new workers while no shard ends."""

MOST_HELD = 4
"""Maximum number of results held back to keep the order, as a multiple of the shards under way."""

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Job:
    """Work to do, cut into shards."""

    work: Callable[[Any], Any]
    """Makes the result of a shard from its argument, always the same.

    A cluster needs a function of a module, not a closure or a method: workers import it by name.
    """
    shards: Iterable[Any]
    """The argument of each; for a cluster, picklable. Iterated once, as workers become free."""
    memory: int = 0
    """Bytes that a shard needs; 0 means little."""
    alone: Callable[[Any], bool] = lambda shard: False
    """Whether the shard of an argument takes all cores of a machine. Without a cluster the calling
    thread does it while nothing else is under way, so that an interrupt ends it."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Distributions besides ours that the work needs -> their versions; workers of a cluster must
    have the same."""


@dataclass(frozen=True)
class Workers:
    """Who does the shards: by default threads of this process, one for each core it may use.

    `scheduler` is the address of a Dask scheduler such as ``tcp://10.0.0.1:8786``, whose workers do
    the shards instead, and send results back.
    """

    threads: int | None = None
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.scheduler is not None and self.threads is not None:
            raise ValueError("both a number of threads and a scheduler: expected only one of them")


class Done(NamedTuple):
    """A finished shard: its number, from 0, its result, and whether it was finished before."""

    number: int
    payload: Any
    recovered: bool = False


def results(
    job: Job,
    workers: Workers | None = None,
    *,
    finished: Mapping[int, Any] | None = None,
    keep: Callable[[int, Any], object] | None = None,
    ordered: bool = False,
) -> Generator[Done, None, None]:
    """Do every shard of a job; yield each result once.

    Shards that are `finished`, by their numbers, come first, in order, and are not done again. The
    others follow as they end; if `ordered`, each is held back until all before it have been
    yielded.

    `keep` is called with the number and the result of each other shard before it is yielded. If the
    loop over the results is left early, by an exception or a ``break``, it is also called for the
    shards that are finished by then and those that threads still finish, so that nothing is lost.
    Use `contextlib.closing` if that must happen at once.

    Raises `ClusterError` if the cluster cannot be reached, or cannot do the job, and `MemoryError`
    if this machine does not have the memory for one shard. After whatever `job.work` raises, no
    more shards are started.
    """
    recovered = finished or {}
    for number in sorted(recovered):
        yield Done(number, recovered[number], recovered=True)
    todo = ((number, shard) for number, shard in enumerate(job.shards) if number not in recovered)
    first = next(todo, None)
    if first is None:  # no worker is needed
        return
    under_way: dict[int, Future[Any]] = {}

    def take(number: int) -> Any:
        try:
            payload = under_way[number].result()
            if keep is not None:
                keep(number, payload)
        except Exception:  # keeping it again would fail again, except after an interrupt
            del under_way[number]
            raise
        del under_way[number]
        return payload

    try:
        with _pool(workers or Workers(), job) as pool:
            for number in _ended(pool, job, chain([first], todo), under_way, ordered):
                yield Done(number, take(number))
    finally:
        for number, future in list(under_way.items()):
            if future.done() and not future.cancelled() and future.exception() is None:
                take(number)


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
    with ExitStack() as stack:
        found: Iterator[R] = map(work, tasks)
        # One thread needs no pool, which would take most of the time of a small game.
        if min(threads or cores(), len(tasks)) > 1:
            ended = results(Job(work, tasks), Workers(threads), ordered=True)
            found = (done.payload for done in stack.enter_context(closing(ended)))
        for number, result in enumerate(found, start=1):
            yield result
            if progress is not None:
                progress(number / len(tasks))


def _pool(workers: Workers, job: Job) -> AbstractContextManager[Pool]:
    if workers.scheduler is None:
        return _local_pool(workers.threads or cores(), job.memory)
    from tablebase.engine.jobs.cluster import connected

    return connected(workers.scheduler, job.memory, job.versions)


@contextmanager
def _local_pool(threads: int, memory: int) -> Iterator[Pool]:
    """Threads of this process, as many as memory allows; on leaving, they finish their work.

    Compiled loops release the interpreter's lock, so threads are enough.

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


def _ended(
    pool: Pool,
    job: Job,
    todo: Iterator[tuple[int, Any]],
    under_way: dict[int, Future[Any]],
    ordered: bool,
) -> Iterator[int]:
    """Do shards, a few ahead of the caller; yield the numbers of the shards to take.

    Whoever takes a shard removes it from `under_way`.
    """
    following = next(todo, None)
    while following is not None or under_way:
        width, running = pool.width(), sum(not future.done() for future in under_way.values())
        room = min(width - running, MOST_HELD * width - len(under_way))
        while following is not None and room > 0:
            number, shard = following
            if not (pool.local and job.alone(shard)):
                under_way[number] = pool.submit(job.work, shard)
            elif under_way:
                break
            else:  # alone, in this thread
                under_way[number] = Future()
                under_way[number].set_result(job.work(shard))
            room -= 1
            following = next(todo, None)
        _wait(list(under_way.values()), ordered)
        for number, future in list(under_way.items()):
            if future.done():
                yield number
            elif ordered:
                break


def _wait(futures: list[Future[Any]], ordered: bool) -> None:
    """Wait until one has ended, but not for long, as workers may have joined.

    If they are `ordered`, only the first one counts.
    """
    if not futures:
        time.sleep(LOOK_SECONDS)  # there are no workers at the moment
        return
    first, *others = futures
    waited = [first, *(future for future in others if not (ordered and future.done()))]
    wait(waited, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)


def by_cost(items: Iterable[T], seconds: Callable[[T], float]) -> Iterator[list[T]]:
    """Cut items into shards that take about `SHARD_SECONDS`, or hold one item.

    Items are iterated once, as shards are taken. `seconds` estimates the time for an item, and
    must always be the same: a resumed job must be cut in the same way.
    """
    shard: list[T] = []
    total = 0.0
    for item in items:
        cost = seconds(item)
        if shard and total + cost > SHARD_SECONDS:
            yield shard
            shard, total = [], 0.0
        shard.append(item)
        total += cost
    if shard:
        yield shard

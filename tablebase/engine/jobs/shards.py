"""Work in shards: pieces of a large job whose results do not depend on who does them, or when.

A `Job` is a function and a list of arguments, one for each *shard*. `results` lets the threads of
this process or a cluster (`tablebase.engine.jobs.cluster`) do the shards, a few ahead of the
caller. If a job is to survive a kill, its finished shards are kept on a *shelf*: a folder of files
that are written completely or not at all and sealed with a digest. No shard is done twice, a
damaged one is done again, and the shelf of another job is refused.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from socket import gethostname
from typing import Any, NamedTuple, TypeVar

import filelock

from tablebase._version import __version__
from tablebase.engine.jobs.pool import Pool, local_pool
from tablebase.engine.jobs.threads import cores
from tablebase.errors import ClusterError, FileFormatError
from tablebase.support.files import acquire, replacing, writing

SHARD_SECONDS = 1.0
"""How long a shard should take: a hundred times as long as sending it, but little work to lose."""

BYTES_PER_POSITION = 5
"""Memory that a position takes while its table is made, roughly."""

LOOK_SECONDS = 1.0
"""How often to look for new workers while no shard ends."""

MOST_HELD = 4
"""Maximum number of results held back to keep the order, as a multiple of the shards under way."""

T = TypeVar("T")


@dataclass(frozen=True)
class Job:
    """Work to do, cut into shards.

    Attributes
    ----------
    work : callable
        Makes the result of a shard from its argument; for a cluster or a shelf the result must be
        bytes. A cluster needs a function of a module, not a closure or a method: workers import it
        by its name. The same argument must always give the same result.
    shards : iterable
        The argument of each shard; for a cluster, picklable. Iterated once, as workers become
        free.
    memory : int
        Bytes that a shard needs; 0 means little.
    alone : callable
        Whether the shard of an argument takes all cores of a machine. Without a cluster the
        calling thread does it while nothing else is under way, so that an interrupt ends it.
    versions : mapping
        Distributions besides ours that the work needs -> their versions; workers of a cluster
        must have the same.
    """

    work: Callable[[Any], Any]
    shards: Iterable[Any]
    memory: int = 0
    alone: Callable[[Any], bool] = lambda shard: False
    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Workers:
    """Who does the shards: by default threads of this process, one for each core it may use.

    `scheduler` is the address of a Dask scheduler such as ``tcp://10.0.0.1:8786``, whose workers do
    the shards instead. `shared` workers share this machine's files under the same paths, and write
    finished shards themselves. Otherwise they send results back, which are written here.
    """

    threads: int | None = None
    scheduler: str | None = None
    shared: bool = False

    def __post_init__(self) -> None:
        if self.scheduler is not None and self.threads is not None:
            raise ValueError("both a number of threads and a scheduler: expected only one of them")
        if self.shared and self.scheduler is None:
            raise ValueError("shared files without a scheduler: expected its address")


class Done(NamedTuple):
    """A finished shard: its number, from 0, its result, and whether it was on the shelf already."""

    number: int
    payload: Any
    recovered: bool = False


def results(
    job: Job,
    workers: Workers | None = None,
    shelf: Shelf | None = None,
    *,
    keep: Callable[[Any], object] | None = None,
    ordered: bool = False,
) -> Generator[Done, None, None]:
    """Do every shard of a job; yield each result once.

    Shards on the shelf come first, in order, and are not done again. The others follow as they
    end; if `ordered`, each is held back until all before it have been yielded.

    `keep` is called with each result before it is yielded. If the loop over the results is left
    early, by an exception or a ``break``, it is also called with the results that are finished by
    then and those that threads still finish, so that nothing is lost. Use `contextlib.closing` if
    that must happen at once. A shelf keeps results in the same way.

    Raises `ClusterError` if the cluster cannot be reached, or cannot do the job, and `MemoryError`
    if this machine does not have the memory for one shard. After whatever `job.work` raises, no
    more shards are started.
    """
    done = set()
    if shelf is not None:
        for number, payload in shelf.finished():
            done.add(number)
            yield Done(number, payload, recovered=True)
    todo = ((number, shard) for number, shard in enumerate(job.shards) if number not in done)
    first = next(todo, None)
    if first is None:  # no worker is needed
        return
    workers = workers or Workers()
    take = _taker(shelf, keep, shared=workers.shared)
    under_way: dict[int, Future[Any]] = {}
    try:
        with _pool(workers, job) as pool:
            seen = shelf if workers.shared else None
            for number in _ended(pool, job, chain([first], todo), under_way, seen, ordered):
                try:
                    payload = take(number, under_way[number].result())
                except Exception:
                    # Keeping it again would fail again, except after an interrupt.
                    del under_way[number]
                    raise
                del under_way[number]
                yield Done(number, payload)
    finally:
        for number, future in under_way.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                take(number, future.result())


def _pool(workers: Workers, job: Job) -> AbstractContextManager[Pool]:
    if workers.scheduler is None:
        return local_pool(workers.threads or cores(), job.memory)
    from tablebase.engine.jobs.cluster import connected

    return connected(workers.scheduler, job.memory, job.versions)


def _taker(
    shelf: Shelf | None, keep: Callable[[Any], object] | None, *, shared: bool
) -> Callable[[int, Any], Any]:
    """A function that keeps the result of a shard, given its number, and returns it."""

    def take(number: int, payload: Any) -> Any:
        if shelf is not None:
            payload = _shelved(shelf, number) if shared else shelf.put(number, payload)
        if keep is not None:
            keep(payload)
        return payload

    return take


def _ended(
    pool: Pool,
    job: Job,
    todo: Iterator[tuple[int, Any]],
    under_way: dict[int, Future[Any]],
    seen: Shelf | None,
    ordered: bool,
) -> Iterator[int]:
    """Do shards, a few ahead of the caller; yield the numbers of the shards to take.

    Whoever takes a shard removes it from `under_way`. `seen` is a shelf that workers can reach.
    """
    following = next(todo, None)
    while following is not None or under_way:
        width, running = pool.width(), sum(not future.done() for future in under_way.values())
        room = min(width - running, MOST_HELD * width - len(under_way))
        while following is not None and room > 0:
            number, shard = following
            alone = pool.local and job.alone(shard)
            if alone and under_way:
                break
            under_way[number] = _begun(pool, job, number, shard, seen, alone)
            room -= 1
            following = next(todo, None)
        _wait(list(under_way.values()), ordered)
        for number, future in list(under_way.items()):
            if future.done():
                yield number
            elif ordered:
                break


def _begun(
    pool: Pool, job: Job, number: int, shard: Any, seen: Shelf | None, alone: bool
) -> Future[Any]:
    """Begin a shard; one that is to be alone is done in this thread."""
    if alone:
        future: Future[Any] = Future()
        future.set_result(job.work(shard))
        return future
    if seen is None:
        return pool.submit(job.work, shard)
    return pool.submit(_do_and_put, job.work, shard, number, seen)


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


def _do_and_put(work: Callable[[Any], bytes], shard: Any, number: int, shelf: Shelf) -> bytes:
    """Do a shard on a machine that can reach the shelf, and put the result there."""
    shelf.check_seen()
    shelf.put(number, work(shard))
    return b""


def _shelved(shelf: Shelf, number: int) -> bytes:
    """The result that a worker has put on the shelf."""
    payload = shelf.get(number)
    if payload is None:
        raise ClusterError(
            f"{shelf.folder}: a worker has written shard {number}, but this machine cannot read "
            "it: expected a folder that is the same on every machine"
        )
    return payload


@dataclass(frozen=True)
class Shelf:
    """A folder of finished shards. Picklable: workers that can reach the folder write to it.

    Shard 17 is the file ``000017.shard``: 32 bytes of SHA-256 over the job's digest, the shard's
    number and the result, then the result. The job's digest is the SHA-256 of its description in
    hexadecimal. `shelf_of` opens a shelf.
    """

    folder: Path
    digest: str

    def put(self, number: int, payload: bytes) -> bytes:
        """Keep the result of a shard, and return it."""
        path = self._path(number)
        with replacing(path) as temporary:
            temporary.write_bytes(self._seal(number, payload) + payload)
        return payload

    def get(self, number: int) -> bytes | None:
        """The result of a shard; None if it is missing or damaged."""
        try:
            raw = self._path(number).read_bytes()
        except FileNotFoundError:
            return None
        seal, payload = raw[:_SEAL_BYTES], raw[_SEAL_BYTES:]
        return payload if seal == self._seal(number, payload) else None

    def finished(self) -> Iterator[tuple[int, bytes]]:
        """Number and result of each finished shard, ascending."""
        for path in sorted(_shards(self.folder)):
            payload = self.get(int(path.stem))
            if payload is not None:
                yield int(path.stem), payload

    def check_seen(self) -> None:
        """Raise `ClusterError` unless this machine can reach the folder."""
        if _described(self.folder) is None:
            raise ClusterError(
                f"the worker on {gethostname()} cannot reach {self.folder}: expected a folder that "
                "is the same on every machine; without a shared folder, workers send results back"
            )

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06}.shard"

    def _seal(self, number: int, payload: bytes) -> bytes:
        return hashlib.sha256(f"{self.digest} {number} ".encode() + payload).digest()


_SEAL_BYTES = 32
_SHARD = re.compile(r"[0-9]{6,}\.shard")
_JOB = "job.json"
_LOCK = "lock"


@contextmanager
def shelf_of(folder: Path, description: Mapping[str, Any]) -> Iterator[Shelf]:
    """Open the shelf of a job, or make it; no other process can open it at the same time.

    On a normal exit the job is done, and the folder is removed. After an exception the folder
    stays if it holds a shard. `description` is everything that the shards depend on, as plain data
    for JSON; this package's version is added.

    Raises `FileBusyError` if another process has it open, and `FileFormatError` if it holds shards
    of another job.
    """
    text = json.dumps({**description, "version": __version__}, sort_keys=True, indent=1)
    folder = Path(os.path.realpath(folder))  # leaves links in a circle as they are
    try:
        with writing(folder):
            folder.mkdir(exist_ok=True)
    except FileExistsError:
        raise FileFormatError(f"{folder} is not a folder: expected one for shards") from None
    lock = filelock.FileLock(folder / _LOCK)
    acquire(lock, folder)
    done = False
    try:
        _claim(folder, text)
        yield Shelf(folder, hashlib.sha256(text.encode()).hexdigest())
        done = True
    finally:
        if done or not any(_shards(folder)):
            for path in [*_shards(folder), folder / _JOB, folder / _LOCK]:
                path.unlink(missing_ok=True)
        lock.release()
        with contextlib.suppress(OSError):
            folder.rmdir()


def _claim(folder: Path, text: str) -> None:
    """Check that a folder's shards belong to a job, or mark them as its shards."""
    for temporary in folder.glob("*.tmp"):
        temporary.unlink()
    found, mine = _described(folder), json.loads(text)
    if found is None:
        with replacing(folder / _JOB) as temporary:
            temporary.write_text(text)
    elif found != mine:
        raise FileFormatError(
            f"{folder} holds shards of another job, {_difference(found, mine)}: "
            "finish that, or remove the folder"
        )


def _shards(folder: Path) -> Iterator[Path]:
    """The files in a folder that have a shard's name."""
    return (path for path in folder.glob("*.shard") if _SHARD.fullmatch(path.name))


def _described(folder: Path) -> Any:
    """The job that a folder's shards belong to, as the folder describes it; None if it does not."""
    try:
        return json.loads((folder / _JOB).read_text())
    except (FileNotFoundError, ValueError):
        return None


def _difference(found: Any, expected: Mapping[str, Any]) -> str:
    """How a job differs from the one expected, for messages: 'seed 1 instead of 2'."""
    found = found if isinstance(found, dict) else {}
    return ", ".join(
        f"{name} {found.get(name)} instead of {expected.get(name)}"
        for name in sorted({*found, *expected})
        if found.get(name) != expected.get(name)
    )


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

"""Work in shards: pieces of a large job whose results do not depend on who does them, or when.

A `Job` is a function and its arguments, one a *shard*. `results` has the shards done by the
threads of this process or by a cluster (`tablebase.engine.jobs.cluster`), a few ahead of what
has been taken. Where a job is to survive a kill, its finished shards lie on a *shelf*, a folder of
files that are written whole or not at all and sealed with a digest: none is done twice, a damaged
one is done again, and the shelf of another job is refused.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from socket import gethostname
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

import filelock

from tablebase._version import __version__
from tablebase.engine.files import replacing
from tablebase.engine.jobs.resources import available_memory, check_memory
from tablebase.engine.jobs.threads import cores
from tablebase.errors import ClusterError, FileBusyError, FileFormatError

SHARD_SECONDS = 1.0
"""What a shard should cost: a hundred times the cost of sending it, and little to lose."""

BYTES_PER_POSITION = 5
"""About what a position takes in memory while its table is made."""

LOOK_SECONDS = 1.0
"""How often to look whether workers have joined, while no shard ends."""

T = TypeVar("T")


@dataclass(frozen=True)
class Job:
    """What is to be done, in shards.

    Attributes
    ----------
    work : callable
        Makes the result of a shard from its argument. A function of a module, not a closure or
        a method: workers import it by its name. The same argument has to give the same bytes.
    shards : iterable
        The argument of each shard, picklable. It is gone through once, as workers become free.
    memory : int
        Bytes that a shard needs; 0 if that is little.
    alone : bool
        Whether a shard takes all cores of a machine: threads do one at a time then.
    """

    work: Callable[[Any], bytes]
    shards: Iterable[Any]
    memory: int = 0
    alone: bool = False


@dataclass(frozen=True)
class Workers:
    """Who does the shards: by default threads of this process.

    Attributes
    ----------
    threads : int, optional
        How many threads; by default one for each core this process may use.
    scheduler : str, optional
        Address of a Dask scheduler, as ``tcp://10.0.0.1:8786``: its workers do the shards.
    shared : bool
        Whether those workers see this machine's files under the same paths, and so write finished
        shards themselves. Otherwise results come back through the network and are written here.
    """

    threads: int | None = None
    scheduler: str | None = None
    shared: bool = False

    def __post_init__(self) -> None:
        if self.scheduler is not None and self.threads is not None:
            raise ValueError("a number of threads and a scheduler: expected one of the two")
        if self.shared and self.scheduler is None:
            raise ValueError("shared files without a scheduler: expected its address")


class Pool(NamedTuple):
    """Workers that stand ready.

    Attributes
    ----------
    submit : callable
        Has a function of some arguments done; gives the future of its result.
    width : callable
        How many shards may be under way now, so that every worker is busy.
    """

    submit: Callable[..., Future[Any]]
    width: Callable[[], int]


class Done(NamedTuple):
    """A finished shard.

    Attributes
    ----------
    number : int
        Which of the job's shards, counted from 0.
    payload : bytes
        Its result.
    recovered : bool
        Whether it was on the shelf already.
    """

    number: int
    payload: bytes
    recovered: bool = False


def results(job: Job, workers: Workers | None = None, shelf: Shelf | None = None) -> Iterator[Done]:
    """Have every shard of a job done; yield them as they end.

    Parameters
    ----------
    job : Job
        What to do.
    workers : Workers, optional
        Who does it.
    shelf : Shelf, optional
        Where finished shards are kept. Those that are there come first and are not done again.

    Yields
    ------
    Done
        Each shard once: those on the shelf in order, then others in the order in which they end.

    Raises
    ------
    ClusterError
        If the cluster cannot be reached, or cannot do the job.
    MemoryError
        If this machine does not have the memory for one shard.
    Exception
        Whatever `job.work` raises. The shards under way are given up, finished ones are kept.
    """
    done = set()
    if shelf is not None:
        for number, payload in shelf.finished():
            done.add(number)
            yield Done(number, payload, recovered=True)
    todo = ((number, shard) for number, shard in enumerate(job.shards) if number not in done)
    first = next(todo, None)
    if first is not None:  # else nobody has to be called
        workers = workers or Workers()
        with _pool(workers, job) as pool:
            yield from _do(pool, job.work, chain([first], todo), shelf, shared=workers.shared)


def in_order(job: Job, workers: Workers | None = None) -> Iterator[bytes]:
    """Have every shard of a job done; yield the results in the order of the shards.

    Raises as `results`. A result is held back until those before it have come.
    """
    waiting: dict[int, bytes] = {}
    following = 0
    for done in results(job, workers):
        waiting[done.number] = done.payload
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def _pool(workers: Workers, job: Job) -> AbstractContextManager[Pool]:
    if workers.scheduler is None:
        return _threads(1 if job.alone else workers.threads or cores(), job.memory)
    from tablebase.engine.jobs.cluster import connected

    return connected(workers.scheduler, job.memory)


@contextmanager
def _threads(threads: int, memory: int) -> Iterator[Pool]:
    """Threads of this process, as many as there is memory for."""
    if memory:
        check_memory(memory, "one piece of this job")
        threads = max(1, min(threads, (available_memory() or memory) // memory))
    executor = ThreadPoolExecutor(threads)
    try:
        yield Pool(executor.submit, lambda: 2 * threads)
    finally:
        executor.shutdown(cancel_futures=True)


def _do(
    pool: Pool,
    work: Callable[[Any], bytes],
    todo: Iterator[tuple[int, Any]],
    shelf: Shelf | None,
    *,
    shared: bool,
) -> Iterator[Done]:
    """Do shards, a few ahead of those that are taken."""
    pending: dict[Future[bytes], int] = {}
    while True:
        for number, shard in islice(todo, max(0, pool.width() - len(pending))):
            if shelf is not None and shared:
                pending[pool.submit(_do_and_put, work, shard, number, shelf)] = number
            else:
                pending[pool.submit(work, shard)] = number
        if not pending:
            return
        ended, _ = wait(pending, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        for future in ended:
            number, payload = pending.pop(future), future.result()
            if shelf is not None:
                payload = _shelved(shelf, number) if shared else shelf.put(number, payload)
            yield Done(number, payload)


def _do_and_put(work: Callable[[Any], bytes], shard: Any, number: int, shelf: Shelf) -> bytes:
    """Do a shard on a machine that sees the shelf, and leave the result there."""
    shelf.check_seen()
    shelf.put(number, work(shard))
    return b""


def _shelved(shelf: Shelf, number: int) -> bytes:
    """The result that a worker has left on the shelf."""
    payload = shelf.get(number)
    if payload is None:
        raise ClusterError(
            f"{shelf.folder}: a worker has written shard {number}, but it is not to be read here: "
            "expected a folder that is the same on every machine"
        )
    return payload


@dataclass(frozen=True)
class Shelf:
    """A folder of finished shards. Picklable: workers that see the folder put theirs there.

    Shard 17 is the file ``000017.shard``: 32 bytes of SHA-256 over the job's digest, the shard's
    number and the result, then the result. `shelf_of` opens one.

    Attributes
    ----------
    folder : Path
    digest : str
        SHA-256 of what the job is, as hexadecimal digits.
    """

    folder: Path
    digest: str

    def put(self, number: int, payload: bytes) -> bytes:
        """Keep the result of a shard; gives it back."""
        path = self._path(number)
        with replacing(path, path.with_name(f"{uuid4().hex}.tmp")) as temporary:
            temporary.write_bytes(self._seal(number, payload) + payload)
        return payload

    def get(self, number: int) -> bytes | None:
        """The result of a shard; None if it is not there, or damaged."""
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
        """Raise `ClusterError` unless this machine sees the folder."""
        if _described(self.folder) is None:
            raise ClusterError(
                f"the worker on {gethostname()} does not see {self.folder}: expected a folder that "
                "is the same on every machine, or results sent back (without --shared)"
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
    """Open the shelf of a job, made if need be; nobody else may at the same time.

    On leaving in good order the job is done, and the folder goes. On leaving by an exception it
    stays, if there is a shard in it.

    Parameters
    ----------
    folder : Path
        Where the shards lie.
    description : mapping
        Plain data, for JSON: all that the shards depend on. This package's version is added.

    Raises
    ------
    FileBusyError
        If another process has it open.
    FileFormatError
        If it holds shards of another job.
    """
    text = json.dumps({**description, "version": __version__}, sort_keys=True, indent=1)
    folder = Path(os.path.realpath(folder))  # which takes links in a circle as they are
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError:
        raise FileFormatError(f"{folder} is no folder: expected one for shards, or none") from None
    lock = filelock.FileLock(folder / _LOCK)
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise FileBusyError(f"{folder} is being written by another process") from None
    done = False
    try:
        _claim(folder, text)
        yield Shelf(folder, hashlib.sha256(text.encode()).hexdigest())
        done = True
    finally:
        if done or not any(_shards(folder)):
            _remove(folder)
        lock.release()
        with contextlib.suppress(OSError):
            folder.rmdir()


def _claim(folder: Path, text: str) -> None:
    """Make sure that a folder's shards are those of a job."""
    for temporary in folder.glob("*.tmp"):
        temporary.unlink()
    found, mine = _described(folder), json.loads(text)
    if found is None:
        with replacing(folder / _JOB, folder / "job.tmp") as temporary:
            temporary.write_text(text)
    elif found != mine:
        raise FileFormatError(
            f"{folder} holds shards of another job, {_difference(found, mine)}: "
            "finish that, or remove the folder"
        )


def _remove(folder: Path) -> None:
    """Remove a shelf's files, and nothing else that may lie there."""
    for path in [*_shards(folder), folder / _JOB, folder / _LOCK]:
        path.unlink(missing_ok=True)


def _shards(folder: Path) -> Iterator[Path]:
    """The files of a folder that are shards, by their names."""
    return (path for path in folder.glob("*.shard") if _SHARD.fullmatch(path.name))


def _described(folder: Path) -> Any:
    """What job the shards of a folder are of; None if it does not tell."""
    try:
        return json.loads((folder / _JOB).read_text())
    except (FileNotFoundError, ValueError):
        return None


def _difference(found: Any, expected: Mapping[str, Any]) -> str:
    """In what a job differs from the one expected, for messages: 'seed 1 instead of 2'."""
    found = found if isinstance(found, dict) else {}
    return ", ".join(
        f"{name} {found.get(name)} instead of {expected.get(name)}"
        for name in sorted({*found, *expected})
        if found.get(name) != expected.get(name)
    )


def by_cost(items: Iterable[T], seconds: Callable[[T], float]) -> Iterator[list[T]]:
    """Cut a row of items into shards that cost about `SHARD_SECONDS`, or hold one item.

    Parameters
    ----------
    items : iterable
        Gone through once, as shards are taken.
    seconds : callable
        About what an item costs. The same every time: a resumed job has to be cut alike.
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

"""Work in shards: pieces of a large job whose results do not depend on who does them, or when.

A `Job` is a function and its arguments, one a *shard*. `results` has the shards done by the
threads of this process or by a cluster (`tablebase.engine.jobs.cluster`), a few ahead of what
has been taken. If a job is to survive a kill, its finished shards lie on a *shelf*, a folder of
files that are written whole or not at all and sealed with a digest. No shard is done twice, a
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
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from socket import gethostname
from typing import Any, NamedTuple, TypeVar

import filelock

from tablebase._version import __version__
from tablebase.engine.files import replacing
from tablebase.engine.jobs.pool import Pool, local_pool
from tablebase.engine.jobs.threads import cores
from tablebase.errors import ClusterError, FileBusyError, FileFormatError

SHARD_SECONDS = 1.0
"""What a shard should cost: a hundred times as much as sending it, and little to lose."""

BYTES_PER_POSITION = 5
"""About what a position takes in memory while its table is made."""

LOOK_SECONDS = 1.0
"""How often to look whether workers have joined, while no shard ends."""

MOST_HELD = 4
"""How many times as many results as shards under way are held back at most, to be in order."""

T = TypeVar("T")


def _never(shard: Any) -> bool:
    return False


@dataclass(frozen=True)
class Job:
    """What is to be done, in shards.

    Attributes
    ----------
    work : callable
        Makes the result of a shard from its argument: bytes, if a cluster or a shelf is to take
        it. A cluster needs a function of a module, not a closure or a method: workers import it by
        its name. The same argument has to give the same result.
    shards : iterable
        The argument of each shard; for a cluster, picklable. Iterated once, as workers become
        free.
    memory : int
        Bytes that a shard needs; 0 if that is little.
    alone : callable
        Whether the shard of an argument takes all cores of a machine. Without a cluster the
        calling thread does it while nothing else is under way, so an interrupt ends it.
    """

    work: Callable[[Any], Any]
    shards: Iterable[Any]
    memory: int = 0
    alone: Callable[[Any], bool] = _never


@dataclass(frozen=True)
class Workers:
    """Who does the shards: by default threads of this process.

    Attributes
    ----------
    threads : int, optional
        By default one for each core this process may use.
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
    """Have every shard of a job done; yield each once.

    Those on the shelf come first, in order, and are not done again; then the others as they end.

    Parameters
    ----------
    job, workers
        What to do, and who does it.
    shelf : Shelf, optional
        Where finished shards are kept.
    keep : callable, optional
        Called with each result before it is yielded. If the loop over the results is left early, by
        an exception or a ``break``, also called with those that have ended by then and those that
        threads end, so that nothing finished is lost. Use `contextlib.closing` where that has to be
        at once. A shelf keeps results in the same way.
    ordered : bool
        Hold each result back until those before it have come.

    Raises
    ------
    ClusterError
        If the cluster cannot be reached, or cannot do the job.
    MemoryError
        If this machine does not have the memory for one shard.
    Exception
        Whatever `job.work` raises. No further shard is begun.
    """
    done = set()
    if shelf is not None:
        for number, payload in shelf.finished():
            done.add(number)
            yield Done(number, payload, recovered=True)
    todo = ((number, shard) for number, shard in enumerate(job.shards) if number not in done)
    first = next(todo, None)
    if first is None:  # nobody has to be called
        return
    workers = workers or Workers()
    take = _taker(shelf, keep, shared=workers.shared)
    under_way: dict[int, Future[Any]] = {}
    try:
        with _pool(workers, job.memory) as pool:
            seen = shelf if workers.shared else None
            for number in _ended(pool, job, chain([first], todo), under_way, seen, ordered):
                try:
                    payload = take(number, under_way[number].result())
                except Exception:
                    # To take it again would fail again; but not if it was interrupted.
                    del under_way[number]
                    raise
                del under_way[number]
                yield Done(number, payload)
    finally:
        for number, future in under_way.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                take(number, future.result())


def _pool(workers: Workers, memory: int) -> AbstractContextManager[Pool]:
    if workers.scheduler is None:
        return local_pool(workers.threads or cores(), memory)
    from tablebase.engine.jobs.cluster import connected

    return connected(workers.scheduler, memory)


def _taker(
    shelf: Shelf | None, keep: Callable[[Any], object] | None, *, shared: bool
) -> Callable[[int, Any], Any]:
    """A function that keeps the result of a shard, by its number, and returns it."""

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
    """Do shards, a few ahead of those that are taken; yield the numbers of those to take.

    Whoever takes one removes it from those `under_way`. `seen` is a shelf that workers see.
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
            under_way[number] = (
                _done_here(job.work, shard) if alone else _begun(pool, job, number, shard, seen)
            )
            room -= 1
            following = next(todo, None)
        _wait(list(under_way.values()), ordered)
        for number, future in list(under_way.items()):
            if future.done():
                yield number
            elif ordered:
                break


def _done_here(work: Callable[[Any], Any], shard: Any) -> Future[Any]:
    """Do a shard in this thread."""
    future: Future[Any] = Future()
    future.set_result(work(shard))
    return future


def _begun(pool: Pool, job: Job, number: int, shard: Any, seen: Shelf | None) -> Future[Any]:
    if seen is None:
        return pool.submit(job.work, shard)
    return pool.submit(_do_and_put, job.work, shard, number, seen)


def _wait(futures: list[Future[Any]], ordered: bool) -> None:
    """Wait until one has ended, but not for long: workers may have joined meanwhile.

    If they are `ordered`, those that have ended before the first do not count.
    """
    if not futures:
        time.sleep(LOOK_SECONDS)  # no worker is there just now
        return
    first, *others = futures
    waited = [first, *(future for future in others if not (ordered and future.done()))]
    wait(waited, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)


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
                "is the same on every machine, or results that are sent back"
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

    On leaving in good order the job is done, and the folder is removed. On leaving by an exception
    it stays if there is a shard in it. `description` is all that the shards depend on, as plain
    data for JSON; this package's version is added.

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
        with replacing(folder / _JOB) as temporary:
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
    """What a folder says of the job of its shards; None if it says nothing."""
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
    """Cut items into shards that cost about `SHARD_SECONDS`, or hold one item.

    Items are iterated once, as shards are taken. `seconds` is about what an item costs, the same
    every time: a resumed job has to be cut alike.
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

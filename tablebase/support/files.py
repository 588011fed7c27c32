"""Write files completely or not at all, one process at a time; read files that should be small."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import secrets
import signal
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from tablebase.errors import FileBusyError, FileFormatError

ONLY_UTF8 = "tablebase.only_utf8"
"""How to read texts: this handler of errors refuses what is not UTF-8, and says so."""


def _refuse(_: UnicodeError) -> NoReturn:
    raise ValueError("expected a text in UTF-8, found UTF-16 or another encoding")


codecs.register_error(ONLY_UTF8, _refuse)


def output_file(path: str | os.PathLike[str]) -> Path:
    """The file that a path leads to, through links; it need not exist yet.

    Raises `FileNotFoundError` if there is no such folder, or the links form a loop, and
    `FileFormatError` if the path is a folder, a device or anything else that is not a file.
    """
    # `Path.resolve` treats a circle of links differently in each version of Python.
    found = Path(os.path.realpath(path))
    if found.is_symlink():
        raise FileNotFoundError(f"{path}: links form a loop, expected a file")
    if not found.parent.is_dir():
        raise FileNotFoundError(f"{path}: no such folder: {found.parent}")
    if found.exists():
        check_file(found, "a file or a new name")
    return found


def new_file(path: str | os.PathLike[str]) -> Path:
    """`output_file`, for a caller who writes it only after long work.

    Raises the same errors, and `PermissionError` if the folder cannot be written to.
    """
    found = output_file(path)
    if not os.access(found.parent, os.W_OK):
        raise PermissionError(f"cannot write {path}: its folder cannot be written to")
    return found


def check_file(path: Path, expected: str) -> None:
    """Check that a path is a regular file: not a folder, and not an endless device or pipe.

    Raises `FileNotFoundError` if nothing is there; `FileFormatError` says what was `expected`.
    """
    try:
        mode = path.stat().st_mode
    except PermissionError:
        raise
    except (OSError, ValueError):  # for example, the name is too long
        raise FileNotFoundError(f"no such file: {path}") from None
    if not stat.S_ISREG(mode):
        raise FileFormatError(f"{path} is not a regular file: expected {expected}")


@contextlib.contextmanager
def writing(path: Path, *names: Path) -> Iterator[None]:
    """If the system refuses, raise the same class of error, with a message that names `path`.

    `names` are files that stand for it meanwhile. Errors of other files pass.
    """
    try:
        yield
    except OSError as error:
        named = {None, *map(os.fspath, (path, *path.parents, *names))}
        if error.errno is None or error.filename not in named:
            raise
        raise refused(error, path) from error


def refused(error: OSError, path: Path) -> OSError:
    """The error of a system that refuses to write a file, with a message that names the file."""
    return type(error)(f"cannot write {path}: {reason(error)}")


def reason(error: OSError) -> str:
    """What the system says of an error, as our messages do: 'no space left on device'."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


def words(error: Exception) -> str:
    """The message of an error; one of the system's own without its number."""
    if not isinstance(error, OSError) or error.errno is None:
        return str(error)
    return reason(error) if error.filename is None else f"{error.filename}: {reason(error)}"


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a new, empty file; on success it replaces `path` in one step and takes its mode.

    If the body raises, or anything fails, the new file is removed and `path` stays as it was. If
    `path` is a link, the file behind it is replaced.

    Raises the same errors as `output_file`.
    """
    path = output_file(path)
    # The name cannot be guessed, so nobody can put a link there for us to write through.
    temporary = path.parent / f".tablebase-{secrets.token_hex(8)}.tmp"
    with writing(path, temporary):
        temporary.touch(0o600 if path.exists() else 0o666, exist_ok=False)
        try:
            yield temporary
            install(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def install(finished: Path, path: Path) -> None:
    """Replace a file, if it exists, by a finished one on the same disk, which takes its mode."""
    with writing(path, finished):
        with finished.open("rb+") as file:
            os.fsync(file.fileno())
        if path.exists():
            finished.chmod(stat.S_IMODE(path.stat().st_mode))
        finished.replace(path)
        if os.name == "posix":  # the rename survives a power cut
            descriptor = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other processes from writing to a file, for a caller who reads it and then replaces it.

    Raises `FileBusyError` if another process is writing. The lock is a file beside it, which is
    removed at the end. The file itself is locked too, in the way of the HDF5 library: no program
    can then open it with HDF5 for writing, and any can for reading.
    """
    import filelock  # takes a while to import

    lock = filelock.FileLock(path.with_name(f".{path.name}.lock"))
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        with writing(path, Path(lock.lock_file)):  # it may be the folder that refuses the lock
            os.close(os.open(lock.lock_file, os.O_CREAT | os.O_RDWR))
        raise FileBusyError(f"{path} is being written by another process") from None
    try:
        with _shared(path):
            yield
    finally:
        Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()


@contextlib.contextmanager
def _shared(path: Path) -> Iterator[None]:
    """Lock a file as its readers do; raises `FileBusyError` if it is open for writing."""
    with contextlib.ExitStack() as stack:
        try:
            import fcntl

            if path.is_file():
                file = stack.enter_context(path.open("rb"))
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                # Linux refuses a lease while a program has it open for writing, with a lock or not;
                # on what is no disk of this machine, also for other reasons.
                if os.major(path.stat().st_dev):
                    fcntl.fcntl(file, fcntl.F_SETSIG, signal.SIGURG)  # which does nothing
                    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
                    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        except BlockingIOError:
            raise FileBusyError(f"{path} is open for writing in another program") from None
        except (ImportError, AttributeError, OSError):  # this system, or its disk, lacks one
            pass
        yield


def read_small(path: Path, most: int) -> str:
    """The text of a file, without a byte-order mark; its lines end as Python's do.

    Raises `FileFormatError` if it is not a regular file (a device has no end) or has more than
    `most` bytes or is not UTF-8, and `FileNotFoundError` if nothing is there.
    """
    check_file(path, "a text file")
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise FileFormatError(f"{path} has more than {most:,} bytes: expected {most:,} or fewer")
    try:
        return io.TextIOWrapper(io.BytesIO(data), "utf-8-sig", ONLY_UTF8).read()
    except ValueError as error:
        raise FileFormatError(f"{path}: {error}") from None

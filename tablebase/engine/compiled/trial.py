"""Runs a game's kernels in a process of their own, where a stray write does no harm.

There they are compiled with Numba's check of bounds, and kept apart from others. Without that check
a kernel that writes beyond `out` changes some memory of the process that called it. A kernel that
never returns, or asks for endless memory, ends with its process at the limits of `try_out`.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from tempfile import TemporaryFile
from types import FunctionType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core import serialize
from numba.extending import register_jitable

from tablebase.engine.arrays import I64
from tablebase.engine.compiled.loops import LAYER, SUCCESSORS
from tablebase.engine.compiled.solver import CompiledSolver
from tablebase.engine.game import Game, named
from tablebase.engine.jobs.machine import check_memory
from tablebase.engine.kernels import cache_folder, compile_game_kernel, game_kernel
from tablebase.engine.position import CompiledRules
from tablebase.errors import KernelError

SECONDS = 300
"""How long the kernels may be compiled and run; each 100,000 ranks more add a second."""

MEMORY = 4 << 30
"""Bytes of memory that the kernels' process may use, and print, besides what they return."""


class Found(NamedTuple):
    """What the kernels of a game return for every rank, or only for the last if that is enough."""

    layers: I64
    counts: I64
    after: I64
    """The successors, shape ``(size, max_moves)``, in the first `counts` places of each row."""


def try_out(game: Game[Any], rules: CompiledRules, *, keep: bool = False) -> Found:
    """Run a game's kernels for every rank; `keep` asks for all that they return.

    Raises `KernelError` if a kernel cannot be compiled, leaves the bounds of an array, raises an
    error, crashes, needs more than `MEMORY`, or has not returned from all ranks within `SECONDS`
    and another second for each 100,000 ranks. Raises `MemoryError` if what is to be kept does not
    fit in memory. The process ends with the calling one; so does what its kernels have started.
    """
    about = f"kernels of {game.name} {game.key}"
    kept = (game.size if keep else 1) * (rules.max_moves + 2) * 8
    seconds = SECONDS + game.size // 100_000
    check_memory(kept, about)
    compile_game_kernel(rules.successors, SUCCESSORS.signature)
    compile_game_kernel(rules.layer, LAYER.signature)
    kernels = [getattr(kernel, "py_func", kernel) for kernel in (rules.successors, rules.layer)]
    limits = os.getpid(), seconds, MEMORY + kept
    work = serialize.dumps((*kernels, rules.context, rules.max_moves, game.size, keep))
    env = {
        **os.environ,
        "NUMBA_BOUNDSCHECK": "1",
        "NUMBA_CACHE_DIR": str(cache_folder().parent / "trials"),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    command = [sys.executable, "-m", __name__]
    # Files, because a pipe stays open while a process that a kernel has started has it.
    with TemporaryFile() as answer, TemporaryFile() as said:
        streams: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": answer, "stderr": said}
        process = subprocess.Popen(command, env=env, start_new_session=True, **streams)
        try:
            process.communicate(pickle.dumps((limits, work)), seconds)
        except subprocess.TimeoutExpired:
            raise KernelError(f"{about}: they have not returned within {seconds} s") from None
        finally:
            with suppress(ProcessLookupError):
                end = getattr(signal, "SIGKILL", signal.SIGTERM)
                getattr(os, "killpg", os.kill)(process.pid, end)
            process.wait()
        said.seek(max(0, said.tell() - 1000))
        if process.returncode or not answer.tell():
            last = said.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise KernelError(f"{about}: {last or 'they end the process'}")
        answer.seek(0)
        rank, error, found = pickle.load(answer)
    if error:
        raise KernelError(f"{named(game, rank)}: {error}, with max_moves {rules.max_moves}")
    return Found(*found)


def checked_solver(game: Game[Any]) -> CompiledSolver:
    """A solver that checks what the kernels return, once they have kept within their arrays.

    Raises `KernelError` if they have not, and `ValueError` if the game has no compiled rules.
    """
    if (rules := game.compiled) is None:
        raise ValueError(f"{game.name} has no compiled rules that could be checked")
    check_memory(game.size, f"a table of {game.name} {game.key}, {game.size:,} positions,")
    try_out(game, rules)
    return CompiledSolver(game, rules, check=True)


def main() -> None:
    """Run the kernels that standard input names, and write what they return, or their error."""
    # What a kernel prints goes to stderr.
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    limits, work = pickle.load(sys.stdin.buffer)
    _limit(*limits)
    successors, layer, context, max_moves, size, keep = pickle.loads(work)
    for function in (successors, layer):
        _register(function, set())
    at = np.zeros(1, np.int64)
    kept = size if keep else 1
    layers, counts = np.zeros((2, kept), np.int64)
    found = Found(layers, counts, np.zeros((kept, max_moves), np.int64))
    error = ""
    try:
        _run(game_kernel(successors), game_kernel(layer), context, size, at, found)
    except Exception as raised:  # a kernel may raise anything
        error = f"{type(raised).__name__}: {raised}"
    results.write(pickle.dumps((int(at[0]), error, tuple(found))))
    results.close()


def _limit(parent: int, seconds: int, most: int) -> None:
    """Have the system end this process after a time, or with its parent; and limit what it takes.

    A kernel keeps Python from running, so no thread of this process could.
    """
    with suppress(ImportError, AttributeError, OSError, ValueError):  # not on every system
        import resource

        signal.alarm(seconds)
        for limit in (resource.RLIMIT_DATA, resource.RLIMIT_FSIZE):
            resource.setrlimit(limit, (most, most))
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.name == "posix" and os.getppid() != parent:  # it had ended before
        os._exit(1)


@numba.njit  # type: ignore[untyped-decorator]
def _run(successors: Any, layer: Any, context: Any, size: int, at: I64, found: Found) -> None:
    for rank in range(size):
        at[0] = rank
        place = rank % found.counts.size
        found.counts[place] = successors(rank, context, found.after[place])
        if found.counts[place] >= 0:
            found.layers[place] = layer(rank, context)


def _register(function: FunctionType, seen: set[str]) -> None:
    """Make known to Numba what a function of a script or notebook calls.

    Such functions were sent as code, without what their decorators did.
    """
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType) and value.__module__ == "__main__" and name not in seen:
            seen.add(name)
            register_jitable(value)
            _register(value, seen)


if __name__ == "__main__":
    main()

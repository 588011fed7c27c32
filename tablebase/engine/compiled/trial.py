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

from tablebase.engine.arrays import I64, U64
from tablebase.engine.compiled.loops import LAYER, SUCCESSORS
from tablebase.engine.compiled.solver import CompiledSolver
from tablebase.engine.compiled.walks import MOVES
from tablebase.engine.game import Game, named
from tablebase.engine.jobs.machine import check_memory
from tablebase.engine.kernels import cache_folder, compile_game_kernel, game_kernel
from tablebase.engine.position import CompiledRules
from tablebase.errors import KernelError

SECONDS = 300
"""How long the kernels may be compiled and run; each 100,000 ranks more add a second."""

MEMORY = 4 << 30
"""Bytes of memory that the kernels' process may use, besides what they return."""


OUTPUT = 1 << 26
"""Bytes that it may write to a file, besides what it returns."""


class Found(NamedTuple):
    """What the kernels of a game return for every rank, or only for the last if that is enough."""

    layers: I64
    counts: I64
    after: I64
    """The successors, shape ``(size, max_moves)``, in the first `counts` places of each row."""
    state_counts: I64
    states: U64
    """What `CompiledRules.moves` returns and fills in for each of the given states."""


def try_out(
    game: Game[Any], rules: CompiledRules, *, keep: bool = False, states: U64 | None = None
) -> Found:
    """Run a game's kernels for every rank, and for some states, shape ``(n, words)``.

    `keep` asks for all that they return for ranks. Raises `KernelError` if a kernel cannot be
    compiled, leaves the bounds of an array, raises an error, crashes, needs more than `MEMORY`, or
    has not returned from all ranks within `SECONDS` and another second for each 100,000 ranks.
    Raises `MemoryError` if what is to be kept does not fit in memory. The process ends with the
    calling one, and takes with it what kernels have started.
    """
    about = f"kernels of {game.name} {game.key}"
    given = np.zeros((0, 1), np.uint64) if states is None else states
    kept = ((game.size if keep else 1) * (rules.max_moves + 2) + given.size * rules.max_moves) * 8
    seconds = SECONDS + game.size // 100_000
    check_memory(kept, about)
    compile_game_kernel(rules.successors, SUCCESSORS.signature)
    compile_game_kernel(rules.layer, LAYER.signature)
    every = [rules.successors, rules.layer]
    if states is not None and rules.moves is not None:
        compile_game_kernel(rules.moves, MOVES.signature)
        every.append(rules.moves)
    kernels = [getattr(kernel, "py_func", kernel) for kernel in every]
    work = kernels, rules.context, rules.max_moves, game.size, keep, given
    env = {
        **os.environ,
        "NUMBA_BOUNDSCHECK": "1",
        "NUMBA_CACHE_DIR": str(cache_folder().parent / "trials"),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    command = [sys.executable, "-m", __name__]
    # In files, because a pipe is open as long as a process has it that a kernel has started.
    with TemporaryFile() as asked, TemporaryFile() as answer, TemporaryFile() as said:
        limits = os.getpid(), seconds, MEMORY + kept, OUTPUT + kept
        pickle.dump((limits, serialize.dumps(work)), asked)
        asked.seek(0)
        process = subprocess.Popen(
            command, stdin=asked, stdout=answer, stderr=said, env=env, start_new_session=True
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise KernelError(f"{about}: they have not returned within {seconds} s") from None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if code or not answer.seek(0, os.SEEK_END):
            said.seek(-min(said.seek(0, os.SEEK_END), 1000), os.SEEK_END)
            last = said.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise KernelError(f"{about}: {last or 'they end the process'}")
        answer.seek(0)
        at, error, found = pickle.load(answer)
    if error:
        where = named(game, at) if at >= 0 else f"the state {given[-1 - at].tolist()}"
        raise KernelError(f"{where}: {error}, with max_moves {rules.max_moves}")
    return Found(*found)


def checked_solver(game: Game[Any]) -> CompiledSolver:
    """A solver that checks what the kernels return, once they have kept within their arrays.

    Raises `KernelError` if they have not, and `ValueError` if the game has no compiled rules.
    """
    rules = game.compiled
    if rules is None:
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
    functions, context, max_moves, size, keep, given = pickle.loads(work)
    for function in functions:
        _register(function, set())
    successors, layer, *moves = map(game_kernel, functions)
    at = np.zeros(1, np.int64)
    kept = size if keep else 1
    layers, counts = np.zeros((2, kept), np.int64)
    after = np.zeros((len(given), max_moves, given.shape[1]), np.uint64)
    found = Found(
        layers, counts, np.zeros((kept, max_moves), np.int64), np.zeros(len(given), np.int64), after
    )
    error = ""
    try:
        _run(successors, layer, context, size, at, found)
        for kernel in moves:
            _run_states(kernel, context, given, at, found)
    except Exception as raised:  # a kernel may raise anything
        error = f"{type(raised).__name__}: {raised}"
    results.write(pickle.dumps((int(at[0]), error, tuple(found))))
    results.close()


def _limit(parent: int, seconds: int, memory: int, output: int) -> None:
    """Have the system end this process after a time, or with its parent; and limit what it takes.

    A kernel keeps Python from running, so no thread of this process could.
    """
    with suppress(ImportError, AttributeError, OSError, ValueError):  # not on every system
        import resource

        signal.alarm(seconds)
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:  # it had ended before
        os._exit(1)


@numba.njit  # type: ignore[untyped-decorator]
def _run(successors: Any, layer: Any, context: Any, size: int, at: I64, found: Found) -> None:
    for rank in range(size):
        at[0] = rank
        place = rank % found.counts.size
        found.counts[place] = successors(rank, context, found.after[place])
        if found.counts[place] >= 0:
            found.layers[place] = layer(rank, context)


@numba.njit  # type: ignore[untyped-decorator]
def _run_states(moves: Any, context: Any, given: U64, at: I64, found: Found) -> None:
    for number in range(len(given)):
        at[0] = -1 - number
        found.state_counts[number] = moves(given[number], context, found.states[number])


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

"""Commands in processes of their own, with limits on time and memory.

Starting Python and importing everything costs a second, so `Processes` imports once and forks for
each command: a process with its own standard streams, folder and limits. `Outcome.problems` lists
what no command may do, whatever its input.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, NamedTuple

from support import environment

# What a command may use: seconds of processor time, seconds in all, bytes of memory.
SECONDS = 30
WAIT = 120
BYTES = 1 << 30

# Where it is stopped, so that a failure does not take the whole machine down.
_MOST_BYTES = 6 << 30
_MOST_WRITTEN = 1 << 30

COMMAND_LINE = "tablebase_cli:main"


class Outcome(NamedTuple):
    """How a command ended."""

    code: int  # negative for a signal
    out: str
    err: str
    bytes: int

    def problems(self) -> list[str]:
        """What it did that no command may do."""
        return [*self._end(), *self._words()]

    def _end(self) -> Iterator[str]:
        if self.code in (-signal.SIGKILL, -signal.SIGXCPU):
            yield f"no end: {signal.Signals(-self.code).name}"
        elif self.code not in (0, 1, 2):
            yield f"exit code {self.code}: {self.err[-2000:]}"
        if self.bytes > BYTES:
            yield f"{self.bytes:,} bytes of memory"
        if "Unable to allocate" in self.err or "out of memory" in self.err:
            yield f"more memory than {_MOST_BYTES:,} bytes: {self.err[-2000:]}"

    def _words(self) -> Iterator[str]:
        if "Traceback" in self.err + self.out or "Exception ignored" in self.err:
            yield self.err[-2000:]
        if len(self.err) > 10_000:
            yield f"{len(self.err)} characters on stderr"
        if self.code in (1, 2) and not self.err.strip().removeprefix("tablebase:"):
            yield f"exit code {self.code} without a word"
        if controls := {sign for sign in self.out + self.err if _controls(sign)}:
            yield f"commands the terminal: {controls}"


def _controls(sign: str) -> bool:
    return not sign.isprintable() and sign != "\n"


class Processes:
    """Runs commands, each in a process forked from one that has imported what it needs.

    A context manager. The function that `imports` names is called first, so that whatever it
    imports and compiles is there for each command. A command may use `seconds` of processor time,
    and take `wait` in all.
    """

    def __init__(self, imports: str = "", seconds: int = SECONDS, wait: int = WAIT) -> None:
        self._imports = imports
        self._limits = seconds, wait
        self._server = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )

    def __enter__(self) -> Processes:
        if self._imports:
            with tempfile.TemporaryDirectory() as folder:
                ended = self.run([], Path(folder), main=self._imports, here=True)
            assert (ended.code, ended.problems()) == (0, [])
        return self

    def __exit__(self, *_: object) -> None:
        with self._server as server:
            assert server.stdin is not None
            server.stdin.close()
            assert server.wait(timeout=30) == 0

    def run(
        self,
        args: Sequence[str],
        folder: Path,
        stdin: str = "",
        *,
        main: str = COMMAND_LINE,
        here: bool = False,
    ) -> Outcome:
        """Run a command in a folder, whose subfolder `home` is the user's own.

        `main` names the function that takes the arguments. With `here` the forking process runs the
        command itself, so that it imports what the command needs.
        """
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        request = {
            "main": main, "args": list(args), "folder": str(folder), "stdin": stdin, "here": here,
            "limits": self._limits,
        }  # fmt: skip
        self._server.stdin.write(json.dumps(request) + "\n")
        self._server.stdin.flush()
        return Outcome(*json.loads(self._server.stdout.readline()))


def serve() -> None:
    """Run the commands that stdin names, one a line."""
    answers = os.fdopen(os.dup(1), "w")
    while line := sys.stdin.readline():
        request = json.loads(line)
        with ExitStack() as opened:
            streams = [opened.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            streams[0].write(request["stdin"].encode(errors="surrogateescape"))
            streams[0].seek(0)
            code, most = (_here if request["here"] else _in_a_child)(request, streams)
            out, err = map(_text, streams[1:])
        print(json.dumps([code, out, err, most]), file=answers, flush=True)


def _text(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode(errors="replace")


def _run(request: dict[str, Any]) -> None:
    """Run a command in its folder."""
    os.environ["TABLEBASE_HOME"] = str(Path(request["folder"], "home"))
    module, name = request["main"].split(":")
    getattr(importlib.import_module(module), name)(request["args"])


def _here(request: dict[str, Any], streams: Sequence[IO[bytes]]) -> tuple[int, int]:
    """Run a command in this process, for its imports; returns its exit code, and 0."""
    kept = [os.dup(number) for number in range(3)]
    _connect(streams)
    code = 0
    try:
        with contextlib.chdir(request["folder"]):
            _run(request)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except Exception:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    for number, descriptor in enumerate(kept):
        os.dup2(descriptor, number)
        os.close(descriptor)
    gc.freeze()  # existing objects are not scanned again in every process
    return code, 0


def _in_a_child(request: dict[str, Any], streams: Sequence[IO[bytes]]) -> tuple[int, int]:
    """Run a command in a process as if a shell had started it; returns exit code and memory."""
    seconds, wait = request["limits"]
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.chdir(request["folder"])
        _connect(streams)
        for kind, limit in (
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_AS, _MOST_BYTES),
            (resource.RLIMIT_FSIZE, _MOST_WRITTEN),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.setrlimit(kind, (limit, limit))
        _run(request)
        sys.exit()
    return _wait(pid, wait, streams[1] if "serve" in request["args"] else None)


def _connect(streams: Sequence[IO[bytes]]) -> None:
    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)


def _wait(pid: int, most: float, server: IO[bytes] | None) -> tuple[int, int]:
    """Wait for a process, and stop it after `most` seconds; returns its exit code and its memory.

    A server is interrupted, as by Ctrl-C, when it has written its address to the stream `server`.
    """
    started = time.monotonic()
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024
        time.sleep(0.002)
        with contextlib.suppress(ProcessLookupError):
            if server is not None and os.fstat(server.fileno()).st_size:
                server = None
                os.kill(pid, signal.SIGINT)
            if time.monotonic() - started > most:
                os.killpg(pid, signal.SIGKILL)


if __name__ == "__main__":
    serve()

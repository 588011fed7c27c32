"""Run the commands of claims, and keep what they print."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any

from reproduce.claims import Claim
from reproduce.comparing import Comparison, compare
from tablebase._version import __version__
from tablebase.study.runs import FileKind, save, saved

PROGRAMS = {
    "tablebase": (sys.executable, "-c", "from tablebase_cli import main; main()"),
    "python": (sys.executable,),
}
"""How a command's first word is run, so that the environment's PATH does not matter."""


RESULT = FileKind("the result of a command", "result", most=1 << 28)

FOLDERS = "data", "docs", "tools"
"""Folders of the repository that commands name."""


class CommandError(RuntimeError):
    """A claim's command ended with an error."""


@dataclass(frozen=True)
class Outcome:
    """A claim beside its page, or why it could not be computed, and how long it took."""

    claim: Claim
    result: Comparison | Exception
    seconds: float


@dataclass(frozen=True)
class Runner:
    """Computes claims of the repository `root`, and keeps what commands print in `folder`.

    Claims with the same command share its result. Each result is kept as soon as it is computed, so
    an interrupted run continues where it stopped.
    """

    root: Path
    folder: Path
    _running: set[subprocess.Popen[str]] = field(default_factory=set, init=False, compare=False)

    def compare_all(self, claims: Sequence[Claim], workers: int = 1) -> Iterator[Outcome]:
        """Compare claims, `workers` of them at once, and yield each when it is done.

        Leaving the iteration early kills the commands that are running.
        """
        groups = sharing(claims)
        if workers > 1:  # the longest first, so that no worker is left with one alone
            groups.sort(key=lambda group: -sum(claim.seconds for claim in group))
        done: SimpleQueue[Outcome] = SimpleQueue()
        left = Event()

        def compare_in_turn(group: Sequence[Claim]) -> None:
            for claim in group:
                if not left.is_set():
                    done.put(self._outcome(claim))

        pool = ThreadPoolExecutor(workers)
        try:
            for group in groups:
                pool.submit(compare_in_turn, group)
            for _ in claims:
                yield done.get()
        finally:
            left.set()
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(self._running):
                process.kill()

    def _outcome(self, claim: Claim) -> Outcome:
        start = time.monotonic()
        try:
            result: Comparison | Exception = self.compare(claim)
        except Exception as error:  # the caller decides which errors it expects
            result = error
        return Outcome(claim, result, time.monotonic() - start)

    def compare(self, claim: Claim) -> Comparison:
        """Compute a claim, or take its kept results, and compare it with its page.

        Raises `CommandError` if a command ends with an error.
        """
        page = (self.root / claim.page).read_text(encoding="utf-8")
        return compare(claim, page, [self._result(command) for command in claim.commands])

    def _result(self, command: str) -> Any:
        file = self._file(command)
        if not file.exists():
            start = time.monotonic()
            printed = self._run(command)
            seconds = round(time.monotonic() - start, 1)
            kept = {"command": command, "seconds": seconds, "printed": printed}
            save(file, kept, indent=1)
        printed = saved(file, RESULT, lambda data: str(data["printed"]))
        return json.loads(printed) if printed[:1] in ("{", "[") else printed

    def _file(self, command: str) -> Path:
        key = sha256(f"{__version__} {command}".encode()).hexdigest()
        return self.folder / f"{key[:16]}.json"

    def _run(self, command: str) -> str:
        program, *arguments = shlex.split(command)
        # Names of repository files become absolute; everything else is written to the folder.
        arguments = [
            str(self.root.resolve() / word) if word.split("/")[0] in FOLDERS else word
            for word in arguments
        ]
        with subprocess.Popen(
            [*PROGRAMS[program], *arguments],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            self._running.add(process)
            try:
                printed, errors = process.communicate()
            finally:
                self._running.discard(process)
        if process.returncode:
            last = (errors.strip().splitlines() or ["it printed nothing"])[-1]
            raise CommandError(f"{command} ended with exit code {process.returncode}: {last}")
        return printed


def sharing(claims: Sequence[Claim]) -> list[list[Claim]]:
    """Claims in groups, such that no command is in two groups."""
    groups: list[list[Claim]] = []
    for claim in claims:
        joined = [group for group in groups if any(_shares(claim, other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([*(other for group in joined for other in group), claim])
    return groups


def _shares(one: Claim, other: Claim) -> bool:
    return not set(one.commands).isdisjoint(other.commands)

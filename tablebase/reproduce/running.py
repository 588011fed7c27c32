"""Run the commands of claims, and keep what they print."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from tablebase._version import __version__
from tablebase.engine.files import replacing
from tablebase.reproduce.claims import Claim, Comparison

PROGRAMS = {
    "tablebase": (sys.executable, "-c", "from tablebase_cli import main; main()"),
    "python": (sys.executable,),
}
"""How a command's first word is run, so that the environment's PATH does not matter."""


FOLDERS = "benchmarks", "data", "docs"
"""Folders of the repository that commands name."""


class CommandError(RuntimeError):
    """A claim's command ended with an error."""


@dataclass(frozen=True)
class Runner:
    """Computes claims of the repository `root`, and keeps what commands print in `folder`.

    Claims with the same command share its result. Each result is kept as soon as it is computed, so
    an interrupted run continues where it stopped.
    """

    root: Path
    folder: Path

    def compare(self, claim: Claim) -> Comparison:
        """Compute a claim, or take its kept results, and compare it with its page.

        Raises
        ------
        CommandError
            If a command ends with an error.
        """
        page = (self.root / claim.page).read_text(encoding="utf-8")
        return claim.compare(page, [self._result(command) for command in claim.commands])

    def is_kept(self, claim: Claim) -> bool:
        """Whether the results of all of a claim's commands are already kept."""
        return all(self._file(command).exists() for command in claim.commands)

    def _result(self, command: str) -> Any:
        file = self._file(command)
        if not file.exists():
            start = time.monotonic()
            printed = self._run(command)
            seconds = round(time.monotonic() - start, 1)
            kept = {"command": command, "seconds": seconds, "printed": printed}
            with replacing(file) as new:
                new.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        printed = json.loads(file.read_text(encoding="utf-8"))["printed"]
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
        done = subprocess.run(
            [*PROGRAMS[program], *arguments], cwd=self.folder, capture_output=True, text=True
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["it printed nothing"])[-1]
            raise CommandError(f"{command} ended with exit code {done.returncode}: {last}")
        return done.stdout

"""Copies of the source tree, and commands that have to succeed in them."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
MADE = "build", "site", "*.egg-info", "node_modules", "screenshots"
"""What is made in a clone, besides bytecode and what begins with a dot."""

LEFT_OUT = shutil.ignore_patterns(".*", *MADE, "__pycache__")


def run(*command, cwd, umask=-1, **env):
    """Run a command that has to succeed; returns its output, without that of errors."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**os.environ, **env},
        umask=umask,
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-5000:]}\n{done.stderr[-5000:]}"
    assert "is left out" not in done.stderr  # no game is missing
    return done.stdout

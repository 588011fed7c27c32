"""The lowest and the newest versions of the package's declared dependencies.

Slow: the lowest and the newest dependencies. Needs a package index.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(
    ".*", "build", "site", "*.egg-info", "__pycache__", "node_modules"
)
PART = ("store", "append", "verify", "cli", "cluster", "web", "web_limits")
"""Tests of files, commands and the server, which depend on other packages."""


def run(*command, cwd, **env):
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env={**os.environ, **env}, text=True, capture_output=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-5000:]}\n{done.stderr[-5000:]}"


@pytest.mark.slow
@pytest.mark.parametrize("resolution", ["lowest-direct", "highest"])
def test_declared_versions(resolution, tmp_path):
    """In an environment of its own, which uv fills from the package index."""
    clone = shutil.copytree(ROOT, tmp_path / "clone", ignore=LEFT_OUT)
    run(sys.executable, "-m", "venv", "venv", cwd=tmp_path)
    python = tmp_path / "venv/bin/python"
    run(python, "-m", "pip", "install", "-q", "uv", cwd=tmp_path)
    uv = (python, "-m", "uv", "pip", "install", "-q", "--python", python)
    certificates = {"SSL_CERT_FILE": os.environ["PIP_CERT"]} if "PIP_CERT" in os.environ else {}
    run(*uv, "--resolution", resolution, ".[test]", cwd=clone, **certificates)
    # An old library may warn that another one is too new for it; that is not our concern.
    pytest_ = (python.with_name("pytest"), "-q", "-n", "2", "-o", "filterwarnings=default")
    files = [f"tests/test_{name}.py" for name in PART]
    files += sorted(str(path.relative_to(clone)) for path in clone.glob("tests/*/test_game.py"))
    own = {"NUMBA_CACHE_DIR": str(tmp_path / "kernels"), "PYTHONPATH": ""}
    run(*pytest_, *files, cwd=clone, **own)

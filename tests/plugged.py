"""An environment with our wheel and that of the game in tests/plugin, as a user installs them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLUGIN = Path(__file__).parent / "plugin"
LEFT_OUT = shutil.ignore_patterns(
    ".*", "build", "site", "*.egg-info", "__pycache__", "node_modules"
)


def environment_with_plugin(folder: Path) -> Path:
    """Make the environment; returns the folder of its programs.

    What both depend on comes from this environment, so that nothing is installed twice.
    """
    wheels = folder / "wheels"
    for name, source in (("ours", ROOT), ("kayles", PLUGIN)):
        clone = shutil.copytree(source, folder / name, ignore=LEFT_OUT)
        _pip("wheel", "-q", "--no-deps", "-w", wheels, clone)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    programs = folder / "venv" / "bin"
    python = programs / "python"
    _pip("--python", python, "install", "-q", "--no-deps", "--no-index", *wheels.iterdir())
    (packages,) = (folder / "venv/lib").glob("python*/site-packages")
    present = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (packages / "present.pth").write_text("\n".join(present))
    return programs


def run(program: Path, *args: object, **options: object) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment, and nothing of the tree."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    own = {"capture_output": True, "text": True, "timeout": 300, "env": env}
    return subprocess.run([str(program), *map(str, args)], **{**own, **options})


def _pip(*args: object) -> None:
    done = run(Path(sys.executable), "-m", "pip", *args)
    assert done.returncode == 0, done.stdout + done.stderr

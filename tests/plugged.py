"""An environment with our wheel and that of the game in tests/plugin, as a user installs them.

Makes the files of that game that programs make, after a change to their sources::

    python tests/plugged.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLUGIN = Path(__file__).parent / "plugin"
INSTALL = ("install", "-q", "--no-deps", "--no-index", "--no-compile")
LEFT_OUT = shutil.ignore_patterns(
    ".*", "build", "site", "*.egg-info", "__pycache__", "node_modules"
)


def environment_with_plugin(folder: Path) -> Path:
    """Make the environment in a folder, unless it has one; returns the folder of its programs.

    What both depend on comes from this environment, so that nothing is installed twice.
    """
    programs, made = folder / "venv" / "bin", folder / "made"
    if made.exists():
        return programs
    wheels = folder / "wheels"
    clones = [
        shutil.copytree(source, folder / name, ignore=LEFT_OUT)
        for name, source in (("ours", ROOT), ("kayles", PLUGIN))
    ]
    _pip("wheel", "-q", "--no-deps", "--no-build-isolation", "-w", wheels, *clones)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = programs / "python"
    _pip("--python", python, *INSTALL, *wheels.iterdir())
    (packages,) = (folder / "venv/lib").glob("python*/site-packages")
    present = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (packages / "present.pth").write_text("\n".join(present))
    made.touch()
    return programs


def installed(programs: Path) -> Path:
    """The folder of the game in the environment."""
    (folder,) = (programs.parent / "lib").glob("python*/site-packages/kayles")
    return folder


def run(program: Path, *args: object, **options: object) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment, and nothing of the tree."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    own = {"capture_output": True, "text": True, "timeout": 300, "env": env}
    return subprocess.run([str(program), *map(str, args)], **{**own, **options})


def _pip(*args: object) -> None:
    done = run(Path(sys.executable), "-m", "pip", *args)
    assert done.returncode == 0, done.stdout + done.stderr


def make_files() -> None:
    """Make the plugin's files that programs make, and put them in the tree: needs ``wasm-ld``."""
    with tempfile.TemporaryDirectory() as folder:
        python = environment_with_plugin(Path(folder)) / "python"
        for module in ("tablebase.web.records", "tablebase.web.wasm"):
            done = run(python, "-m", module, "kayles", cwd=folder, env=in_place(PLUGIN))
            assert done.returncode == 0, done.stdout + done.stderr
            print(done.stdout, end="")


def in_place(plugin: Path) -> dict[str, str]:
    """The variables of a process that imports the game from a folder, as `pip install -e` does."""
    return {**os.environ, "PYTHONPATH": str(plugin)}


if __name__ == "__main__":
    make_files()

"""The lowest and the newest versions of the package's declared dependencies, and of Python.

Slow: the lowest and the newest dependencies, and each Python among the classifiers. Needs a package
index, and the Pythons.
"""

import os
import re
import shutil
import subprocess
import sys

import pytest
from support.trees import LEFT_OUT, ROOT, run

PART = (
    "engine/test_store", "engine/test_append", "engine/test_verify", "engine/test_cluster",
    "cli/test_cli", "web/test_wasm", "web/test_web", "web/test_web_limits",
)  # fmt: skip
"""Tests of files, commands and the server, which depend on other packages."""

PYTHONS = re.findall(
    r"Programming Language :: Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8")
)


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
    run_part(clone, python, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("version", PYTHONS)
def test_pythons(version, tmp_path):
    """The README's first command, and a part of the tests, with each Python that we name."""
    python = shutil.which(f"python{version}")
    if python is None:
        pytest.skip(f"needs python{version} on the path")
    clone = shutil.copytree(ROOT, tmp_path / "clone", ignore=LEFT_OUT)
    (folder := tmp_path / "bin").mkdir()
    # What is on the path may be a script that finds the Python by its own name.
    real = subprocess.check_output([python, "-c", "import sys; print(sys.executable)"], text=True)
    (folder / "python3").symlink_to(real.strip())
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    readme = (ROOT / "README.md").read_text("utf-8")
    command = re.search(r"<!-- install command -->\n```sh\n(.*?)\n```", readme, re.DOTALL)[1]
    run("bash", "-euo", "pipefail", "-c", command, cwd=clone, PATH=path)
    python = clone / ".venv/bin/python"
    run(python, "-c", f"import sys; assert sys.version.startswith('{version}.')", cwd=clone)
    run(python.with_name("uv"), "pip", "install", "-q", "-e", ".[test]", cwd=clone)
    run_part(clone, python, tmp_path)


def run_part(clone, python, folder):
    """Run a part of the tests. An old library may warn that another one is too new for it."""
    pytest_ = (python.with_name("pytest"), "-q", "-n", "2", "-o", "filterwarnings=default")
    files = [f"tests/{name}.py" for name in PART]
    files += sorted(
        str(path.relative_to(clone)) for path in clone.glob("tests/rooms/*/test_game.py")
    )
    own = {"NUMBA_CACHE_DIR": str(folder / "kernels"), "PYTHONPATH": ""}
    run(*pytest_, *files, cwd=clone, **own)

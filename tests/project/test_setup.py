"""The README's commands, block after block, as a newcomer runs them.

Slow: the README's commands in one clone, and an installation that is only read. Needs a package
index.
"""

import os
import re
import shutil
import subprocess

import pytest
from support.trees import LEFT_OUT, ROOT

LOCKED = "Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)"


def block(name):
    """The README's command with a name."""
    found = re.search(
        rf"<!-- {name} command -->\n```sh\n(.*?)\n```", (ROOT / "README.md").read_text(), re.DOTALL
    )
    return found[1]


def quick_tests():
    """The test command, with just one file."""
    command = block("test")
    assert "pytest" in command.split("&&")[-1]
    return f"{command} tests/collapsi/test_deals.py"


@pytest.fixture
def clone(tmp_path):
    """The source tree, as in a fresh clone."""
    return shutil.copytree(ROOT, tmp_path / "clone", ignore=LEFT_OUT)


@pytest.fixture
def run(clone, tmp_path):
    """Run a command in the clone, for a user with an empty cache; returns its output."""
    (tmp_path / "home").mkdir()
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    own = {"XDG_CACHE_HOME": str(tmp_path / "home/cache"), "XDG_DATA_HOME": str(tmp_path / "home")}

    def run(command, **env):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command],
            cwd=clone,
            env=kept | own | env,
            text=True,
            capture_output=True,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout, done.stderr

    return run


def files(folder):
    """The files of a folder, but for the bytecode that Python writes itself."""
    every = (path for path in folder.rglob("*") if path.is_file())
    return {str(path) for path in every if path.suffix != ".pyc"}


@pytest.mark.slow
def test_block_after_block_in_one_clone(run):
    install, test = block("install"), quick_tests()
    for command in (install, test, install, test, install):  # each after the other, twice
        run(command)


@pytest.mark.slow
def test_an_installation_is_only_read(clone, run, tmp_path):
    """It can be on a read-only disk; and if nothing can be written, it all works uncached."""
    run(block("install").split(" && .venv/bin/tablebase")[0])
    installed = files(clone / ".venv")
    command = ".venv/bin/tablebase build A223/4A2J/3A23/J3A4 --force -o deals.h5"
    run(command)
    assert files(clone / ".venv") == installed
    said, _ = run(command, NUMBA_DEBUG_CACHE="1")
    assert "data loaded from" in said
    assert "data saved" not in said

    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file/home")
    unwritable = {"HOME": nowhere, "XDG_CACHE_HOME": nowhere, "XDG_DATA_HOME": nowhere}
    said_out, said = run(command, **unwritable)
    assert said_out.startswith("built 1 table")
    assert said.startswith("tablebase: compiled kernels are not kept in ")
    assert said.count("\n") == 1


@pytest.mark.slow
def test_what_an_older_version_left_does_no_harm(clone, run):
    """Numba used to keep machine code beside the modules, where it outlives an uninstall."""
    run(block("install"))
    (package,) = clone.glob(".venv/lib/python*/site-packages/tablebase")
    left = package / "games/collapsi/__pycache__/kernels.solve_blocks-1.py311.nbi"
    left.write_bytes(b"")
    run(quick_tests())


def install_with(apt_get, tmp_path, script):
    """Run a script that installs what is not there, with another `apt-get`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in ("sh", "id", "seq", "env", "rm"):
        (folder / tool).symlink_to(shutil.which(tool))
    for name, does in {"apt-get": apt_get, "sleep": "", "sudo": 'exec "$@"'}.items():
        (folder / name).write_text(f"#!/bin/sh\n{does}\n")
        (folder / name).chmod(0o755)
    return subprocess.run(
        [folder / "sh", ROOT / "tests" / script],
        env={"PATH": str(folder)},
        cwd=tmp_path,
        text=True,
        capture_output=True,
    )


FAILS = 'echo "E: {}" >&2; exit 100'
BUSY = f"[ -e locked ] || exit 0; rm locked; {FAILS.format(LOCKED)}"
LACKS_IT = f'case "$*" in *headless*) {FAILS.format("no such package")}; esac'
NO_NETWORK = FAILS.format("no network")


@pytest.mark.parametrize(
    ("script", "apt_get", "said", "calls"),
    [
        ("browser/install.sh", BUSY, "", ["update", "update", "install"]),
        ("browser/install.sh", LACKS_IT, "", ["update", "headless-shell", "chromium fonts"]),
        ("browser/install.sh", NO_NETWORK, "E: no network\n", ["update"]),
        ("install_node.sh", NO_NETWORK, "E: no network\n", ["update"]),
        ("install_node.sh", "", "", ["update", " nodejs npm"]),
    ],
)
def test_what_tests_need_is_installed(tmp_path, script, apt_get, said, calls):
    """Waits while another program installs; any Chromium will do; other failures end it."""
    (tmp_path / "locked").touch()
    done = install_with(f'echo "$*" >> log; {apt_get}', tmp_path, script)
    assert (done.returncode, done.stderr) == (bool(said), said)
    log = (tmp_path / "log").read_text().splitlines()
    assert [words in call for call, words in zip(log, calls, strict=True)] == [True] * len(calls)
    assert all("DPkg::Lock::Timeout=600" in call for call in log)

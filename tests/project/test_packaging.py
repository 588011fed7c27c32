"""What is installed: every package and every data file of the source tree.

Slow: that two builds give the same bytes, that the wheel leaves out the tools, that the sdist holds
every file, and that its tests run. Needs a package index.
"""

import hashlib
import os
import shutil
import sys
import tarfile
import zipfile

import pytest
from support.trees import MADE, ROOT, run

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".hypothesis", ".*_cache", "dist", "__pycache__", *MADE
)  # fmt: skip
FOLDERS = {"tablebase": "tablebase", "tablebase_cli": "cli/tablebase_cli", "tablebase_data": "data"}
CLONE_ONLY = {
    "data/SHA256SUMS", "data/five.csv", "data/five-a4.csv", "data/big-board.csv",
    "data/big-board-winners.csv",
}  # fmt: skip


def test_every_file_of_the_packages_is_installed():
    """But for large results, which only a clone has, and their digests."""
    from hatchling.builders.wheel import WheelBuilder

    chosen = {
        file.relative_path: file.distribution_path
        for file in WheelBuilder(str(ROOT)).recurse_included_files()
    }
    files = {
        path.relative_to(ROOT).as_posix(): f"{name}/{path.relative_to(ROOT / folder).as_posix()}"
        for name, folder in FOLDERS.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert chosen == {path: to for path, to in files.items() if path not in CLONE_ONLY}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The results of two builds from the same files with different times and modes."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "venv", "venv", cwd=folder)
    python = folder / "venv/bin/python"
    run(python, "-m", "pip", "install", "-q", "build", cwd=folder)
    files = shutil.copytree(ROOT, folder / "files", ignore=LEFT_OUT)
    for path in files.glob("*.h5"):  # made by the README's command
        path.unlink()
    for name, umask in (("one", 0o022), ("two", 0o002)):
        clone = shutil.copytree(files, folder / name)
        for path in clone.rglob("*"):
            path.chmod(path.stat().st_mode & ~0o022 | (0o022 & ~umask))
            os.utime(path, (umask, umask * 1e7))
        run(python, "-m", "build", "-o", folder / f"{name}-dist", cwd=clone, umask=umask)
    return folder


@pytest.mark.slow
def test_builds_are_equal_to_the_byte(built):
    one, two = (
        {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
        for folder in (built / "one-dist", built / "two-dist")
    )
    assert {name.rsplit(".", 1)[1] for name in one} == {"gz", "whl"}
    assert one == two


@pytest.fixture(scope="module")
def unpacked(built):
    """The sdist's files."""
    (sdist,) = (built / "one-dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(built / "sdist", filter="data")
    (folder,) = (built / "sdist").iterdir()
    return folder


def names_in(folder):
    """The files of a clone, or of an sdist without its metadata."""
    names = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    return {name for name in names if name.name != "PKG-INFO" and "__pycache__" not in name.parts}


@pytest.mark.slow
def test_the_sdist_holds_every_file(built, unpacked):
    assert names_in(unpacked) == names_in(built / "files")


@pytest.fixture(scope="module")
def installed(built):
    """The wheel's files."""
    (wheel,) = (built / "one-dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(built / "installed")
    return built / "installed"


@pytest.mark.slow
def test_the_wheel_leaves_out_the_tools(installed):
    (metadata,) = (path.name for path in installed.glob("*.dist-info"))
    assert {path.name for path in installed.iterdir()} == {*FOLDERS, metadata}
    assert not list(installed.rglob("reproduce*"))
    program = (sys.executable, "-c", "from tablebase_cli import main; main()")
    own = {"PYTHONPATH": str(installed)}
    assert "reproduce" not in run(*program, "--help", cwd=installed.parent, **own)


@pytest.mark.slow
def test_the_suite_runs_from_the_sdist(installed, unpacked):
    """With the wheel installed, all its tests are collected, and those of six files pass.

    Those of `tablebase reproduce` pass with the sdist installed as a clone is, by its own folders.
    """
    own = {"PYTHONPATH": str(installed)}
    pytest_ = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    run(*pytest_, "--collect-only", "-m", "", "tests", cwd=unpacked, **own)
    names = ("notation", "match", "deals", "symmetry")
    files = [f"tests/collapsi/test_{name}.py" for name in names]
    files += ["tests/project/test_packaging.py", "tests/web/test_site.py"]
    run(*pytest_, *files, cwd=unpacked, **own)
    clone = {"PYTHONPATH": f"{unpacked}{os.pathsep}{unpacked / 'cli'}"}
    run(*pytest_, "tests/project/test_reproduce.py", cwd=unpacked, **clone)

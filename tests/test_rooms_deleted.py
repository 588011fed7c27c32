"""A house without some of its rooms: what remains is installed, documented, published and tested.

For each side game, and for all of them together, a copy of the tree loses the game's folder, its
tests and its entry, and is installed in an environment of its own.

Slow: that docs, page and the quick tests are right in a tree without one of the games, for each in
turn (``-k nim`` for one). Needs some minutes a game.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablebase._version import DISTRIBUTION
from tablebase.engine.rooms import default, installed

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(
    ".*", "build", "site", "*.egg-info", "node_modules", "screenshots"
)  # bytecode is copied: it stays valid, and compiling all modules takes longer than some tests
SIDE = [
    name for name, one in installed().items()
    if one.distribution == DISTRIBUTION and name != default()
]  # fmt: skip
EACH = [pytest.param((name,), id=name) for name in SIDE]
ALL = pytest.param(tuple(SIDE), id="all")
SOME = ("completion", "examples", "mutations", "output", "play_others", "selftest")
"""Tests of several games, a part for each game."""


def run(*command, cwd):
    """Run a command that has to succeed, without a warning of games; returns its output."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": ""},
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-5000:]}\n{done.stderr[-5000:]}"
    assert "is left out" not in done.stderr
    return done.stdout


def delete(name, tree):
    """Delete a game from a tree: its folder, its tests, its claims, its entry."""
    for folder in ("tablebase/games", "tests", "tests/browser"):
        shutil.rmtree(tree / folder / name, ignore_errors=folder == "tests/browser")
    (tree / f"tools/reproduce/claims/{name}.py").unlink(missing_ok=True)
    entries = tree / "pyproject.toml"
    entry = re.compile(rf'^{name} = "tablebase\.games\..*\n', re.M)
    text, found = entry.subn("", entries.read_text())
    assert found == 1
    entries.write_text(text)


def environment(folder):
    """A new environment that has the packages of this one; returns its Python."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    (own,) = folder.glob("lib/python*/site-packages")
    shared = [path for path in sys.path if path.endswith("site-packages")]
    (own / "shared.pth").write_text("\n".join(shared))
    return folder / "bin" / "python"


def pytest_words(python):
    """The words that run tests with this Python."""
    return python, "-m", "pytest", "-q", "-p", "no:cacheprovider"


@pytest.fixture(scope="module", params=[*EACH, ALL])
def deleted(request, tmp_path_factory):
    """Games that are deleted, the tree without them, and the Python of its environment."""
    folder = tmp_path_factory.mktemp("house")
    tree = shutil.copytree(ROOT, folder / "tree", ignore=LEFT_OUT)
    for name in request.param:
        delete(name, tree)
    python = environment(folder / "environment")
    options = ("install", "-q", "--no-deps", "--no-build-isolation", "-e", tree)
    run(sys.executable, "-m", "pip", "--python", python, *options, cwd=folder)
    return request.param, tree, python


@pytest.mark.thorough
def test_the_program_lists_the_others(deleted):
    names, tree, python = deleted
    program = python.with_name("tablebase")
    shown, listed = run(program, "--help", cwd=tree), run(program, "games", cwd=tree)
    for other in SIDE:
        assert bool(re.search(rf"^  {other} ", shown, re.M)) == (other not in names)
        assert bool(re.search(rf"\b{other}\b", listed)) == (other not in names)


@pytest.mark.thorough
def test_all_tests_that_remain_are_collected(deleted):
    _, tree, python = deleted
    run(*pytest_words(python), "--collect-only", "-m", "", "-o", "norecursedirs=.*", cwd=tree)


dear = pytest.mark.parametrize(
    "deleted",
    [
        pytest.param(*ALL.values, id=ALL.id, marks=pytest.mark.thorough),
        *(pytest.param(*each.values, id=each.id, marks=pytest.mark.slow) for each in EACH),
    ],
    indirect=True,
)


@dear
def test_the_reference_and_the_page(deleted, tmp_path):
    """Sphinx builds the page for playing, too."""
    names, tree, python = deleted
    source, out = tmp_path / "source", tmp_path / "out"
    source.mkdir()
    for page in ("commands.md", "api.md"):
        shutil.copy(tree / "docs" / page, source)
    # The other pages are left out: they cost time, and say the same with and without a game.
    less = "suppress_warnings=toc.not_included,myst.xref_missing"
    run(
        python, "-m", "sphinx", "-W", "-q", "-c", tree / "docs", "-D", "root_doc=commands",
        "-D", less, source, out, cwd=tree,
    )  # fmt: skip
    commands, api = ((out / page).read_text() for page in ("commands.html", "api.html"))
    for other in SIDE:
        assert (f'id="tablebase-{other}"' in commands) == (other not in names)
    assert (out / "page" / "index.html").exists()
    for name in names:
        assert f"tablebase.games.{name}." not in api
        assert not list((out / "page").rglob(f"{name}*"))


@dear
def test_some_tests_that_remain(deleted):
    _, tree, python = deleted
    run(*pytest_words(python), *(f"tests/test_{name}.py" for name in SOME), cwd=tree)


@pytest.mark.slow
def test_all_the_tests_that_remain(deleted):
    """All that the README's test command runs."""
    _, tree, python = deleted
    run(*pytest_words(python), "-n", "auto", cwd=tree)

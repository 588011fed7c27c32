"""A house without its side games: what remains is installed, documented, published and tested.

A copy of the tree loses the games' folders, tests and entries, and is installed in an environment
of its own. No side game needs another, as a contract in pyproject.toml says of their modules, and a
test of their tests: so each of them can be deleted alone, too.

Slow: that such a tree has a reference and a page, and that its quick tests pass. Needs some
minutes.
"""

import ast
import re
import shutil
import sys

import pytest
from support import trees
from support.trees import MADE, ROOT

from tablebase._version import DISTRIBUTION
from tablebase.engine.rooms import default, installed

LEFT_OUT = shutil.ignore_patterns(".*", *MADE)
"""Bytecode is copied: it stays valid, and compiling all modules takes longer than some tests."""
SIDE = [
    name for name, one in installed().items()
    if one.distribution == DISTRIBUTION and name != default()
]  # fmt: skip
TESTS = ROOT / "tests"


def run(*command, cwd):
    """Run a command that has to succeed, without the packages of this process."""
    return trees.run(*command, cwd=cwd, PYTHONPATH="")


def delete(name, tree):
    """Delete a game from a tree: its folder, its tests, its claims, its entry."""
    for folder in ("tablebase/games", "tests/rooms", "tests/browser"):
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


def modules_of(source):
    """What a program imports, by full names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_tests_import_no_other_tests_and_no_other_games_modules():
    imported = {path: list(modules_of(path.read_text())) for path in TESTS.rglob("*.py")}
    tests = re.compile(r"(.*\.)?(test_\w+|conftest)(\.|$)")
    assert [path for path, names in imported.items() if any(map(tests.match, names))] == []
    for name in SIDE:
        own = {folder / name for folder in (TESTS / "rooms", TESTS / "browser", TESTS / "plugin")}
        game = re.compile(rf"(tablebase\.games|rooms|browser)\.{name}\b")
        others = [path for path in imported if not {*path.parents} & own]
        assert len(others) > 100
        assert [path for path in others if any(map(game.match, imported[path]))] == []


@pytest.fixture(scope="module")
def deleted(tmp_path_factory):
    """The tree without the side games, and the Python of its environment."""
    folder = tmp_path_factory.mktemp("house")
    tree = shutil.copytree(ROOT, folder / "tree", ignore=LEFT_OUT)
    for name in SIDE:
        delete(name, tree)
    python = environment(folder / "environment")
    options = ("install", "-q", "--no-deps", "--no-build-isolation", "-e", tree)
    run(sys.executable, "-m", "pip", "--python", python, *options, cwd=folder)
    return tree, python


@pytest.mark.thorough
def test_the_program_lists_the_others(deleted):
    tree, python = deleted
    program = python.with_name("tablebase")
    shown, listed = run(program, "--help", cwd=tree), run(program, "games", cwd=tree)
    assert "collapsi" in listed
    for name in SIDE:
        assert not re.search(rf"^  {name} ", shown, re.M)
        assert not re.search(rf"\b{name}\b", listed)


@pytest.mark.slow
def test_all_tests_that_remain_are_collected(deleted):
    tree, python = deleted
    run(*pytest_words(python), "--collect-only", "-m", "", "-o", "norecursedirs=.*", cwd=tree)


@pytest.mark.slow
def test_the_reference_and_the_page(deleted, tmp_path):
    """Sphinx builds the page for playing, too."""
    tree, python = deleted
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
    assert 'id="tablebase-build"' in commands
    assert (out / "page" / "index.html").exists()
    for name in SIDE:
        assert f'id="tablebase-{name}"' not in commands
        assert f"tablebase.games.{name}." not in api
        assert not list((out / "page").rglob(f"{name}*"))


@pytest.mark.slow
def test_all_the_tests_that_remain(deleted):
    """All that the README's test command runs."""
    tree, python = deleted
    run(*pytest_words(python), "-n", "auto", cwd=tree)

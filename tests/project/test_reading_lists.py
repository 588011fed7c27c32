"""The docstring of each package says what to read: it names every module in the package."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = {"answers", "browser", "commands", "plots", "room", "tasks", "wasm"}
"""What any room may have, as `tablebase.engine.rooms` explains."""

PACKAGES = [
    path.parent
    for top in ("tablebase", "cli")
    for path in (ROOT / top).rglob("__init__.py")
    if path.parent.name not in ("commands", "games", "plots")  # their files say it by their names
]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_is_named(package):
    said = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    names = set(re.findall(r"[a-z_0-9]+", said))
    modules = {path.stem for path in package.glob("*.py") if not path.stem.startswith("_")}
    modules |= {path.parent.name for path in package.glob("*/__init__.py")}
    kernels = {name for name in modules if name.removesuffix("_kernels") in names}
    commands = {name for name in modules if defines_commands(package / f"{name}.py")}
    assert modules - kernels - commands - PARTS <= names
    listed = set(re.findall(r"^ *([a-z][a-z_0-9]*)\.py\b", said, re.MULTILINE))
    assert listed <= modules


def defines_commands(path):
    """Whether a file's first line names its commands."""
    return path.is_file() and path.read_text("utf-8").startswith('"""`tablebase ')

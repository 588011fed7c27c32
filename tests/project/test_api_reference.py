"""The library reference has every public name, under the path that it is imported by."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from tablebase.engine.rooms import installed

DOCS = Path(__file__).parents[2] / "docs"
PACKAGES = ["tablebase", *(f"tablebase.games.{name}" for name in installed() if name != "collapsi")]
"""Collapsi's public names are those of the library itself."""


def documented():
    """The paths that the reference has directives for, other than members of modules."""
    module = ""
    for file in [DOCS / "api.md", *(DOCS / "api").glob("*.md")]:
        for directive, name in re.findall(r"^\.\. (\w+):: (\S+)$", file.read_text(), re.MULTILINE):
            if directive == "currentmodule":
                module = name
            elif directive != "automodule":
                yield name if "." in name else f"{module}.{name}"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_in_the_reference(package):
    public = getattr(import_module(package), "__all__", [])
    wanted = {f"{package}.{name}" for name in public if not re.search("^_|Error$", name)}
    assert wanted <= set(documented())  # errors are those of the module `errors`


def test_everything_in_the_reference_exists():
    for path in documented():
        module, _, name = path.rpartition(".")
        assert hasattr(import_module(module), name), path

"""What is installed: every package and every data file of the source tree."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import tablebase

ROOT = Path(__file__).parents[1]
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
FOLDERS = {"tablebase": "tablebase", "tablebase_cli": "cli", "tablebase_data": "data"}


def packages(name):
    for init in (ROOT / FOLDERS[name]).rglob("__init__.py"):
        yield ".".join((name, *init.parent.relative_to(ROOT / FOLDERS[name]).parts))


@pytest.mark.parametrize("name", FOLDERS)
def test_every_package_is_installed(name):
    listed = {package for package in SETUP["packages"] if package.split(".")[0] == name}
    assert listed == set(packages(name))


def test_every_rules_file_is_installed():
    (pattern,) = (found for found in SETUP["package-data"]["tablebase_data"] if "rules" in found)
    files = {path.name for path in (ROOT / "data/rules").iterdir()}
    assert {path.name for path in (ROOT / "data").glob(pattern)} == files


def test_the_citation_names_this_version():
    assert f"\nversion: {tablebase.__version__}\n" in (ROOT / "CITATION.cff").read_text()

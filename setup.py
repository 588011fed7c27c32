"""The packages, as they lie in the tree: a new folder needs no entry. See pyproject.toml."""

from setuptools import find_packages, setup

setup(
    packages=[
        *find_packages(include=["tablebase", "tablebase.*"]),
        "tablebase_cli",
        "tablebase_data",
    ]
)

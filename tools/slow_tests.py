"""List the files with slow tests or samples: what these check, and what they need.

python tools/slow_tests.py
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"


def slow_tests() -> Iterator[tuple[Path, str]]:
    """The files with slow tests outside a browser, and what their docstrings say of them."""
    for path in sorted(TESTS.rglob("test_*.py")):
        source = path.read_text("utf-8")
        said = ast.get_docstring(ast.parse(source)) or ""
        found = re.search(r"^Slow: (.*?)(?=\n\n|\Z)", said, re.DOTALL | re.MULTILINE)
        if (found or "mark.slow" in source) and "browser" not in path.parts:
            yield path, " ".join(found[1].split()) if found else ""


if __name__ == "__main__":
    for path, said in slow_tests():
        print(f"pytest -m '' --effort full {path.relative_to(TESTS.parent)}\n    {said}")

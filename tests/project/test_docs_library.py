"""The examples of docs/library.md, run from top to bottom.

Slow: that all examples run, with the whole game too. Needs minutes and 6 GiB of memory.
"""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "library.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
LONG = re.compile(r"build_large|solve_game")
"""What only the slow test runs: it takes minutes, or gigabytes."""


def run(examples, folder, monkeypatch):
    monkeypatch.chdir(folder)
    names = {}
    for example in examples:
        exec(compile(example, str(PAGE), "exec"), names)


def test_the_quick_examples(tmp_path, monkeypatch, home, capsys):
    quick = [example for example in EXAMPLES if not LONG.search(example)]
    assert 5 < len(quick) < len(EXAMPLES)
    run(quick, tmp_path, monkeypatch)
    assert "red 13 3" in capsys.readouterr().out


@pytest.mark.slow
def test_all_examples(tmp_path, monkeypatch, home):
    run(EXAMPLES, tmp_path, monkeypatch)

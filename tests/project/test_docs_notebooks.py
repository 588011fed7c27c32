"""The notebooks of the docs run, and show what they say.

Slow: that the notebooks in docs/notebooks run, and show what they say. Needs a minute.
"""

import re

import nbformat
import pytest
from notebooks import FOLDER, PATHS, executed, shown

FIGURE = re.compile(r"\*\*([0-9][0-9.,]*)\*\*")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_figures_in_the_text_are_shown(path):
    notebook = nbformat.read(path, as_version=4)
    said = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    figures = FIGURE.findall("\n".join(said))
    outputs = "\n".join(text for each in shown(notebook) for text in each.values())
    assert figures
    for figure in figures:
        assert re.search(rf"(?<![0-9.,]){re.escape(figure)}(?![0-9])", outputs), figure


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_run_shows_what_is_saved(path, tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    saved = nbformat.read(path, as_version=4)
    again = executed(path, FOLDER)
    assert shown(again) == shown(saved)

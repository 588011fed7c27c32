"""The notebooks of the docs: run them, and save what they show.

python tests/notebooks.py    # after a change to a notebook, or to what one shows
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

BY_FILE = Config({"KernelManager": {"transport": "ipc"}})
"""How a notebook's kernel is reached: a port found free may be taken before it listens."""

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))


def executed(path: Path, folder: Path) -> Any:
    """A notebook after all its cells have run in a folder; raises whatever a cell raises."""
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(folder)}}
    options = {"timeout": 300, "kernel_name": "python3", "record_timing": False}
    NotebookClient(notebook, config=BY_FILE, resources=resources, **options).execute()
    return notebook


def shown(notebook: Any) -> list[dict[str, str]]:
    """The text output of each code cell, by media type; for PNG pictures only that there is one."""
    return [_shown(cell.outputs) for cell in notebook.cells if cell.cell_type == "code"]


def _shown(outputs: list[Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for output in outputs:
        if output.output_type == "stream":
            found[output.name] = found.get(output.name, "") + output.text
        else:
            for media, data in output.data.items():
                found[media] = "" if media == "image/png" else data
    return found


def main() -> None:
    """Run all notebooks and save what they show."""
    for path in PATHS:
        notebook = executed(path, FOLDER)
        path.write_text(nbformat.writes(notebook, indent=1) + "\n")


if __name__ == "__main__":
    main()

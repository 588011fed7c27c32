"""Tables that commands print: as text, as markdown, as CSV, and row by row."""

import csv
import re

import pytest
from support import of_all

from tablebase.games.collapsi.studies.lab.kept import Lab

COMMANDS = [
    ("lab", "3x3", "2x3"),
    ("match", "--rules", "3x3"),
    ("stats", "AAJ/JAA", "--rules", "2x3"),
    ("rules",),
    *of_all("tables", "COMMANDS"),
]


def rows_of_csv(text):
    return [row for row in csv.reader(text.splitlines()) if row]


def rows_of_markdown(text):
    rows = [line for line in text.splitlines() if line.startswith("|")]
    split = [[cell.strip() for cell in line[1:-1].split(" | ")] for line in rows]
    return [cells for cells in split if not all(re.fullmatch("-+:?", cell) for cell in cells)]


def plain(row):
    """Cells without the commas of thousands."""
    return [re.sub(r"(?<=\d),(?=\d{3})", "", cell) for cell in row]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_same_cells_in_every_format(run, command):
    _, text, _ = run(*command)
    code, markdown, _ = run(*command, "--format", "md")
    assert code == 0
    code, found, remarks = run(*command, "--format", "csv")
    assert code == 0
    rows = rows_of_csv(found)
    shown = rows_of_markdown(markdown)
    assert list(map(plain, shown)) == list(map(plain, rows))
    assert all(word in text for row in shown for cell in row for word in cell.split())
    assert len({len(row) for row in rows_of_csv(found.split("\n\n")[0])}) == 1
    assert not set(remarks.splitlines()) & set(found.splitlines()) - {""}


def test_a_line_parts_a_table_of_markdown_from_the_text_before(run):
    _, shown, _ = run("probe", "A223/4A2J/3A23/J3A4", "--build", "--format", "md")
    assert re.search(r"^[^|\n].*\n\n\|", shown, re.M)
    assert not re.search(r"^[^|\n].*\n\|", shown, re.M)  # many readers would see no table


def test_a_terminal_without_columns_shows_everything(run, monkeypatch):
    shown = run("rules")
    for columns in "0", "8":
        monkeypatch.setenv("COLUMNS", columns)
        assert run("rules") == shown


def test_the_laboratory_prints_rows_as_they_come(run, capsys, monkeypatch):
    seen = []
    study = Lab.study

    def studied(self, rules, **settings):
        seen.append(capsys.readouterr().out)
        return study(self, rules, **settings)

    monkeypatch.setattr(Lab, "study", studied)
    _, rest, _ = run("lab", "3x3", "2x3")
    assert seen[0] == ""
    header, *rows = seen[1].splitlines()
    assert [row.split()[:2] for row in rows] == [["3x3", "wild"], ["3x3", "single"]]
    (first, second, *_) = rest.splitlines()
    assert {len(header), *map(len, rows), len(first), len(second)} == {len(header)}

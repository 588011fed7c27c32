"""`tablebase probe -`: the values of many positions."""

import csv
import json
import random

import pytest
from support import DEAL, MINI, mini_deals

import tablebase
from tablebase.compare import playout
from tablebase.games.collapsi.rules_file import load_rules
from tablebase_cli import probe

COLUMNS = ["position", "side_to_move", "result", "dte"]


@pytest.fixture(scope="module")
def positions():
    rng = random.Random(3)
    deals = [tablebase.Deal.parse(DEAL), *tablebase.random_deals(2, 5)]
    return [position for deal in deals for position in playout(deal.start(), rng)]


@pytest.fixture(scope="module")
def rows(positions):
    """The expected output, from probes of one position after the other."""
    with tablebase.Tablebase() as tables:
        probes = [tables.probe(position) for position in positions]
    return [
        [str(probe.position), probe.position.sides[0], probe.result.value, str(probe.dte)]
        for probe in probes
    ]


def test_csv_and_json_lines(positions, rows, answer, monkeypatch):
    monkeypatch.setattr(probe, "AT_ONCE", 7)
    text = "# a comment\n\n" + "".join(f"{position}  # here\n" for position in positions)
    assert list(csv.reader(answer("probe", "-", typed=text).splitlines())) == [COLUMNS, *rows]
    lines = [json.loads(line) for line in answer("probe", "--json", "-", typed=text).splitlines()]
    assert [list(line) for line in lines] == [COLUMNS] * len(rows)
    assert [[str(value) for value in line.values()] for line in lines] == rows


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_file(ending, positions, rows, answer, tmp_path):
    path, text = tmp_path / f"out.{ending}", "".join(f"{position}\n" for position in positions)
    wrote = f"wrote {len(rows)} positions to {path}\n"
    assert answer("probe", "-", "-o", path, typed=text) == wrote
    if ending == "csv":
        found = list(csv.reader(path.read_text().splitlines()))
    else:
        table = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
        found = [list(table[0]), *([str(value) for value in row.values()] for row in table)]
    assert found == [COLUMNS, *rows]


def test_other_rules(answer):
    (deal,) = tablebase.random_deals(1, 1, load_rules("3x3"))
    start = tablebase.build(deal).probe(deal.start())
    expected = [str(start.position), "red", start.result.value, str(start.dte)]
    out = answer("probe", "--rules", "3x3", "-", typed=f"{deal}\n").splitlines()
    assert out[1].split(",") == expected


def test_positions_of_a_whole_game_are_looked_up_at_once(tmp_path, monkeypatch):
    """A list of positions of many deals reads the file as an array of them does."""
    rng = random.Random(4)
    positions = [p for deal in mini_deals(6) for p in playout(deal.start(), rng)]
    path = tmp_path / "whole.h5"
    tablebase.build_large(path, rules=MINI)
    with tablebase.open(path) as tables, tablebase.Tablebase() as built:
        read, codes = [], tables.store.whole.codes
        monkeypatch.setattr(
            tables.store.whole,
            "codes",
            lambda boards: read.append(boards.face_up.size) or codes(boards),
        )
        values = tables.values(positions)
        assert values == [built.probe(position).value for position in positions]
        assert read[0] == sum(not position.is_opening for position in positions)
        assert tables.values([]) == []

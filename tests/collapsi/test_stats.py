"""Statistics of all deals and all positions: the paper's table, sums, samples, pictures."""

import csv
import io
import json
from collections import Counter
from itertools import combinations, permutations, product

import numpy as np
import pytest
from support.whole import minimax

from tablebase import Board, CorruptFileError, Rules
from tablebase.games.collapsi.studies import counts, statistics
from tablebase.games.collapsi.studies.book import book
from tablebase.games.collapsi.studies.counts import count_layer, write_counts
from tablebase.games.collapsi.studies.statistics import (
    essentially_different_positions,
    labelled_positions,
    positions,
    tally,
)
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.collapsi.whole.solver import Whole

PAPER = {
    7: 24, 8: 142_686, 9: 87_936, 10: 3_238_032, 11: 5_505_996, 12: 23_147_802, 13: 12_127_044,
    14: 3_047_730,
}  # fmt: skip
"""Table 1 of "Collapsi is strongly solved"."""


def test_the_papers_table():
    wild = tally("wild")
    assert wild.by_plies() == PAPER
    assert wild.total == (47_297_250, 17_721_000)
    assert wild.total.losses == 29_576_250
    assert not wild.either_red


def test_single_counts_both_colours():
    single = tally("single")
    assert single.either_red
    assert single.total.number == 2 * 47_297_250
    # From the published docs/results.md.
    assert single.by_plies() == {
        7: 1_050, 8: 19_410, 9: 1_283_040, 10: 2_496_744, 11: 39_661_260, 12: 15_305_736,
        13: 32_559_624, 14: 3_267_636,
    }  # fmt: skip
    # The same sum, deal by deal, without the tally.
    weights = book().weights
    wins = sum(int(weights[(book().column("single", red) & 15) > 7].sum()) for red in (0, 1))
    assert single.total.wins == wins == 73_504_974


@pytest.mark.parametrize("edition", ["wild", "single"])
def test_the_tables_agree(edition):
    counted = tally(edition)
    total = counted.total
    assert sum(counted.by_plies().values()) == total.number
    assert sum(n for plies, n in counted.by_plies().items() if plies % 2) == total.wins
    shares = counted.by_distance().values()
    assert sum(share.number for share in shares) == total.number
    assert sum(share.wins for share in shares) == total.wins
    # On the 4-cube 4, 6, 4 and 1 of the 15 other cells are 1, 2, 3 and 4 steps away.
    words = total.number // 15
    assert [share.number for share in shares] == [4 * words, 6 * words, 4 * words, words]
    moves = counted.by_winning_moves()
    assert sum(moves.values()) == total.number
    assert moves[0] == total.losses
    assert sum(row[-1] for row in counted.rows()) == total.number


# Positions


SMALL = [
    Rules("2x3", Board(2, 3), (0, 0, 1, 1, 2, 3)),
    Rules("1x6 flat", Board(1, 6, wrap=False), (0, 0, 1, 1, 2, 2)),
    Rules("2x4 flat", Board(2, 4, wrap=False), (0, 0, 1, 1, 1, 2, 2, 3)),
]


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)
def test_positions_of_small_boards_one_by_one(rules):
    whole = Whole(rules)
    whole.solve()
    size, values = rules.board.size, sorted(set(rules.deck) - {0})
    for layer in range(2, min(size - 2, 5) + 1):
        expected = Counter()
        for cells in combinations(range(size), layer):
            for word in product(values, repeat=layer):
                if any(word.count(card) > rules.deck.count(card) for card in values):
                    continue
                cards = [0] * size
                for cell, card in zip(cells, word, strict=True):
                    cards[cell] = card
                known = {}
                for pawns in permutations(cells, 2):
                    mask = sum(1 << cell for cell in cells)
                    expected[minimax(rules, cards, mask, *pawns, known)] += 1
        found = count_layer(whole, layer, whole.layers[layer])
        assert found.tolist() == [expected[code] for code in range(15)]
        assert found.sum() == labelled_positions(layer, rules)


def test_the_kernel_without_compilation():
    records = np.random.default_rng(1).integers(0, 2**64, 50, dtype=np.uint64)
    codes = Counter(
        sum((int(record) >> 16 * plane + cell & 1) << plane for plane in range(4))
        for record in records
        for cell in range(16)
    )
    expected = [codes[code] for code in range(15)] + [0]
    for kernel in (counts._count_codes, counts._count_codes.py_func):
        assert kernel(records[:, None], 0).tolist() == expected


def test_lower_layers(tmp_path):
    found = {}
    whole = Whole()
    whole.solve(
        top=8,
        keep=False,
        visit=lambda layer, records: found.update({layer: count_layer(whole, layer, records)}),
    )
    assert list(found) == list(range(2, 9))
    for layer, numbers in found.items():
        assert numbers.sum() == labelled_positions(layer)
        assert numbers.tolist() == positions().counts[layer].tolist()
    write_counts(tmp_path / "positions.csv", found)
    written = (tmp_path / "positions.csv").read_text()
    assert (book().path.parent / "positions.csv").read_text().startswith(written)


def test_all_positions():
    found = positions()
    assert found.total == 1_618_091_046_240
    assert found.total == sum(labelled_positions(layer) for layer in range(2, 15))
    assert sum(found.by_value().values()) == found.total
    assert all(value.dte <= layer for layer, value, _ in found.rows())
    assert found.plies(14) == 2
    assert found.longest(14) == (11, 12)


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)
def test_essentially_different_positions_of_small_boards(rules):
    size, values = rules.board.size, sorted(set(rules.deck) - {0})
    group = automorphisms(rules.board)
    classes = set()
    for cards in product([0, *values], repeat=size):  # 0: face down
        if any(cards.count(card) > rules.deck.count(card) for card in values):
            continue
        for pawns in permutations([cell for cell, card in enumerate(cards) if card], 2):
            images = (
                (tuple(g[pawn] for pawn in pawns), tuple(cards[g.index(c)] for c in range(size)))
                for g in group
            )
            classes.add(min(images))
    assert essentially_different_positions(rules) == len(classes)


def test_essentially_different_positions():
    found = essentially_different_positions()
    assert found == 4_230_706_258
    assert positions().total / 384 < found < 1.01 * positions().total / 384


@pytest.mark.parametrize(
    ("old", "new"),
    [("3,win,1,17408", "3,win,1,17409"), ("3,win,1", "3,win,2"), ("loss", "draw"), (",dte", ",x")],
)
def test_damaged_counts(tmp_path, monkeypatch, old, new):
    text = (book().path.parent / "positions.csv").read_text()
    (tmp_path / "positions.csv").write_text(text.replace(old, new, 1))
    monkeypatch.setattr(statistics, "installed_data", lambda name: tmp_path / name)
    with pytest.raises(CorruptFileError, match="is damaged"):
        positions.__wrapped__()


# The command


def test_command(answer):
    out = answer("stats", "--edition", "wild")
    for plies, deals in PAPER.items():
        (line,) = [line for line in out.splitlines() if f" {deals:,} " in line]
        assert line.split()[:2] == [str(plies), "red" if plies % 2 else "blue"]
    assert "red wins 17,721,000 (37.5%), blue 29,576,250 (62.5%)" in out
    assert "single" not in out
    both = answer("stats")
    assert both.startswith(out)
    assert "94,594,500 deals, each with either joker red" in both
    data = json.loads(answer("stats", "--json"))
    wild, single = data["wild"], data["single"]
    assert {row["plies"]: row["deals"] for row in wild["by_plies"]} == PAPER
    assert (wild["deals"], wild["red_wins"], wild["blue_wins"]) == (47297250, 17721000, 29576250)
    assert single["either_joker_red"]
    assert sum(row["red_wins"] for row in single["by_distance"]) == 73_504_974
    found = Counter()
    for row in csv.DictReader(io.StringIO(answer("stats", "--format", "csv", "--edition", "wild"))):
        assert row["winner"] == ("red" if int(row["plies"]) % 2 else "blue")
        found[int(row["plies"])] += int(row["deals"])
    assert found == PAPER


def test_positions_command(answer):
    out = answer("stats", "--positions")
    assert out.startswith("1,618,091,046,240 positions")
    assert "…" not in out
    for share in positions().by_face_up().values():
        assert f" {share.number:,} " in out
    data = json.loads(answer("stats", "--positions", "--json"))
    rows = data["by_face_up_and_dte"]
    assert sum(row["positions"] for row in rows) == data["positions"] == 1_618_091_046_240
    lines = answer("stats", "--positions", "--format", "csv").splitlines()
    assert lines[:2] == ["face_up,result,dte,positions", "2,loss,0,3840"]
    assert sorted(lines) == sorted((book().path.parent / "positions.csv").read_text().split())


@pytest.mark.parametrize("ending", ["png", "svg"])
@pytest.mark.parametrize("args", [[], ["--positions"], ["--edition", "single"]], ids=str)
def test_plot(answer, tmp_path, args, ending):
    pytest.importorskip("matplotlib")
    path = tmp_path / f"x.{ending}"
    assert answer("stats", *args, "--plot", path) == ""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG" if ending == "png" else b"<?xml")
    if ending == "svg":
        answer("stats", *args, "--plot", path)
        assert path.read_bytes() == data, "the same picture, the same bytes"

"""What a notebook or a prompt shows of positions, probes and tables."""

import random
import sys
from xml.etree import ElementTree as ET

import pytest
from support import DEAL
from support.frames import check_frames, parse_table

import tablebase
from tablebase.compare import playout
from tablebase.games.collapsi.studies.statistics import positions, tally
from tablebase.support.html import html_table

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("rules", ["collapsi", "3x3", "3-players", "landing"])
def test_a_representation_can_be_read_back(rules):
    for deal in tablebase.random_deals(3, 7, rules):
        assert eval(repr(deal), {"Deal": tablebase.Deal}) == deal
        for edition in deal.rules.editions:
            for position in playout(deal.start(edition), random.Random(2)):
                assert eval(repr(position), {"Position": tablebase.Position}) == position
                assert len(repr(position)) < 100


def test_probes_and_tables_fit_a_line():
    deal = tablebase.Deal.parse(DEAL)
    table = tablebase.build(deal)
    assert repr(table) == "<Table collapsi JA34.34J3.AA22.322A: 745,532 positions, built>"
    probe = table.probe(deal.start())
    assert repr(probe) == f"<Probe {probe.position}: win in 13, best of 14 moves: a3>"
    end = table.line(deal.start())[-1]
    assert repr(end) == f"<Probe {end.position}: loss in 0, no legal move>"


@pytest.mark.parametrize("rules", ["collapsi", "2x3", "3-players", "landing"])
def test_a_picture_shows_cards_pawns_and_what_moves_are_worth(rules):
    with tablebase.Tablebase() as tables:
        for deal in tablebase.random_deals(2, 3, rules):
            for position in playout(deal.start(), random.Random(1))[::3]:
                probe = tables.probe(position)
                assert probe._repr_html_() is None
                root = ET.fromstring(probe._repr_svg_())
                texts = [text.text for text in root.iter(f"{SVG}text")]
                worth = [
                    f"{'wins' if move.keeps_win else 'loses'} in {move.value.dte}"
                    for move in probe.moves
                ]
                assert [text for text in texts if " in " in text] == worth
                bare = list(ET.fromstring(position._repr_svg_()).iter(f"{SVG}rect"))
                assert len(bare) == len(position.cards)
                dashed = [rect for rect in bare if rect.get("stroke-dasharray")]
                assert len(dashed) == len(position.cards) - position.face_up.bit_count()
                frames = list(root.iter(f"{SVG}rect"))[len(bare) :]
                assert len(frames) == len(probe.moves)
                full = [frame for frame in frames if not frame.get("stroke-dasharray")]
                assert len(full) == sum(move.keeps_win for move in probe.moves)
                assert len(list(root.iter(f"{SVG}circle"))) == len(set(position.pawns))


def test_counts_show_tables(mini):
    summary = mini[0].summary()
    words = f"positions: {summary.wins:,} wins, {summary.losses:,} losses, 7 plies at most>"
    assert repr(summary) == f"<Summary 1,376 {words}"
    assert repr(positions()) == f"<Positions {positions().total:,}, by face-up cards and value>"
    assert repr(tally("wild")) == "<Tally wild: red wins 17,721,000 of 47,297,250 deals>"
    caption, _, rows = parse_table(summary._repr_html_())
    assert caption == "1,376 positions, for the side to move"
    counts = [int(row[2].replace(",", "")) for row in rows]
    assert sum(counts) == 1376
    assert rows[0][3] == f"{100 * counts[0] / 1376:.1f} %"
    caption, _, rows = parse_table(tally("single")._repr_html_())
    assert caption == "94,594,500 deals under single"
    assert rows[-1] == ["14", "blue", "3,267,636", "3.5 %"]
    caption, _, rows = parse_table(positions()._repr_html_())
    assert caption == f"{positions().total:,} positions"
    assert sum(int(row[1].replace(",", "")) for row in rows) == positions().total


def test_a_table_shows_what_it_is_given():
    html = html_table("<b>", ["a&b"], [["<script>"], [True], [1234567]])
    assert parse_table(html) == ("<b>", ["a&b"], [["<script>"], ["True"], ["1,234,567"]])


@pytest.mark.thorough
def test_a_table_becomes_a_frame_of_all_positions():
    check_frames(tablebase.build(tablebase.Deal.parse(DEAL)))


@pytest.mark.parametrize(
    ("method", "package", "extra"),
    [("to_pandas", "pandas", "notebook"), ("to_arrow", "pyarrow", "parquet")],
)
def test_without_the_extra_its_name_is_shown(mini, monkeypatch, method, package, extra):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(tablebase.MissingExtraError, match=rf"{package}.*\[{extra}\]' in a clone$"):
        getattr(mini[0], method)()

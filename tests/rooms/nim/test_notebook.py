"""What a notebook shows of 2D Nim, a game without pictures."""

from support.frames import check_frames, parse_table

import tablebase
from tablebase.games.nim import Position, Rules


def test_a_probe_shows_a_table_of_its_moves():
    with tablebase.Tablebase() as tables:
        probe = tables.probe(Position.parse("11/10"))
        assert probe._repr_svg_() is None
        caption, names, rows = parse_table(probe._repr_html_())
        assert caption == f"11/10: {probe.value}"
        assert names == ["move", "value", "best"]
        assert [row[:2] for row in rows] == [[str(m.move), str(m.value)] for m in probe.moves]
        assert [row[2] for row in rows] == ["best" if m.is_best else None for m in probe.moves]


def test_a_table_becomes_a_frame_of_all_positions():
    check_frames(tablebase.build(Rules(3, 3)))

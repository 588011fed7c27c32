"""What a notebook or a prompt shows of positions, probes and tables."""

from __future__ import annotations

import random
from xml.etree import ElementTree as ET

import pytest
from support import DEAL

import tablebase
from tablebase.compare import playout
from tablebase.games import nim

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


def test_a_game_without_pictures():
    with tablebase.Tablebase() as tables:
        assert tables.probe(nim.Position.parse("11/10"))._repr_svg_() is None

"""The codes of a thousand deals, against digests that an independent solver made."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles import deals as oracle
from support import deal_with

import tablebase

GOLDEN = Path(__file__).parent / "golden" / "deals.txt"
LINES = [line for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]


def codes_of(cards):
    return tablebase.build(deal_with(tuple(cards), cards.index(0))).packed()


def test_a_thousand_deals():
    found = oracle.digests(codes_of(cards) for cards in oracle.boards())
    for number, (digest, expected) in enumerate(zip(found, LINES, strict=True)):
        assert digest == expected, f"deals {oracle.GROUP * number} and on"


@pytest.mark.slow
def test_golden_file_is_the_oracles(capsys):
    oracle.main()
    assert capsys.readouterr().out == GOLDEN.read_text()

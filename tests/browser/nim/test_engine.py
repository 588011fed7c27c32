"""The engine in the browser gives the library's answers about 2D Nim."""

import random

from tablebase.engine.tables.tablebase import Tablebase
from tablebase.games import nim


def test_positions_of_nim(ask_all):
    tables = Tablebase()
    rng = random.Random(2)
    boards = ((3, 3, True, 512), (3, 3, False, 512), (4, 4, True, 800), (4, 4, False, 200),
              (4, 5, True, 100))  # fmt: skip
    for rows, columns, misere, count in boards:
        rules = nim.Rules(rows, columns, misere=misere)
        masks = rng.sample(range(1 << rules.cells), count)
        positions = [nim.Position(mask, rules) for mask in masks]
        found = ask_all([["nim/probe", {"position": str(p), "misere": misere}] for p in positions])
        for position, answer in zip(positions, found, strict=True):
            probe = tables.probe(position)
            assert (answer["result"], answer["dte"]) == (probe.result.value, probe.dte)
            expected = [(str(m.move), m.value.result.value, m.value.dte, m.is_best, str(m.position))
                        for m in probe.moves]  # fmt: skip
            names = ("move", "result", "dte", "is_best", "position")
            assert [tuple(move[name] for name in names) for move in answer["moves"]] == expected

"""The engine in the browser gives the library's answers about Pair Solitaire."""

import json
import random

from tablebase.games import pairs
from tablebase.games.pairs.generators import shuffled
from tablebase.games.pairs.solver import solve as solve_stack


def test_stacks_of_pair_solitaire(ask_all):
    rng = random.Random(4)
    stacks = [shuffled(rng, size) for size in (2, 3, 6, 10, 14, 18, 52, 52, 52)]
    played = pairs.Position.parse("2H 9C 2S xKD 2C 2D")
    positions = [*stacks, played]
    queries = [{"position": str(position), "memory": 1 << 24} for position in positions]
    found = ask_all([["pairs/solve", query] for query in queries])
    expected = [solve_stack(position, memory=1 << 24).as_dict() for position in positions]
    assert found == json.loads(json.dumps(expected))
    probes = ask_all([["pairs/probe", query] for query in queries])
    for position, answer in zip(positions, probes, strict=True):
        assert answer["removable"] == list(map(str, position.legal_moves()))
        assert (answer["position"], answer["cards"]) == (str(position), position.layer)

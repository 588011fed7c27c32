"""The engine in the browser gives the library's answers about Solo."""

from __future__ import annotations

import hashlib
import json
import random

import numpy as np
import pytest

from tablebase.engine.compiled.solver import random_means
from tablebase.engine.induction import solve
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.errors import NotationError, PositionError
from tablebase.games import solo
from tablebase.games.solo.boards import Board as SoloBoard
from tablebase.games.solo.boards import random_start
from tablebase.games.solo.browser import data
from tablebase.games.solo.game import SoloGame

SOLO_RULES = [solo.Rules(exit=way, joker_steps=steps)
              for way in ("door", "exact") for steps in ((1, 2, 3, 4), (1,), (2, 4))]  # fmt: skip


def readings(rules: solo.Rules) -> dict[str, str]:
    """The readings as the engine takes them."""
    return {"exit": rules.exit, "joker": "".join(map(str, rules.joker_steps))}


def test_positions_of_solo(ask_all):
    rng, tables, positions = random.Random(7), Tablebase(), []
    for number in range(42):
        position = random_start(rng, rules=SOLO_RULES[number % len(SOLO_RULES)])
        positions.append(position)
        while position.legal_moves():
            position = position.play(rng.choice(position.legal_moves()))
            positions.append(position)
    assert len(positions) > 300
    found = ask_all([["solo/probe", {"position": str(p), **readings(p.rules)}] for p in positions])
    names = ("position", "cards", "result", "dte", "score", "moves")
    for position, answer in zip(positions, found, strict=True):
        expected = tables.probe(position).as_dict()
        for move in answer["moves"]:
            assert move.pop("score") == position.remaining - move["dte"]
            assert move.pop("path")[-1] == move["move"]
        assert {name: answer[name] for name in names} == {name: expected[name] for name in names}


WHOLE = """async ([boards, coding]) => {
  const { loader } = await import("./static/engine/kernels.js");
  const { Solver } = await import("./static/engine/solver.js");
  const kernels = loader(new URL("static/games/solo/page/engine/kernels.wasm", location.href));
  const digest = async (array) => {
    const found = await crypto.subtle.digest("SHA-256", array);
    return [...new Uint8Array(found)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const memory = await kernels(), found = [];
  for (const { context, cleared, ...rules } of boards) {
    rules.context = BigUint64Array.from(context, BigInt);
    const solver = new Solver(memory, rules, coding);
    for (const _ of solver.solve());
    for (const _ of solver.average([[cleared, 1]]));
    const means = Float64Array.from({ length: rules.size }, (_, rank) => solver.mean(rank));
    found.push([await digest(solver.codes().slice()), await digest(means)]);
  }
  return found;
}"""


def test_every_code_and_chance_is_the_librarys(bare_page):
    """Also if all cards have to be collapsed, which the page does not offer."""
    rng, boards, expected = random.Random(11), [], []
    for rules in (*SOLO_RULES, solo.Rules(left="none")):
        game = SoloGame.of(random_start(rng, rules=rules))
        cleared = len(game.cells) << len(game.cells) - 1
        boards.append(
            {
                "context": list(map(str, game.context.tolist())),
                "size": game.size,
                "layers": game.layers,
                "maxMoves": game.compiled.max_moves,
                "cleared": cleared,
            }
        )
        means = np.zeros(game.size)
        means[cleared] = 1
        whole = solve(game), random_means(game, game.compiled, means)
        expected.append([hashlib.sha256(array.tobytes()).hexdigest() for array in whole])
    found = bare_page.evaluate(WHOLE, [boards, json.loads(data())["coding"]])
    assert found == expected


def test_random_boards_of_solo_can_be_cleared(ask_all):
    questions = [{"seed": day, "grade": 1 + day % 5} for day in range(1, 11)]
    questions += [{"seed": seed, **readings(rules)} for seed, rules in enumerate(SOLO_RULES)]
    for query, answer in zip(
        questions, ask_all([["solo/random", q] for q in questions]), strict=True
    ):
        steps = tuple(map(int, answer["joker"]))
        start = solo.Position.parse(
            answer["position"], solo.Rules(exit=answer["exit"], joker_steps=steps)
        )
        assert start.is_start
        chance = SoloGame.of(start).clearing_chance()
        assert chance > 0
        assert (
            SoloBoard(start, 1 / chance).grade
            == answer["grade"]
            == query.get("grade", answer["grade"])
        )
        assert query["seed"] == answer["seed"]


BAD_SOLO = [
    "",
    "A3J4/2AA2/234J",
    "A3J4/2AA2/234J/332A r",
    "A3J4/2AA2/234J/332J",
    "A3Jr4/2AA2/234J/332Ar",
    "A3Jb4/2AA2/234J/332A",
    "A3J4/2AA2/234J/332x?",
    "A3xJr4/2AA2/234J/332A",
    "A3xJ4/2AA2/234xJ/332Ar",
    "A3xJ4/2AA2/234J/332xAr",
    "A3J4r/2AA2/234J/332A",
    "A3Jrx4/2AA2/234J/332A",
]


def test_bad_positions_of_solo(ask_all):
    for text, answer in zip(
        BAD_SOLO, ask_all([["solo/probe", {"position": t}] for t in BAD_SOLO]), strict=True
    ):
        assert (answer["status"], answer["parameter"]) == (422, "position"), text
        with pytest.raises((NotationError, PositionError)):
            solo.Position.parse(text)

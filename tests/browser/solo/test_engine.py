"""The engine in the browser gives the library's answers about Solo."""

from __future__ import annotations

import hashlib
import json
import random

import numpy as np

from tablebase.engine.compiled.solver import random_means
from tablebase.engine.induction import solve
from tablebase.games import solo
from tablebase.games.solo.boards import random_start
from tablebase.games.solo.browser import data
from tablebase.games.solo.game import SoloGame

SOLO_RULES = [solo.Rules(exit=way, joker_steps=steps)
              for way in ("door", "exact") for steps in ((1, 2, 3, 4), (1,), (2, 4))]  # fmt: skip


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
    const codes = Uint8Array.from({ length: rules.size }, (_, rank) => solver.code(rank));
    found.push([await digest(codes), await digest(means)]);
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

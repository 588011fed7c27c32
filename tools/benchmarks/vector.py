"""Steps a second with random legal actions: many games side by side, and PettingZoo's environment.

    python tools/benchmarks/vector.py [GAME] [--games N] [--rounds N]

Masks and new games are included; drawing the deals and compiling are not. One thread. Needs the
extra [rl].
"""

from __future__ import annotations

import time

import numpy as np
from measuring import parser, rates

from tablebase.rl.aec import env
from tablebase.rl.tasks import names
from tablebase.rl.vector import VectorEnv

STEPS = 100


def main() -> None:
    own = parser(__doc__)
    own.add_argument("game", choices=names(), default="collapsi", nargs="?")
    own.add_argument("--games", type=int, default=4096)
    own.add_argument("--rounds", type=int, default=5)
    options = own.parse_args()
    games, rng = VectorEnv(options.game, options.games), np.random.default_rng(1)
    seen, _ = games.reset(seed=1)

    def many() -> int:
        nonlocal seen
        for _ in range(STEPS):
            mask = seen["action_mask"]
            seen, *_ = games.step((rng.random(mask.shape, np.float32) * mask).argmax(1))
        return STEPS * int(options.games)

    one = env(options.game)
    one.reset(seed=1)

    def single() -> int:
        for _ in range(STEPS):
            if not one.agents:
                one.reset()
            seen, _, terminated, truncated, _ = one.last()
            done = terminated or truncated
            one.step(
                None if done else one.action_space(one.agent_selection).sample(seen["action_mask"])
            )
        return STEPS

    work = {f"{options.games} games side by side": many, "PettingZoo": single}
    for name, rate in rates(work, options.rounds, time.perf_counter).items():
        print(f"{name}: {rate:,.0f} steps a second")


if __name__ == "__main__":
    main()

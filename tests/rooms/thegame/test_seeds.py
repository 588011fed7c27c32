"""Seeds of The Game."""

import pytest

from tablebase.games.thegame.advice import Player, game
from tablebase.games.thegame.simulator import simulate
from tablebase.games.thegame.strategies import strategy


@pytest.mark.thorough
def test_any_seed_after_any_other():
    """The kernels take a seed as a word of 64 bits, whichever seed comes first."""
    one = strategy("real")
    player = Player(one)
    seeds = (1, 2**63, 2**64 - 1)
    found = [simulate(one, 20, seed=seed).remaining.tolist() for seed in seeds]
    assert len({tuple(counts) for counts in found}) == 3
    for seed, counts in zip(seeds, found, strict=True):
        ends = [list(game(player, seed, number))[-1][1].position for number in range(20)]
        for left in range(99):
            assert counts[left] == sum(end.remaining == left for end in ends)
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            simulate(one, 1, seed=seed)
        with pytest.raises(ValueError, match="seed"):
            next(game(player, seed, 0))
    with pytest.raises(ValueError, match="depth 11: expected 0 to 10"):
        one.search(11)

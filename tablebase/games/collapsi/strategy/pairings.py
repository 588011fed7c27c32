"""Strategies as players: how often they win, from won openings and from all openings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablebase.engine.intervals import Estimate, mean_of, share_of_groups
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.strategy.games import Played, play_both_ways
from tablebase.games.collapsi.strategy.players import Player


@dataclass(frozen=True)
class Pairing:
    """A player's games against another: each deal is played once with each colour.

    `won`, `won_red` and `won_blue` are the share of games won from won openings: with both colours,
    as red, as blue. Each deal is a won opening for one of the colours; None if there is no such
    deal. `all`, `red` and `blue` are the share from all openings, and `cards` is the mean number of
    face-up cards at the end, those under the pawns included.
    """

    player: Player
    opponent: Player
    won: Estimate | None
    won_red: Estimate | None
    won_blue: Estimate | None
    all: Estimate | None
    red: Estimate | None
    blue: Estimate | None
    cards: Estimate

    def as_dict(self) -> dict[str, Any]:
        """The pairing as plain data, for JSON."""
        names = "won", "won_red", "won_blue", "all", "red", "blue", "cards"
        estimates = {name: getattr(self, name) for name in names}
        return {
            "player": self.player.name,
            "opponent": self.opponent.name,
            **{name: found and found.as_dict() for name, found in estimates.items()},
        }


def play_pairings(
    players: Sequence[Player],
    opponents: Sequence[Player],
    deals: int,
    seed: int,
    *,
    rules: Rules = COLLAPSI,
    edition: Edition | str | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Pairing]:
    """Play each of some players against each opponent, in random deals; see `games.play`."""
    pairs = [(one, other) for one in players for other in opponents]
    played, columns = play_both_ways(
        pairs, deals, seed, rules=rules, edition=edition, threads=threads, progress=progress
    )
    return [
        _pairing(*pair, played, *both, rules) for pair, both in zip(pairs, columns, strict=True)
    ]


def _pairing(
    player: Player, opponent: Player, played: Played, as_red: int, as_blue: int, rules: Rules
) -> Pairing:
    """The pairing of two players, from the columns of their games."""
    red = (played.plies[:, as_red] % 2).astype(np.int64)
    blue = 1 - (played.plies[:, as_blue] % 2).astype(np.int64)
    one, wins = np.ones_like(red), played.red_wins
    cards = rules.board.size - played.plies[:, [as_red, as_blue]].mean(axis=1)
    return Pairing(
        player,
        opponent,
        won=share_of_groups(np.where(wins, red, blue), one),
        won_red=share_of_groups(red[wins], one[wins]),
        won_blue=share_of_groups(blue[~wins], one[~wins]),
        all=share_of_groups(red + blue, 2 * one),
        red=share_of_groups(red, one),
        blue=share_of_groups(blue, one),
        cards=mean_of(cards),
    )

"""Games of random deals between strategies and computer players."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.jobs.threads import completed, cores
from tablebase.engine.play.opponents import Strength
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Result
from tablebase.games.collapsi.game import game_of
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.strategy.game_kernels import DRAWS, NOBODY, play_games
from tablebase.games.collapsi.strategy.players import Player
from tablebase.games.collapsi.strategy.preferences import Strategy
from tablebase.games.collapsi.strategy.reach import reach_of
from tablebase.games.collapsi.strategy.terms import terms_of


class Game(NamedTuple):
    """Who plays, and a strategy that is scored in each position without playing."""

    red: Player
    blue: Player
    asked: Strategy | None = None


@dataclass(frozen=True)
class Played:
    """Games of some deals.

    Attributes
    ----------
    red_wins : ndarray of bool, shape (deals,)
        Whether red wins the deal's start with perfect play.
    plies : ndarray of uint8, shape (deals, games)
        The length of each game; red wins the odd ones.
    kept : ndarray of float32, shape (deals, games, 1 + cells)
        The probability that the scored strategy keeps the win, by the number of face-up cards
        before the move; NaN if the position is not critical. Shape (deals, games, 0) if no game
        has such a strategy.
    """

    red_wins: npt.NDArray[np.bool_]
    plies: npt.NDArray[np.uint8]
    kept: npt.NDArray[np.float32]


def play(
    games: Sequence[Game],
    deals: int,
    seed: int,
    *,
    rules: Rules = COLLAPSI,
    edition: Edition | str | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Played:
    """Play each game once from each of some random deals, the same for the same seed.

    A game does not depend on the others. `progress` is called with 1 after each deal. Raises
    StrategyError as `reach.Reach`.
    """
    reach_of(rules)  # before any thread asks for it
    cells, found = rules.board.size, rules.edition(edition)
    asked = any(game.asked for game in games)
    played = Played(
        np.zeros(deals, np.bool_),
        np.zeros((deals, len(games)), np.uint8),
        np.full((deals, len(games), asked * (1 + cells)), np.nan, np.float32),
    )
    table = _Players(games, cells)

    def work(task: tuple[int, Deal]) -> None:
        number, deal = task
        text = f"{seed} {deal}"
        luck = np.array([_luck(text, cells, game) for game in games])
        wins = _play_deal(deal, found, table, luck, played.plies[number], played.kept[number])
        played.red_wins[number] = wins

    tasks = enumerate(random_deals(deals, seed, rules))
    for _ in completed(work, tasks, threads or cores()):
        if progress is not None:
            progress(1)
    return played


class _Players:
    """The players of some games, as the kernel takes them."""

    def __init__(self, games: Sequence[Game], cells: int) -> None:
        everybody = (each for game in games for each in (game.red, game.blue, game.asked))
        players = [*dict.fromkeys(each for each in everybody if each is not None)]
        number: dict[Player | None, int] = {each: at for at, each in enumerate(players)}
        number[None] = NOBODY
        rows = [(number[game.red], number[game.blue], number[game.asked]) for game in games]
        self.games = np.array(rows, np.int64)
        ways = [(p.sight, p.slip) if isinstance(p, Strength) else (NOBODY, 0) for p in players]
        sights, slips = zip(*ways, strict=True)
        self.sights, self.slips = np.array(sights, np.int64), np.array(slips, np.float64)
        terms = [np.zeros((0, 3), np.int64)]
        self.spans, first = np.zeros((len(players), 1 + cells, 3), np.int64), 0
        for at, player in enumerate(players):
            if not isinstance(player, Strategy):
                continue
            for cards in range(1 + cells):
                near, far, preferences = terms_of([player], cards)
                terms += [near, far]
                last = first + len(near) + len(far)
                self.spans[at, cards] = first, last, preferences[-1]
                first = last
        self.terms = np.concatenate(terms)


def _luck(text: str, plies: int, game: Game) -> list[list[float]]:
    """The random numbers of a game; `text` contains the seed and the deal."""
    # Only `random` has a sequence that Python guarantees for a seed.
    rng = random.Random(f"{text} {game.red.name} {game.blue.name}")
    return [[rng.random() for _ in range(DRAWS)] for _ in range(plies)]


def _play_deal(
    deal: Deal,
    edition: Edition,
    players: _Players,
    luck: npt.NDArray[np.float64],
    plies: npt.NDArray[np.uint8],
    kept: npt.NDArray[np.float32],
) -> bool:
    """Play the games of a deal; returns whether red wins its start with perfect play."""
    game, reach = game_of(deal.cards, deal.rules), reach_of(deal.rules)
    table, start = build_table(game), deal.start(edition)
    signed = np.array([*game.coding.signed_dte, 0])
    play_games(
        reach.table, reach.columns(deal.cards, edition), np.array(deal.cards), reach.near,
        reach.far, np.array(deal.starts), np.array(game.layout.slots), table.packed(),
        game.coding.bits, game.rank(start), signed, players.terms, players.spans, players.sights,
        players.slips, players.games, luck, plies, kept,
    )  # fmt: skip
    return table.value(start).result is Result.WIN

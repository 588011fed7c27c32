"""Games of random deals between strategies and computer players: who wins, who keeps the win."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import F32, F64, U8, Bools
from tablebase.engine.jobs.shards import completed
from tablebase.engine.play.opponents import STRENGTHS, Strength
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Result
from tablebase.games.collapsi.game import game_of
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.strategy.game_kernels import DRAWS, NOBODY, play_games
from tablebase.games.collapsi.strategy.players import Player
from tablebase.games.collapsi.strategy.preferences import Strategy, load_strategy
from tablebase.games.collapsi.strategy.reach import reach_of
from tablebase.games.collapsi.strategy.terms import terms_of
from tablebase.study.intervals import Estimate, mean_of, wilson


class Seats(NamedTuple):
    """Who plays, and a strategy that is scored in each position without playing."""

    red: Player
    blue: Player
    asked: Strategy | None = None


@dataclass(frozen=True)
class Played:
    """Games of some deals.

    `red_wins` is whether red wins a deal's start with perfect play, and `plies` the length of each
    game: red wins the odd ones. `kept` is the probability that the scored strategy keeps the win,
    by the number of face-up cards before the move, or NaN if the position is not critical.
    """

    red_wins: Bools  # (deals,)
    plies: U8  # (deals, games)
    kept: F32  # (deals, games, 1 + cells), or 0 if no strategy is scored


def play(
    games: Sequence[Seats],
    deals: int,
    seed: int,
    *,
    rules: Rules = COLLAPSI,
    edition: Edition | str | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda number: None,
) -> Played:
    """Play each game once from each of some random deals, the same for the same seed.

    A game does not depend on the others. `progress` is called with 1 after each deal. Raises
    StrategyError as `reach.MoveTable`.
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
    for _ in completed(work, tasks, threads):
        progress(1)
    return played


def play_both_ways(
    pairs: Sequence[tuple[Player, Player]],
    deals: int,
    seed: int,
    **options: Any,
) -> tuple[Played, list[tuple[int, int]]]:
    """Play each deal twice, with either player of a pair as red; options are those of `play`.

    Also returns the columns of each pair's games, the first of which has its first player as red.
    """
    both = [(Seats(one, other), Seats(other, one)) for one, other in pairs]
    games = [*dict.fromkeys(game for each in both for game in each)]
    columns = [(games.index(first), games.index(second)) for first, second in both]
    return play(games, deals, seed, **options), columns


class _Players:
    """The players of some games, as the kernel takes them."""

    def __init__(self, games: Sequence[Seats], cells: int) -> None:
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


def _luck(text: str, plies: int, game: Seats) -> list[list[float]]:
    """The random numbers of a game; `text` contains the seed and the deal."""
    # Only `random` has a sequence that Python guarantees for a seed.
    rng = random.Random(f"{text} {game.red.name} {game.blue.name}")
    return [[rng.random() for _ in range(DRAWS)] for _ in range(plies)]


def _play_deal(
    deal: Deal,
    edition: Edition,
    players: _Players,
    luck: F64,
    plies: U8,
    kept: F32,
) -> bool:
    """Play the games of a deal; returns whether red wins its start with perfect play."""
    game = game_of(deal.cards, deal.rules)
    table, start = build_table(game), deal.start(edition)
    signed = np.array([*game.coding.signed_dte, 0])
    play_games(
        reach_of(deal.rules).view(deal.cards, edition), np.array(deal.starts),
        np.array(game.layout.slots), table.packed(),
        game.coding.bits, game.rank(start), signed, players.terms, players.spans, players.sights,
        players.slips, players.games, luck, plies, kept,
    )  # fmt: skip
    return table.value(start).result is Result.WIN


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
    progress: Callable[[int], None] = lambda number: None,
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


WAYS = ("random", "perfect", "itself")
"""How the positions arise: both sides play at random, perfectly, or as the strategy says."""

FIRST_MOVES = 2
"""The first plies, from the jokers, which totals leave out."""


@dataclass(frozen=True)
class Kept:
    """The share of critical positions in which a strategy keeps the win, in one way of play.

    `cards` is the share by number of face-up cards before the move, for those with any critical
    position. `total` is over all positions after both first moves, None if none is critical.
    """

    cards: Mapping[int, Estimate]
    total: Estimate | None

    def as_dict(self) -> dict[str, Any]:
        """The shares as plain data, for JSON."""
        return {
            "cards": {cards: found.as_dict() for cards, found in self.cards.items()},
            "total": self.total and self.total.as_dict(),
        }


def score_in_play(
    strategies: Sequence[Strategy],
    deals: int,
    seed: int,
    *,
    rules: Rules = COLLAPSI,
    edition: Edition | str | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda number: None,
) -> dict[str, dict[str, Kept]]:
    """Score strategies in games of random deals, one game for each of `WAYS`; see `games.play`.

    Returns what each keeps, by its name and the way of play. The intervals allow for positions of
    one deal depending on each other.
    """
    walkers: list[Player] = [load_strategy("random"), STRENGTHS[0]]
    games = {
        (strategy.name, way): Seats(player, player, strategy)
        for strategy in strategies
        for way, player in zip(WAYS, [*walkers, strategy], strict=True)
    }
    played = play(
        [*games.values()], deals, seed,
        rules=rules, edition=edition, threads=threads, progress=progress,
    )  # fmt: skip
    found: dict[str, dict[str, Kept]] = {}
    for number, (name, way) in enumerate(games):
        found.setdefault(name, {})[way] = _kept(played.kept[:, number])
    return found


def _kept(kept: F32) -> Kept:
    """What games of one kind show; `kept` has shape (deals, 1 + cells), see `games.Played`."""
    critical = ~np.isnan(kept)
    shares = np.where(critical, kept, 0).astype(np.float64)
    numbers = critical.astype(np.int64)
    cards = {
        number: estimate
        for number in range(kept.shape[1])
        if (estimate := share_of_groups(shares[:, number], numbers[:, number])) is not None
    }
    later = slice(kept.shape[1] - FIRST_MOVES)
    return Kept(cards, share_of_groups(shares[:, later].sum(axis=1), numbers[:, later].sum(axis=1)))


def share_of_groups(successes: npt.NDArray[Any], numbers: npt.NDArray[Any]) -> Estimate | None:
    """The share of successes among cases in independent groups; None without cases.

    `successes` and `numbers`, shape (groups,), are counts for each group. The interval is Wilson's,
    for the number of independent cases that would vary as much as the groups do, or the number of
    cases if that is smaller. Korn and Graubard 1998, Surv. Methodol. 24, 193-201, adapt another
    interval in this way.
    """
    number = float(numbers.sum())
    if not number:
        return None
    share = float(successes.sum()) / number
    variance = float((((successes - share * numbers) / number) ** 2).sum())
    effective = min(number, share * (1 - share) / variance) if variance else number
    return Estimate(int(number), share, *wilson(share * effective, effective))

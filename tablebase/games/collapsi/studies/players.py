"""Who can force a win from the start: over random deals, or over every deal of a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import factorial, prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import I64, U8, Bools
from tablebase.engine.jobs.shards import completed
from tablebase.engine.tables.masks import numbers_left
from tablebase.engine.values import Result, Value
from tablebase.games.collapsi.deck import COLOURS, JOKER
from tablebase.games.collapsi.duels.check import turns_of_ranks
from tablebase.games.collapsi.duels.duel import Duel
from tablebase.games.collapsi.duels.game import DuelGame
from tablebase.games.collapsi.duels.index import DuelIndex
from tablebase.games.collapsi.duels.layout import DuelLayout
from tablebase.games.collapsi.duels.solver import DuelSolver
from tablebase.games.collapsi.placings.solved import Reachable
from tablebase.games.collapsi.position import Deal, Position, random_deals
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.symmetry import canonical
from tablebase.study.intervals import wilson

if TYPE_CHECKING:
    from tablebase.engine.tables.table import Table


@dataclass(frozen=True)
class Forced:
    """Positions after everybody's first turn, by who can force a win.

    They are counted by the number of players still in, by the number of face-up cards without a
    pawn (the maximum number of plies left), and by the place in turn order of the player who can
    force a win: 0 for the side to move, None for nobody.
    """

    counts: Counter[tuple[int, int, int | None]]

    def number(self, k: int, left: int | None = None, *places: int | None) -> int:
        """The number of positions with `k` players in; optionally only for some cards or places."""
        return sum(
            number
            for (players, cards, place), number in self.counts.items()
            if players == k and left in (None, cards) and (not places or place in places)
        )

    @property
    def players(self) -> tuple[int, ...]:
        """The possible numbers of players still in."""
        return tuple(sorted({k for k, _, _ in self.counts}))

    def cards_left(self, k: int) -> tuple[int, ...]:
        """The possible numbers of face-up cards without a pawn, when `k` players are in."""
        return tuple(sorted({left for players, left, _ in self.counts if players == k}))

    def as_dict(self) -> list[dict[str, Any]]:
        """The counts as plain data, for JSON."""
        return [
            {
                "in": k,
                "cards_left": left,
                "positions": self.number(k, left),
                "forced_by_place": [self.number(k, left, place) for place in range(k)],
                "nobody": self.number(k, left, None),
            }
            for k in self.players
            for left in self.cards_left(k)
        ]


def forced(index: DuelIndex, hero_wins: Bools, some: Bools) -> Forced:
    """Count some positions of a deal, given for each rank whether the hero can force a win.

    `some` says for each position, by its number, whether it counts.
    """
    counts: Counter[tuple[int, int, int | None]] = Counter()
    start = number = 0
    for family in index.families:
        count, sets = index.count(family), index.sets(family)
        size = count * family.k * sets
        if not family.waiting:
            counted = some[number : number + count * sets].reshape(count, 1, sets)
            wins = hero_wins[start : start + size].reshape(count, family.k, sets) & counted
            left = numbers_left(sets.bit_length() - 1)
            positions = _by_cards(left, counted[:, 0])
            for place in range(family.k):
                found = _by_cards(left, wins[:, place])
                positions -= found
                _add(counts, family.k, place, found)
            _add(counts, family.k, None, positions)
        start += size
        number += count * sets
    return Forced(counts)


def _by_cards(left: U8, counted: Bools) -> npt.NDArray[Any]:
    """The number of positions by the cards left; `counted` has shape (placements, sets)."""
    return np.bincount(left, weights=counted.sum(axis=0)).astype(np.int64)


def _add(
    counts: Counter[tuple[int, int, int | None]],
    k: int,
    place: int | None,
    by_cards: I64,
) -> None:
    for left, number in enumerate(by_cards.tolist()):
        counts[k, left, place] += number


def forced_of(table: Table[Duel], layout: DuelLayout) -> Forced:
    """Count all positions of a table."""
    index = layout.index
    sizes = zip(index.heroes.tolist(), index.set_counts.tolist(), strict=True)
    heroes = np.concatenate([np.arange(k, dtype=np.uint8).repeat(sets) for k, sets in sizes])
    hero_moves = heroes <= turns_of_ranks(layout)
    hero_wins = (table.codes() >= table.game.coding.first_win) == hero_moves
    return forced(index, hero_wins, np.ones(int(index.set_counts.sum()), np.bool_))


def total(found: Iterable[tuple[Forced, int]]) -> Forced:
    """The weighted sum of some counts."""
    counts: Counter[tuple[int, int, int | None]] = Counter()
    for each, weight in found:
        for key, number in each.counts.items():
            counts[key] += weight * number
    return Forced(counts)


MOST_LAYOUTS = 1_000_000
"""All deals can be studied if there are at most this many layouts of the cards, jokers alike."""

Starts = tuple[Value, ...]  # what each player can force at the start of a deal, red first


class SolvedCards(NamedTuple):
    """Solved deals with the same cards: their weight, and what players can force, by edition."""

    weight: int
    starts: dict[str, list[Starts]]
    forced: Forced
    reached: Forced


@dataclass(frozen=True)
class ForcedStudy:
    """Many deals, solved."""

    rules: Rules
    seed: int | None  # of the random deals; None if these are all deals
    deals: int
    starts: dict[str, Counter[Starts]]  # by edition, number of deals by what each player can force
    forced: Forced  # positions of all these deals' tables
    reached: Forced  # those that play can reach, under any edition, and that are settled

    @property
    def players(self) -> tuple[str, ...]:
        """The players in turn order."""
        return COLOURS[: self.rules.players]

    def by_winner(self, edition: str) -> dict[str | None, int]:
        """Number of deals by the player who can force a win; None for nobody."""
        found: dict[str | None, int] = dict.fromkeys((*self.players, None), 0)
        for starts, number in self.starts[edition].items():
            wins = [value.result is Result.WIN for value in starts]
            found[self.players[wins.index(True)] if any(wins) else None] += number
        return found

    def by_value(self, edition: str, player: str) -> dict[Value, int]:
        """Number of deals by what a player can force: losses, then wins, by plies."""
        at = self.players.index(player)
        found: Counter[Value] = Counter()
        for starts, number in self.starts[edition].items():
            found[starts[at]] += number
        order = {Result.LOSS: 0, Result.WIN: 1}
        return dict(sorted(found.items(), key=lambda item: (order[item[0].result], item[0].dte)))

    def interval(self, number: int) -> tuple[float, float] | None:
        """Wilson's 95% confidence interval of a share; None if all deals were solved."""
        return None if self.seed is None else wilson(number, self.deals)

    def as_dict(self) -> dict[str, Any]:
        """The study as plain data, for JSON."""
        return {
            "rules": self.rules.as_dict(),
            "deals": self.deals,
            "seed": self.seed,
            "editions": {edition: self._edition_as_dict(edition) for edition in self.starts},
            "positions": self.forced.as_dict(),
            "positions_reached": self.reached.as_dict(),
        }

    def _edition_as_dict(self, edition: str) -> dict[str, Any]:
        return {
            "forced_by": [
                {
                    "player": player,
                    "deals": number,
                    "share": number / self.deals,
                    "interval_95": self.interval(number),
                }
                for player, number in self.by_winner(edition).items()
            ],
            "values": {
                player: [
                    {"result": value.result.value, "dte": value.dte, "deals": number}
                    for value, number in self.by_value(edition, player).items()
                ]
                for player in self.players
            },
        }


def layouts(rules: Rules) -> int:
    """The number of ways to lay the cards, jokers alike."""
    cards = Counter(rules.deck).values()
    return factorial(len(rules.deck)) // prod(map(factorial, cards))


def study(
    rules: Rules,
    count: int | None = None,
    seed: int = 1,
    *,
    workers: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> ForcedStudy:
    """Solve `count` random deals, or all deals of the board if `count` is None.

    The same number and seed give the same deals. `workers` is the number of threads, by default one
    for each core this process may use. `progress` is called with the share that is done; an
    exception it raises ends the work. Raises ValueError if all deals are too many,
    MissingTableError if the board is too large for a table.
    """
    if count is None:
        wanted = _all_deals(rules)
    else:
        wanted = [(deal.cards, [deal.starts], 1) for deal in random_deals(count, seed, rules)]
    starts: dict[str, Counter[Starts]] = {edition.name: Counter() for edition in rules.editions}
    every: list[tuple[Forced, int]] = []
    reached: list[tuple[Forced, int]] = []
    deals = 0
    for solved in completed(lambda each: _solve(each, rules), wanted, workers, progress):
        for edition, found in solved.starts.items():
            for each in found:
                starts[edition][each] += solved.weight
        deals += solved.weight * len(next(iter(solved.starts.values())))
        every.append((solved.forced, solved.weight))
        reached.append((solved.reached, solved.weight))
    drawn = seed if count is not None else None
    return ForcedStudy(rules, drawn, deals, starts, total(every), total(reached))


Wanted = tuple[tuple[int, ...], list[tuple[int, ...]], int]
"""Cards, whose joker is which in their deals, and the weight of each."""


def _all_deals(rules: Rules) -> list[Wanted]:
    """All deals, one layout of the cards for all its images."""
    number = layouts(rules)
    if number > MOST_LAYOUTS:
        raise ValueError(
            f"{number:,} ways to lay the cards on {rules.board}: expected at most "
            f"{MOST_LAYOUTS:,}, or a number of random deals"
        )
    images = Counter(
        canonical(rules.board, cards, rules.turn.symmetries)[0] for cards in _layouts(rules.deck)
    )
    found: list[Wanted] = []
    for cards, weight in sorted(images.items()):
        jokers = [cell for cell, card in enumerate(cards) if card == JOKER]
        found.append((cards, list(permutations(jokers)), weight))
    return found


def _layouts(deck: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All different orders of a deck, ascending."""
    if not deck:
        yield ()
    for card in sorted(set(deck)):
        at = deck.index(card)
        yield from ((card, *rest) for rest in _layouts(deck[:at] + deck[at + 1 :]))


def _solve(wanted: Wanted, rules: Rules) -> SolvedCards:
    cards, starts, weight = wanted
    game = DuelGame(cards, rules)
    solver = DuelSolver(game.layout)
    for number in range(solver.steps):
        solver.step(number)
    codes = solver.codes()
    values: dict[str, list[Starts]] = {}
    every: list[Position] = []
    for edition in rules.editions:
        dealt = [Deal(cards, cells, rules).as_dealt(edition) for cells in starts]
        every += dealt
        duels = [[Duel.of(start, hero) for hero in start.order] for start in dealt]
        values[edition.name] = [
            tuple(duel.value_for_hero(int(codes[game.rank(duel)])) for duel in each)
            for each in duels
        ]
    wins, play = solver.hero_wins(), Reachable(*every)
    found = [forced(game.index, wins, some) for some in (np.ones_like(play.reached), play.settled)]
    return SolvedCards(weight, values, *found)

"""Deals counted by the length of the game with perfect play: all of them, or random ones."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, U32, Codes
from tablebase.engine.jobs.shards import BYTES_PER_POSITION
from tablebase.engine.search.forward import search
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Value
from tablebase.games.collapsi.deals.byte_solver import ByteSolver
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.fast import BYTES, NIBBLES, SEARCH, SHIFTING, WHOLE
from tablebase.games.collapsi.game import game_of, of_deal
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.rules import BYTE_CODING, CODING, Rules
from tablebase.games.collapsi.strategy.openings import openings_of
from tablebase.games.collapsi.symmetry import Automorphism
from tablebase.games.collapsi.whole.build import MARGIN, solve_whole
from tablebase.games.collapsi.whole.solver import Whole
from tablebase.support.lazy import cached_property

SECONDS_PER_DEAL = 1e-3  # the cost of a deal besides its positions; dominates on small boards

Copies = tuple[int, ...]
"""How many cards of each kind a deck has, by the letters of the whole game."""

Lengths = tuple[Counter[int], ...]
"""For each edition, the number of deals by length in plies; red, who starts, wins odd lengths."""


def can_count_every_deal(rules: Rules, memory: int) -> bool:
    """Whether the whole game of some rules can be solved in `memory` bytes."""
    return WHOLE.fits(rules) and Whole(rules).memory(keep=False) + MARGIN <= memory


def count_every_deal(
    rules: Rules,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Lengths:
    """Count all deals, each layout of the deck with either joker red: exact.

    For rules that `can_count_every_deal` admits. `threads` is by default one for each core this
    process may use; `progress` is called with the fraction of the work that is done. Raises
    MemoryError before the work starts if too little memory is free.
    """
    (lengths,) = decks_by_length(solve_whole(rules, progress, threads, keep=False)).values()
    return lengths


def decks_by_length(whole: Whole) -> dict[Copies, Lengths]:
    """Count all deals of every deck of a whole game whose last layer has been solved."""
    editions = len(whole.rules.editions)
    counts: dict[int, I64] = {}
    for openings in openings_of(whole):
        decks, deck = np.unique(_copies(openings.words, whole.geometry.top), return_inverse=True)
        found = np.zeros((editions, decks.size, CODING.no_entry), np.int64)
        for edition, codes in enumerate(found):
            for red in (0, 1):
                np.add.at(codes, (deck, openings.start[:, edition, red]), openings.weights)
        for number, packed in enumerate(decks.tolist()):
            counts[packed] = counts.get(packed, 0) + found[:, number]
    letters = len(whole.geometry.letters)
    return {
        tuple(packed >> 8 * letter & 0xFF for letter in range(letters)): tuple(
            map(_by_plies, codes.tolist())
        )
        for packed, codes in counts.items()
    }


def _copies(words: U32, length: int) -> U32:
    """How often each letter occurs in each word, eight bits a letter."""
    total, one = np.zeros(words.size, np.uint32), np.uint32(1)
    for place in range(length):
        letter = words >> np.uint32(2 * place) & np.uint32(3)
        total += one << np.uint32(8) * letter
    return total


def _by_plies(codes: list[int]) -> Counter[int]:
    return Counter(
        {abs(dte): n for dte, n in zip(CODING.signed_dte, codes, strict=False) if n}
    )  # the end is 0, losses are even and wins odd, so no two codes share a length


def count_random_deals(rules: Rules, seed: int, first: int, number: int) -> Lengths:
    """Count the random deals `first` to `first + number - 1` of a seed.

    A pure function: the counts of the parts of a sample add up to those of the whole, wherever and
    in whatever order they are made.
    """
    lengths = tuple(Counter[int]() for _ in rules.editions)
    for at in range(first, first + number):
        for counts, value in zip(lengths, start_values(random_deal(rules, seed, at)), strict=True):
            counts[value.dte] += 1
    return lengths


def count_shard(shard: tuple[Mapping[str, Any], int, int, int]) -> bytes:
    """`count_random_deals` of a shard (rules as data, seed, first deal, number), as JSON."""
    rules, *sample = shard
    lengths = count_random_deals(Rules.from_dict(rules), *sample)
    return json.dumps([sorted(counts.items()) for counts in lengths]).encode()


def lengths_of(payload: bytes) -> Lengths:
    """Read the counts that `count_shard` made."""
    return tuple(Counter(dict(counts)) for counts in json.loads(payload))


def seconds_of_a_deal(rules: Rules) -> float:
    """Estimated time to count a random deal; sizes the shards."""
    if SHIFTING.fits(rules):
        return 0.5
    if SEARCH.fits(rules) and not NIBBLES.fits(rules):  # 26 ms on 20 cells, 2 s on 25
        return 0.026 * 2.4 ** (rules.board.size - 20)
    of_position = 2e-9 if NIBBLES.fits(rules) else 15e-9 if BYTES.fits(rules) else 400e-6
    return SECONDS_PER_DEAL + of_position * game_of(rules.deck, rules).size


def memory_of_a_deal(rules: Rules) -> int:
    """Bytes that counting a random deal takes; 0 if that is little, for a search or small table."""
    return BYTES_PER_POSITION * game_of(rules.deck, rules).size if _by_bytes(rules) else 0


def _by_bytes(rules: Rules) -> bool:
    """Whether starts are solved by `byte_solver`, because no search by kernels fits."""
    return BYTES.fits(rules) and not SEARCH.fits(rules)


def random_deal(rules: Rules, seed: int, number: int) -> Deal:
    """A uniformly random deal, either joker red: the same for the same seed and number."""
    return Deal.random(random.Random(f"{seed}/{number}"), rules)


def start_values(deal: Deal) -> list[Value]:
    """The exact value of a deal's start under each edition, by the fastest method.

    Up to 16 cells one table answers all editions; if pawns may land on each other, it is the table
    of `byte_solver`. Otherwise each start is searched, which takes a tenth of a table's time.
    """
    rules = deal.rules
    if _by_bytes(rules):
        codes = opening_values(deal)[:, deal.jokers.index(deal.red)]
        return [BYTE_CODING.decode(code) for code in codes.tolist()]
    starts = [deal.start(edition) for edition in rules.editions]
    if NIBBLES.fits(rules):
        table = build_table(of_deal(deal))
        return [table.value(start) for start in starts]
    return [_searched(start) for start in starts]


def _searched(start: Position) -> Value:
    value = search(start).value
    assert value is not None  # a search without limits finds the value
    return value


class AsDealt(DealLayout):
    """The layout of a deal that is solved as it stands, and has no table."""

    @cached_property
    def _image(self) -> Automorphism:
        return tuple(range(len(self.cards)))


def opening_values(deal: Deal) -> Codes:
    """What the starts of a deal are worth, without making its table.

    Returns the code of the start for each edition, with red on the first joker (by cell) and on the
    second, shape ``(editions, 2)``. `rules.BYTE_CODING` decodes it, even on small boards, whose
    tables have codes of 4 bits. Raises `MissingTableError` if the board is too large for a table,
    and `MemoryError`, before the work starts, if there is not enough free memory.

    Examples
    --------
    >>> from tablebase import Deal
    >>> from tablebase.games.collapsi.rules import BYTE_CODING
    >>> codes = opening_values(Deal.parse("A223/4A2J/3A23/J3A4"))
    >>> print(BYTE_CODING.decode(codes[0, 0]))
    win in 13
    """
    # Finding the canonical deal takes longer than a small board's induction.
    solver = ByteSolver(AsDealt(deal.cards, deal.rules), keep=True)
    for number in range(solver.steps):
        solver.step(number)
    return solver.openings()[:, :, 0]

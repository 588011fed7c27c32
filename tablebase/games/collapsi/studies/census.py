"""The essentially different deals: enumerated, numbered, counted.

Deals are the same up to an automorphism of the board if their *canonical deals* are (see
`symmetry.canonical`): jokers as early as possible in reading order, then the smallest cards. So
canonical deals fall into *classes*, one for each place of the two jokers that no automorphism
brings further forward; on the 4-cube there is one for each distance between them. A deal of a
class is a *word*: the cards on the other cells in reading order. The word is canonical if none of
the automorphisms that fix the jokers' cells makes it smaller.

The *number* of a canonical deal is its place in the order of classes, then words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U8, U16, U32, Bools
from tablebase.games.collapsi.board import CELL, Board
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.games.collapsi.symmetry import Automorphism
from tablebase.games.collapsi.whole.geometry import distances
from tablebase.support.columns import to_pandas
from tablebase.support.lazy import cached_property

if TYPE_CHECKING:
    import pandas

Words = U32
"""Words, two bits a card, the first cell's uppermost; a card is its number among the deck's."""


class JokerClass:
    """The canonical deals whose jokers, usually two, lie on the same cells.

    No member of `group`, automorphisms of the board, brings these cells further forward. The deck
    has at most four different cards besides the jokers, `letters`. `cells` are the other cells, in
    reading order; `fixing` are the members of the group that map the set of jokers to itself, the
    identity first.
    """

    def __init__(
        self,
        board: Board,
        deck: Sequence[int],
        group: Sequence[Automorphism],
        jokers: tuple[int, ...],
    ) -> None:
        self.board, self.deck, self.group, self.jokers = board, deck, group, jokers
        self.cells = tuple(cell for cell in range(board.size) if cell not in jokers)
        self.letters = _letters(deck)
        self.fixing = tuple(g for g in group if {g[cell] for cell in jokers} == set(jokers))

    @property
    def distance(self) -> int:
        """Steps between two jokers with every card face up."""
        return int(distances(self.board)[self.jokers])

    @cached_property
    def words(self) -> Words:
        """The canonical deals' words, ascending."""
        words = all_words(tuple(map(self.deck.count, self.letters)))
        for g in self.fixing[1:]:
            words = words[self.images(words, g) >= words]
        return words

    def images(self, words: Words, automorphism: Automorphism) -> Words:
        """The images of words under one of the automorphisms in `fixing`."""
        return permuted(words, [self.cells.index(automorphism[cell]) for cell in self.cells])

    @cached_property
    def sizes(self) -> U16:
        """Number of images of each canonical deal, jokers alike."""
        same = sum((self.images(self.words, g) == self.words).astype(int) for g in self.fixing)
        return np.asarray(len(self.group) // same, np.uint16)

    @cached_property
    def swaps(self) -> Bools:
        """Whether a symmetry of the deal swaps its jokers; then it does not matter who is red."""
        swaps = np.zeros(self.words.size, bool)
        for g in self.fixing:
            if g[self.jokers[0]] != self.jokers[0]:
                swaps |= self.images(self.words, g) == self.words
        return swaps

    def word(self, cards: Sequence[int]) -> int:
        """The word of a layout of cards."""
        word = 0
        for cell in self.cells:
            word = word << 2 | self.letters.index(cards[cell])
        return word

    def cards(self, word: int) -> tuple[int, ...]:
        """The layout of a word; the inverse of `word`."""
        cards = [JOKER] * self.board.size
        for place, cell in enumerate(reversed(self.cells)):
            cards[cell] = self.letters[word >> 2 * place & 3]
        return tuple(cards)

    def layouts(self) -> U8:
        """The cards of the canonical deals, shape ``(len(words), board.size)``."""
        cards = np.full((self.words.size, self.board.size), JOKER, np.uint8)
        for place, cell in enumerate(reversed(self.cells)):
            cards[:, cell] = np.array(self.letters)[self.words >> 2 * place & 3]
        return cards

    def texts(self) -> npt.NDArray[np.str_]:
        """The canonical deals in notation, red on the first joker."""
        names = np.array([card_letter(card) for card in range(max(self.letters) + 1)])
        signs = np.array(list("/".join(self.board.picture)))
        text = np.tile(signs, (self.words.size, 1))
        text[:, signs == CELL] = names[self.layouts()]
        return text.view(f"U{signs.size}")[:, 0]


class Census:
    """All essentially different deals, in canonical order.

    The deck has two jokers and at most four different cards besides; `ValueError` if the rules are
    for more than two players. `classes` are the joker classes in the order of their deals.

    Examples
    --------
    >>> census = Census()
    >>> len(census), census.coloured
    (996234, 1982769)
    >>> str(census[500_000])
    'J2J3/AA23/22A3/34A4'
    >>> census.number(Deal.parse("J2J3/AA23/22A3/34A4"))
    500000
    """

    def __init__(self, rules: Rules = COLLAPSI) -> None:
        _expect_two_jokers(rules)
        self.rules = rules
        pairs = {
            min((min(g[a], g[b]), max(g[a], g[b])) for g in rules.symmetries)
            for a, b in combinations(range(rules.board.size), 2)
        }
        self.classes = tuple(
            JokerClass(rules.board, rules.deck, rules.symmetries, pair) for pair in sorted(pairs)
        )

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The number of each class's first deal, followed by the number of all deals."""
        sizes = [joker_class.words.size for joker_class in self.classes]
        return tuple(sum(sizes[:n]) for n in range(len(sizes) + 1))

    def __len__(self) -> int:
        return self.starts[-1]

    def __getitem__(self, number: int) -> Deal:
        """The canonical deal with a number, red on the first joker; the inverse of `number`."""
        if not 0 <= number < len(self):
            raise IndexError(f"deal {number}: expected 0 to {len(self) - 1}")
        at = bisect_right(self.starts, number) - 1
        found = self.classes[at]
        cards = found.cards(int(found.words[number - self.starts[at]]))
        return Deal(cards, found.jokers, self.rules)

    def number(self, deal: Deal) -> int:
        """The number of a deal's canonical deal, whichever joker is red.

        Raises `ValueError` if the deal has other rules.
        """
        if deal.rules != self.rules:
            raise ValueError(
                f"a deal of rules {deal.rules.name!r}: expected rules {self.rules.name!r}, as in "
                "Deal.parse(str(deal), rules)"
            )
        canonical, _ = deal.canonical
        at = [c.jokers for c in self.classes].index((canonical.jokers[0], canonical.jokers[1]))
        found = self.classes[at]
        word = np.uint32(found.word(canonical.cards))  # of another type, all words are converted
        return self.starts[at] + int(np.searchsorted(found.words, word))

    @property
    def sizes(self) -> U16:
        """Number of images of each deal, jokers alike, shape ``(len(self),)``."""
        return np.concatenate([joker_class.sizes for joker_class in self.classes])

    @cached_property
    def swaps(self) -> Bools:
        """Whether each deal has a symmetry that swaps its jokers, shape ``(len(self),)``."""
        return np.concatenate([joker_class.swaps for joker_class in self.classes])

    @property
    def coloured(self) -> int:
        """Number of essentially different deals if it matters which joker is red."""
        return 2 * len(self) - int(self.swaps.sum())

    @property
    def layouts(self) -> int:
        """Number of ways to lay the deck on the board, jokers alike."""
        deck = self.rules.deck
        return factorial(len(deck)) // prod(factorial(deck.count(card)) for card in set(deck))

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each deal, in this order: its notation, steps between jokers, `sizes`, `swaps`.

        Raises `MissingExtraError` without pandas: ``[notebook]`` installs it.
        """
        return to_pandas(self.columns(), {"rules": self.rules.name})

    def columns(self) -> dict[str, Any]:
        """The columns of `to_pandas`."""
        classes = self.classes
        return {
            "deal": np.concatenate([joker_class.texts() for joker_class in classes]),
            "jokers_apart": np.repeat([c.distance for c in classes], np.diff(self.starts)),
            "images": self.sizes,
            "jokers_swap": self.swaps,
        }


@lru_cache(maxsize=4)
def census_of(rules: Rules = COLLAPSI) -> Census:
    """The census of some rules; cached, because its enumeration takes a moment."""
    return Census(rules)


def burnside(rules: Rules = COLLAPSI, *, coloured: bool = False) -> int:
    """The number of essentially different deals by Burnside's lemma, without enumerating them.

    It is the mean, over all automorphisms, of the number of deals that an automorphism leaves
    unchanged: those with equal cards on each of its cycles. With `coloured` it matters which joker
    is red's. Raises `ValueError` if the rules are for more than two players.
    """
    _expect_two_jokers(rules)
    deck = list(rules.deck)
    kinds = [deck.count(card) for card in set(deck) - {JOKER}]
    kinds += [1, 1] if coloured else [2]
    group = rules.symmetries
    return sum(_ways(tuple(cycle_lengths(g)), tuple(sorted(kinds))) for g in group) // len(group)


@lru_cache(maxsize=4096)
def _ways(cycles: tuple[int, ...], left: tuple[int, ...]) -> int:
    """The number of ways to give each cycle a kind of card, given the cells left for each kind."""
    if not cycles:
        return 1
    return sum(
        _ways(cycles[1:], (*left[:at], n - cycles[0], *left[at + 1 :]))
        for at, n in enumerate(left)
        if n >= cycles[0]
    )


def cycle_lengths(automorphism: Automorphism) -> list[int]:
    """The lengths of a permutation's cycles, longest first."""
    lengths, left = [], set(range(len(automorphism)))
    while left:
        cell = min(left)
        length = 0
        while cell in left:
            left.remove(cell)
            cell = automorphism[cell]
            length += 1
        lengths.append(length)
    return sorted(lengths, reverse=True)


def permuted(words: Words, places: Sequence[int]) -> Words:
    """Words with the card at place i, from the left, at place ``places[i]``; by half words."""
    length = len(places)
    shifts = [2 * (length - 1 - place) for place in places]
    low_letters = length // 2
    high = _moved(shifts[: length - low_letters])[words >> np.uint32(2 * low_letters)]
    low = _moved(shifts[length - low_letters :])[words & np.uint32((1 << 2 * low_letters) - 1)]
    images: Words = high | low
    return images


def _moved(shifts: Sequence[int]) -> Words:
    table = np.zeros(1, np.uint32)
    for shift in reversed(shifts):
        table = np.bitwise_or.outer(np.arange(4, dtype=np.uint32) << np.uint32(shift), table)
        table = table.ravel()
    return table


@lru_cache(maxsize=1)
def all_words(counts: tuple[int, ...]) -> Words:
    """Every way to lay `counts` cards of each kind, ascending."""
    half = sum(counts) // 2
    begins, left = _beginnings(counts, sum(counts) - half)
    ends = {rest: _beginnings(rest, half)[0] for rest in set(left)}
    shift = np.uint32(2 * half)
    return np.concatenate(
        [begin << shift | ends[rest] for begin, rest in zip(begins, left, strict=True)]
    )


def _beginnings(counts: tuple[int, ...], length: int) -> tuple[Words, list[tuple[int, ...]]]:
    """The words of a length from `counts` cards of each kind, ascending; and what each leaves."""
    words, left = np.zeros(1, np.uint32), np.array([counts])
    for _ in range(length):
        rows, cards = np.nonzero(left)
        words = words[rows] << np.uint32(2) | cards.astype(np.uint32)
        left = left[rows]
        left[np.arange(rows.size), cards] -= 1
    return words, [tuple(row) for row in left.tolist()]


def _expect_two_jokers(rules: Rules) -> None:
    if not rules.turn.two_sided:
        raise ValueError(f"rules {rules.name!r} for {rules.players} players: expected 2")


def _letters(deck: Sequence[int]) -> tuple[int, ...]:
    letters = tuple(sorted(set(deck) - {JOKER}))
    if len(letters) > 4:
        raise ValueError(f"{len(letters)} different cards: expected at most 4")
    return letters

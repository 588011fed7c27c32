"""Collapsi for three and four players as the engine sees it: all duels of one deal.

One table holds the duels of every player in every position. It does not matter whose joker is
which: the index holds the first turns for all assignments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U8, U64
from tablebase.engine.game import Codes, Solver
from tablebase.engine.probe import LookUp, MoveValue, Probe, probe_moves
from tablebase.engine.rooms import own_position
from tablebase.engine.searched import Limits, Searched
from tablebase.engine.values import Value
from tablebase.games.collapsi.card_game import CardGame
from tablebase.games.collapsi.deck import GONE
from tablebase.games.collapsi.duels.duel import CODING, Duel, colours_of
from tablebase.games.collapsi.duels.layout import REMOVED, DuelLayout
from tablebase.games.collapsi.position import Position
from tablebase.support.lazy import cached_property


class DuelGame(CardGame[Duel]):
    """All duels of one deal; it does not matter whose joker is which."""

    kind = "collapsi-players"
    coding = CODING

    @cached_property
    def layout(self) -> DuelLayout:
        """The deal's cells and slots, and the ranks of its duels."""
        return DuelLayout(self.cards, self.rules)

    def rank(self, duel: Duel | Position) -> int:
        """The rank of a duel; `PositionError` if its face-up cards are not this deal's."""
        duel = own_position(duel, self)
        if isinstance(duel, Position):
            duel = Duel.of(duel, duel.order[0])
        position = duel.position
        self.layout.check_cards(position)
        hero = position.order.index(duel.hero)
        rank: int = self.index.rank(self.layout.placed(position), hero)
        return rank

    def unrank(self, rank: int) -> Duel:
        """The duel with a rank, under the rules' first edition if the edition does not matter.

        Raises `IndexError` if the rank is not 0 to ``size - 1``.
        """
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        (k, edition, places, mask), hero = self.index.unrank(rank)
        own = self.layout.cells
        face_up = sum(1 << cell for slot, cell in enumerate(own) if mask >> slot & 1)
        everybody = range(self.rules.players)
        ply = len(self.cards) - face_up.bit_count()
        waiting = sum(place >= self.layout.free for place in places[:k])
        order = colours_of(len(everybody), k, waiting, ply)
        removed = self.rules.turn.pawns_removed
        cells = [GONE if removed and at >= k else own[place] for at, place in enumerate(places)]
        spare = [player for player in everybody if player not in order]
        pawns = dict(zip((*order, *spare), (*cells[:k], *sorted(cells[k:])), strict=True))
        position = Position(
            self.cards,
            face_up,
            tuple(pawns[player] for player in everybody),
            self.rules.editions[max(edition, 0)],
            self.rules,
            order,
        )
        return Duel(position, order[hero])

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Every duel as plain columns, for export; each has shape ``(size,)``.

        ``edition`` (number among the rules' editions, -1 where it does not matter), ``face_up``
        (mask of cells), ``in`` (how many players are still in), ``pawn_1``, ... (cells: of those
        in, in turn order from the side to move, then of those out, or `REMOVED`), ``hero`` (place
        in turn order), ``hero_moves`` (whether the hero is the side to move once those who cannot
        move are out).
        """
        from tablebase.games.collapsi.duels.check import for_each_hero, turns_of_ranks

        layout, index, players = self.layout, self.index, range(self.rules.players)
        k, sets, places = index.heroes, index.set_counts, index.places
        editions = index.by_placement(lambda family: family.edition).astype(np.int8)
        face_up = [
            _moved(index.face_up_of(number, np.arange(count)).astype(np.uint64), layout.cells)
            for number, count in enumerate(sets.tolist())
        ]
        heroes = [
            np.arange(each, dtype=np.uint8).repeat(of) for each, of in zip(k, sets, strict=True)
        ]
        if index.turn.pawns_removed:
            places = np.where(players < k[:, np.newaxis], places, index.nowhere)
        pawns = np.array([*layout.cells, REMOVED], np.uint64)[places].repeat(k * sets, axis=0)
        hero = np.concatenate(heroes)
        return {
            "edition": editions.repeat(k * sets),
            "face_up": for_each_hero(layout, face_up),
            "in": k.astype(np.uint8).repeat(k * sets),
            **{f"pawn_{column + 1}": pawns[:, column] for column in players},
            "hero": hero,
            "hero_moves": hero <= turns_of_ranks(layout),
        }

    def layer_of_ranks(self) -> U8:
        """The layer of every duel, shape ``(size,)``; see `Duel.layer`."""
        return self.layout.index.layers()

    def solver(self) -> Solver:
        """A new backward induction of this deal."""
        from tablebase.games.collapsi.duels.solver import DuelSolver

        return DuelSolver(self.layout)

    def first_error(self, codes: Codes) -> int | None:
        """The lowest rank whose code does not follow from its successors; see `check`."""
        from tablebase.games.collapsi.duels.check import first_error

        return first_error(self.layout, codes)

    def probe(self, position: Position | Duel, table: LookUp) -> Probe[Any]:
        """What every player can force in a position, and after every legal move, best first.

        In a duel, what its two sides can.
        """
        if isinstance(position, Duel):
            return probe_moves(position, table, CODING, self.key)
        position = position.settled()
        duels = [Duel.of(position, player) for player in position.order]
        moves = position.legal_moves()
        asked = [*duels, *(duel.play(move) for move in moves for duel in duels)]
        codes = table.codes_of(asked).tolist()
        found = [duel.value_for_hero(code) for duel, code in zip(asked, codes, strict=True)]
        now = dict(zip(position.sides, found, strict=False))
        value, answers = found[0], []
        for number, move in enumerate(moves, start=1):
            after = found[number * len(duels) : (number + 1) * len(duels)]
            # Counted from before the move.
            values = [Value(result, dte + 1) for result, dte in after]
            by_player = dict(zip(position.sides, values, strict=True))
            answers.append(
                MoveValue(move, position.play(move), values[0], values[0] == value, by_player)
            )
        answers.sort(key=lambda answer: -CODING.encode(answer.value))
        return Probe(position, value, tuple(answers), table.origin, self.key, now)

    def search(self, position: Any, method: str, goal: str, limits: Limits) -> Searched[Any]:
        """Raise `ValueError`: a search is only for two sides."""
        raise ValueError(
            f"a search is for two players, not {self.rules.players}: expected a look-up in a table"
        )

    def attributes(self) -> dict[str, Any]:
        """The attributes of a stored table; docs/format.md explains each."""
        jokers = self.layout.canonical_cells[self.layout.free :]
        return {**super().attributes(), "jokers": list(jokers)}


def _moved(masks: U64, places: Sequence[int]) -> U64:
    """Masks whose bit i has gone to bit ``places[i]``."""
    moved = np.zeros_like(masks)
    for bit, place in enumerate(places):
        moved |= (masks >> np.uint64(bit) & np.uint64(1)) << np.uint64(place)
    return moved

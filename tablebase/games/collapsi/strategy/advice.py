"""What a strategy says in a position, feature by feature, and what it does in many of a deal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U64
from tablebase.engine.probe import MoveValue, Probe
from tablebase.engine.values import Result
from tablebase.games.collapsi.picture import svg
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.rules import Edition
from tablebase.games.collapsi.strategy.features import FEATURES, NUMBER, StrategyError
from tablebase.games.collapsi.strategy.kernels import feature_values, make_choices
from tablebase.games.collapsi.strategy.preferences import Preference, Strategy
from tablebase.games.collapsi.strategy.reach import reach_of
from tablebase.games.collapsi.strategy.terms import terms_of

Values = Mapping[int, Mapping[str, int]]
"""The features of each move, by the cell it ends on and the feature's name."""


@dataclass(frozen=True)
class Advice:
    """What a strategy says in a position."""

    strategy: Strategy
    probe: Probe[Position]
    values: Values  # the features that the strategy looks at there
    made: tuple[MoveValue[Position], ...]  # those that it may make, all equally likely

    @property
    def keeps_win(self) -> Fraction:
        """The probability that it makes a winning move."""
        return Fraction(sum(move.keeps_win for move in self.made), len(self.made))

    @property
    def order(self) -> tuple[Preference, ...]:
        """The preferences that hold there."""
        return self.strategy.order(self.probe.position.face_up.bit_count())

    def choose(self, seed: int) -> MoveValue[Position]:
        """One of the moves that it may make; the same for the same seed, position and strategy."""
        # Only `random` has a sequence that Python guarantees for a seed.
        text = f"{seed} {self.strategy.name} {self.probe.position}"
        return self.made[int(random.Random(text).random() * len(self.made))]

    def svg(self) -> str:
        """The board as an SVG picture.

        A frame is solid for a winning move and dashed for a losing one, thick if the strategy may
        make the move. The number is the value of its first preference.
        """
        position = self.probe.position
        notes = {
            cell: str(first.of(values))
            for cell, values in self.values.items()
            for first in self.order[:1]
        }
        chosen = [move.move.destination for move in self.made]
        return svg(position, position.board, self.probe.moves, notes, chosen)

    def as_dict(self) -> dict[str, Any]:
        """The advice as plain data, for JSON."""
        return {
            "strategy": self.strategy.name,
            "position": str(self.probe.position),
            "order": [dict(each.weights) for each in self.order],
            "made": [str(move.move) for move in self.made],
            "keeps_win": str(self.keeps_win),
            "moves": [
                {
                    "move": str(move.move),
                    "keeps_win": move.keeps_win,
                    "features": dict(self.values[move.move.destination]),
                }
                for move in self.probe.moves
            ],
        }


def advise(strategy: Strategy, probe: Probe[Position]) -> Advice:
    """What a strategy says in the position of a probe.

    Raises ValueError if the game is over, StrategyError as `reach.MoveTable`.
    """
    if not probe.moves:
        raise ValueError(f"{probe.position}: the game is over, expected a position with moves")
    order = strategy.order(probe.position.face_up.bit_count())
    values = values_of(probe, {name for each in order for name, _ in each.weights})
    made = list(probe.moves)
    for preference in order:
        keys = [preference.of(values[move.move.destination]) for move in made]
        made = [move for move, key in zip(made, keys, strict=True) if key == max(keys)]
    return Advice(strategy, probe, values, tuple(made))


def values_of(probe: Probe[Position], names: Iterable[str]) -> Values:
    """Some features of every move of a position."""
    position, names = probe.position, sorted(names, key=NUMBER.__getitem__)
    reach = reach_of(position.rules)
    # Face-down cards may be unknown, and do not matter.
    up = [position.face_up >> cell & 1 for cell in range(len(position.cards))]
    cards = [card if face_up else 1 for card, face_up in zip(position.cards, up, strict=True)]
    after = position.face_up & ~(1 << position.mover)
    view = reach.view(cards, position.edition)
    for move in probe.moves:
        plies = move.value.dte - 1  # of the opponent, who loses them if the move wins
        wins = move.value.result is Result.WIN
        view.ends[move.move.destination] = -plies if wins else plies
    found = np.zeros((len(cards), len(names)), np.int64)
    numbers = np.array([NUMBER[name] for name in names], np.int64)
    feature_values(view, after, position.opponent, numbers, found)
    rows = (move.move.destination for move in probe.moves)
    return {cell: dict(zip(names, found[cell].tolist(), strict=True)) for cell in rows}


def choices(
    strategy: Strategy,
    deal: Deal,
    positions: npt.NDArray[Any],
    edition: Edition | str | None = None,
) -> U64:
    """The moves that a strategy may make in positions of a deal, all equally likely.

    They are masks of the cells to move to, shape (n,), 0 where the game is over; the positions are
    of POSITION_DTYPE. Raises StrategyError as `reach.MoveTable`, or if the strategy looks at
    values, as `advice.advise` can.
    """
    view = reach_of(deal.rules).view(deal.cards, deal.rules.edition(edition))
    chosen = np.zeros(positions.shape, np.uint64)
    numbers = np.bitwise_count(positions["face_up"])
    rows = np.stack([positions[name] for name in ("face_up", "mover", "opponent")], axis=1)
    for number in np.unique(numbers).tolist():
        near, far, spans = terms_of([strategy], number)
        terms = np.concatenate([near, far])
        for feature in terms[:, 1].tolist():
            if FEATURES[feature].solved:
                raise StrategyError(
                    f"strategy {strategy} looks at {FEATURES[feature].name}: expected no feature "
                    "that needs the value of a move"
                )
        places = np.flatnonzero(numbers == number)
        own = np.zeros(len(places), np.uint64)
        make_choices(view, rows[places].astype(np.int64), terms, spans[-1], own)
        chosen[places] = own
    return chosen

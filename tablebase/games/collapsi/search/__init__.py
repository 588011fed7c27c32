"""Forward search for Collapsi by kernels, on any board that a position can have.

Read in this order:

    reach.py        where a pawn can end
    plain.py        plain alpha-beta, which tables are measured against
    ordered.py      the fast search
    vast.py         the same for billions of positions
    proof.py        who wins, by proof numbers: a check of the others
    certificate.py  a proof of who wins, for a checker that does not search

All searches share only the rule of movement with tables, and neither the index nor the induction,
so they can check any value independently.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U8, U64
from tablebase.engine.search.searched import Budget, Limits, Searched, Stopped
from tablebase.engine.values import Result, Value
from tablebase.games.collapsi.rules import SMALL_CELLS, Rules
from tablebase.games.collapsi.search import (
    layer_kernels,
    ordered,
    plain,
    proof,
    shifting,
    vast,
)
from tablebase.games.collapsi.search.packed import LEAST_MEMORY, MOST_CELLS, SLOTS
from tablebase.games.collapsi.search.reach import Reach, kinds_table
from tablebase.games.collapsi.search.words import letters, shift_words, word_of

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position

SLICE = 1 << 16
"""Nodes between two checks of the limits: a few milliseconds."""

SPREAD = 1 << 20
"""Positions of a layer that are sorted at a time, 8 bytes each."""

FEW_PLACES, MANY_PLACES = 1 << 11, 1 << 21
"""Places in the transposition table, 32 bytes each: few on boards whose destinations are looked up,
so that the table stays in the cache; many on larger boards."""

RESULT_MEMORY = 1 << 28
"""Bytes of the transposition table of a search for the winner alone on a larger board."""


def search(position: Position, method: str, goal: str, limits: Limits) -> Searched[Position]:
    """Search a position; see `tablebase.search`, which checks the arguments.

    On boards that are too large for a table, it asks how soon the game ends. If only the winner is
    wanted, asking for it directly, as `search_vast` does, visits fewer positions.
    """
    if method == "ordered" and goal == "result" and _is_vast(position.rules):
        return replace(search_vast(position, goal, limits, RESULT_MEMORY), method=method)
    _compile(method, position)
    return _run(_kernel(method, position, goal), position, method, goal, limits)


def search_vast(
    position: Position, goal: str = "distance", limits: Limits | None = None, memory: int = 1 << 30
) -> Searched[Position]:
    """Search a position of a board of 17 to 42 cells: who wins, and then how soon.

    The transposition table takes up to `memory` bytes, at least 64 KiB. Raises `ValueError` for
    other boards and less memory, and where rows and columns shift.
    """
    return Vast(position, goal, memory).search(limits or Limits())


def prove_winner(
    position: Position, limits: Limits | None = None, memory: int = 1 << 30
) -> Searched[Position]:
    """Find who wins on a board of 17 to 42 cells, by proof numbers; see `search_vast`."""
    check_vast(position, memory)
    if "proof" not in _compiled_vast:
        _Proof(position, LEAST_MEMORY).advance(Budget(Limits(nodes=1)))
        _compiled_vast.add("proof")
    return _run(_Proof(position, memory), position, "proof", "result", limits or Limits())


def _is_vast(rules: Rules) -> bool:
    return SMALL_CELLS < rules.board.size <= MOST_CELLS and not rules.shift


def check_vast(position: Position, memory: int) -> None:
    """Raise `ValueError` for positions and memory that `search_vast` does not take."""
    rules = position.rules
    if not _is_vast(rules):
        raise ValueError(
            f"rules {rules.name!r}: expected {SMALL_CELLS + 1} to {MOST_CELLS} cells, and no shift"
        )
    if memory < LEAST_MEMORY:
        raise ValueError(f"memory of {memory:,} bytes: expected {LEAST_MEMORY:,} or more")


def _run(
    kernel: _Kernel, position: Position, method: str, goal: str, limits: Limits
) -> Searched[Position]:
    budget = Budget(limits)
    budget.spent += 1  # the root

    def found(stopped: str = "") -> Searched[Position]:
        cards = position.face_up.bit_count()
        line = kernel.line[:1] if stopped or goal == "result" else kernel.line
        return Searched(
            position,
            method,
            goal,
            _value(kernel.lower, cards),
            _value(kernel.upper, cards),
            tuple(map(kernel.name, line)),
            budget.spent,
            budget.elapsed,
            kernel.memory,
            stopped,
        )

    try:
        while not kernel.advance(budget):
            if limits.progress is not None:
                limits.progress(found())
    except Stopped as limit:
        return found(str(limit))
    except KeyboardInterrupt:
        return found("interrupted")
    return found()


_compiled: set[tuple[str, bool, bool]] = set()
_compiled_vast: set[str] = set()


def _compile(method: str, position: Position) -> None:
    """Compile or load the kernels before the first timed search."""
    kind = method, position.rules.is_small, bool(position.rules.shift)
    if kind not in _compiled:
        _kernel(method, position, "result").advance(Budget(Limits(nodes=1)))
        _compiled.add(kind)


def _bytes(arrays: Iterable[npt.NDArray[Any] | None]) -> int:
    return sum(array.nbytes for array in arrays if array is not None)


def _value(score: int, cards: int) -> Value:
    """The value of a score, for a position with this number of face-up cards."""
    return Value(Result.WIN if score > 0 else Result.LOSS, cards - abs(score))


def _latest(cards: int) -> tuple[int, int]:
    """The scores of the latest loss and the latest win.

    At least two cards are left, and a loss takes an even number of plies.
    """
    return -2 - cards % 2, 3 - cards % 2


def _places(memory: int, words: int) -> npt.NDArray[np.uint64]:
    """An empty transposition table: a power of two of places, each of some words of 8 bytes."""
    return np.zeros((1 << (memory // (8 * words)).bit_length() - 1, words), np.uint64)


class _Kernel(Protocol):
    """A search under way: the proven bounds of the score, and the best line so far, as numbers.

    `memory` is the size of its arrays in bytes.
    """

    memory: int
    lower: int
    upper: int

    @property
    def line(self) -> list[int]: ...

    def name(self, move: int) -> str:
        """The name of a move in the line."""

    def advance(self, budget: Budget) -> bool:
        """Continue the search for a slice; return whether the goal is reached."""


class _Plain:
    def __init__(self, position: Position, goal: str) -> None:
        reach = Reach.of(position)
        self._cards = cards = position.face_up.bit_count()
        self._scores = np.empty((2, cards + 1), np.int64)
        self._lines = np.empty((cards + 1, cards + 1), np.uint8)
        self._arrays = (
            reach.table,
            reach.neighbours,
            reach.steps,
            np.empty((2, len(position.cards)), np.uint64),
            np.empty((2, cards + 1), np.uint64),
            np.empty(cards + 2, np.uint64),
            self._scores,
            self._lines,
        )
        # To find who wins, a window between the latest loss and the latest win is enough.
        self._alpha, self._beta = _latest(cards) if goal == "result" else (-cards, cards)
        pawns = position.mover, position.opponent
        ends = plain.start(*self._arrays, position.face_up, *pawns, self._alpha, self._beta)
        self.lower, self.upper = (2 - cards, cards - 1) if ends else (-cards, -cards)
        self.line: list[int] = [(int(ends) & -int(ends)).bit_length() - 1] if ends else []
        self._ply = 0
        self.memory = _bytes(self._arrays)
        self.name = position.rules.board.cell_name

    def advance(self, budget: Budget) -> bool:
        limit = budget.left(SLICE)
        self._ply, visited = plain.run(*self._arrays, self._cards, self._ply, limit)
        budget.spent += visited
        best = int(self._scores[plain.ALPHA, 0])
        if best > self._alpha:
            self.lower = max(self.lower, best)
            line = self._lines[0].tolist()
            self.line = line[: line.index(plain.NO_CELL)]
        if self._ply < 0 and best < self._beta:
            self.upper = min(self.upper, best)
        return self._ply < 0


class _Asking:
    """A search that asks how high the score is, and then follows the best line."""

    memory: int
    _known: npt.NDArray[np.uint64]

    def __init__(self, position: Position, goal: str) -> None:
        cards = position.face_up.bit_count()
        self._scores = np.empty((6, cards + 1), np.int64)
        self._nodes = np.empty((5, cards + 1), np.uint64)
        self._state = np.empty(6, np.int64)
        self._ends = np.empty(cards, np.uint64)
        self._result_only = goal == "result"
        # The position that the search has reached on the best line.
        self._here = position
        self._done: list[int] = []
        self._restart()
        self.lower, self.upper = self._bounds()

    def _begin(self) -> None:
        """Set the state up to search the position reached."""
        raise NotImplementedError

    def _run(self, limit: int) -> bool:
        """Search up to this many nodes; return whether the goal is reached."""
        raise NotImplementedError

    def _follow_known(self, score: int, left: int) -> int:
        """Fill `_ends` with the best moves from the position reached; return their number."""
        raise NotImplementedError

    def name(self, move: int) -> str:
        """The name of a move of the kernel."""
        raise NotImplementedError

    @property
    def line(self) -> list[int]:
        """The best line so far; in its last position, the best move so far."""
        best = int(self._state[ordered.BEST_MOVE])
        return self._done if best < 0 else [*self._done, best]

    def advance(self, budget: Budget) -> bool:
        limit = budget.left(SLICE)
        before = int(self._state[ordered.NODES])
        done = self._run(before + limit)
        budget.spent += int(self._state[ordered.NODES]) - before
        if not self._done:
            self.lower, self.upper = self._bounds()
        return done and (self._result_only or self._follow())

    def _restart(self) -> None:
        self._generation = next(_GENERATIONS)
        self._begin()

    def _bounds(self) -> tuple[int, int]:
        return int(self._state[ordered.ROOT_LOWER]), int(self._state[ordered.ROOT_UPPER])

    def _follow(self) -> bool:
        """Follow the best line from a position whose score is known; return whether it is complete.

        If not, the entry of the next position has been overwritten, and that position is searched
        again.
        """
        score = int(self._state[ordered.ROOT_LOWER])
        found = self._follow_known(score, self._here.face_up.bit_count())
        line = self.line[len(self._done) :][: not found] + self._ends[:found].astype(int).tolist()
        for move in line:
            self._here = self._here.play(self.name(move))
        self._done += line
        self._restart()
        return not self._state[ordered.BEST_MOVE] >= 0


class _Ordered(_Asking):
    def __init__(self, position: Position, goal: str) -> None:
        reach, cells = Reach.of(position), len(position.cards)
        plies = position.face_up.bit_count() + 1
        self._reach = reach.table, reach.neighbours, reach.steps, np.empty((2, cells), np.uint64)
        self._moves = np.empty((plies, cells), np.uint64)
        self._futures = np.empty((plies, cells), np.uint64)
        self._known = _known_positions(reach.table is None)
        super().__init__(position, goal)
        arrays = (*self._reach, self._scores, self._moves, self._futures, self._nodes, self._known)
        self.memory = _bytes(arrays)

    def name(self, move: int) -> str:
        return self._here.rules.board.cell_name(move)

    def _begin(self) -> None:
        here = self._here.face_up, self._here.mover, self._here.opponent
        ordered.begin(*self._reach, self._nodes, self._state, *here)

    def _run(self, limit: int) -> bool:
        return ordered.run(
            *self._reach,
            self._nodes,
            self._scores,
            self._moves,
            self._futures,
            self._known,
            self._generation,
            self._state,
            self._result_only,
            limit,
        )

    def _follow_known(self, score: int, left: int) -> int:
        state = self._nodes, self._known, self._generation
        return ordered.follow(*self._reach, *state, score, left, self._ends)


class _Shifting(_Asking):
    def __init__(self, position: Position, goal: str) -> None:
        rules, cells = position.rules, len(position.cards)
        shifts = shift_words(rules)
        plies = position.face_up.bit_count() + 1
        self._board = kinds_table(position), shifts, cells
        self._moves = np.empty((plies, cells * shifts.shape[1]), np.uint64)
        self._known = _known_positions(many=True)
        super().__init__(position, goal)
        arrays = (*self._board[:2], self._scores, self._moves, self._nodes, self._known)
        self.memory = _bytes(arrays)

    def name(self, move: int) -> str:
        way, cell = divmod(move & 255, 16)
        rules = self._here.rules
        return rules.board.cell_name(cell) + letters(rules, cell)[way]

    def _begin(self) -> None:
        table, _, cells = self._board
        here = word_of(self._here), self._here.mover, self._here.opponent
        shifting.begin(table, self._nodes, self._state, cells, *here)

    def _run(self, limit: int) -> bool:
        return shifting.run(
            *self._board,
            self._nodes,
            self._scores,
            self._moves,
            self._known,
            self._generation,
            self._state,
            self._result_only,
            limit,
        )

    def _follow_known(self, score: int, left: int) -> int:
        state = self._nodes, self._known, self._generation
        return shifting.follow(*self._board, *state, score, left, self._ends)


class Vast(_Asking):
    """The search of `search_vast`, which takes the same arguments; it keeps its table."""

    def __init__(self, position: Position, goal: str, memory: int) -> None:
        check_vast(position, memory)
        reach, cells = Reach.of(position), len(position.cards)
        plies = position.face_up.bit_count() + 1
        self._reach = reach.neighbours, reach.steps, np.empty((2, cells), np.uint64)
        self._moves = np.empty((plies, cells), np.uint64)
        self._futures = np.empty((plies, cells), np.uint64)
        self._entered = np.empty(plies, np.int64)
        self._known = _places(memory, SLOTS)
        super().__init__(position, goal)
        arrays = self._scores, self._nodes, self._moves, self._futures, self._entered, self._known
        self.memory = _bytes((*self._reach, *arrays))

    def name(self, move: int) -> str:
        """The name of the cell."""
        return self._here.rules.board.cell_name(move)

    def _begin(self) -> None:
        here = self._here.face_up, self._here.mover, self._here.opponent
        ordered.begin(None, *self._reach, self._nodes, self._state, *here)

    def _run(self, limit: int) -> bool:
        return self._run_all(self._result_only, limit)

    def _run_all(self, result_only: bool, limit: int) -> bool:
        return vast.run(
            *self._reach,
            self._nodes,
            self._scores,
            self._moves,
            self._futures,
            self._entered,
            self._known,
            self._state,
            result_only,
            limit,
        )

    def _follow_known(self, score: int, left: int) -> int:
        """No move: the next position is soon searched again, with the same table."""
        return 0

    def search(self, limits: Limits) -> Searched[Position]:
        """Search the position; to be called once."""
        position, goal = self._here, "result" if self._result_only else "distance"
        if "vast" not in _compiled_vast:
            Vast(position, goal, LEAST_MEMORY).advance(Budget(Limits(nodes=1)))
            _compiled_vast.add("vast")
        return _run(self, position, "vast", goal, limits)

    def choose(self, keys: U64, asked: int) -> U8:
        """A move each for some positions, after which the mover's score is `asked` or more.

        The positions have keys as in `layer_kernels` and arise from the one searched. In each the
        mover can move, and has that score, but no win in one. The others have `NO_MOVE`.
        """
        moves = np.empty(len(keys), np.uint8)
        if layer_kernels.choose(*self._reach, self._known, keys, asked, moves):
            for number in np.flatnonzero(moves == layer_kernels.NO_MOVE):
                moves[number] = self._prove(int(keys[number]), asked)
        return moves

    def _prove(self, key: int, asked: int) -> int:
        """Search a position for a move that `choose` did not find in the table."""
        here = map(int, layer_kernels.position_of(np.uint64(key)))
        ordered.begin(None, *self._reach, self._nodes, self._state, *here)
        # One question, and no other after it: between these bounds nothing is open.
        self._scores[ordered.ASKED, 0] = asked
        self._state[[ordered.ROOT_LOWER, ordered.ROOT_UPPER]] = asked - 1
        self._state[ordered.PLY] = 0
        while not self._run_all(True, int(self._state[ordered.NODES]) + SLICE):
            pass
        proven = self._state[ordered.ROOT_LOWER] >= asked
        return int(self._state[ordered.BEST_MOVE] if proven else layer_kernels.NO_MOVE)

    def spread(self, keys: U64, moves: U8) -> U64:
        """The positions after the moves and all replies, sorted; see `layer_kernels.spread`."""
        room = np.empty(SPREAD, np.uint64)
        parts, done = [room[:0]], 0
        while done < len(keys):
            done, count = layer_kernels.spread(*self._reach, keys, moves, done, room)
            parts.append(np.unique(room[:count]))
        return np.unique(np.concatenate(parts))

    def replies_to(self, key: int) -> U64:
        """The positions after all moves of one, sorted; see `layer_kernels.replies_to`."""
        room = np.empty(MOST_CELLS, np.uint64)
        return np.unique(room[: layer_kernels.replies_to(*self._reach, key, room)])


class _Proof:
    def __init__(self, position: Position, memory: int) -> None:
        reach, cells = Reach.of(position), len(position.cards)
        cards = position.face_up.bit_count()
        self._nodes = np.empty((7, cards + 1), np.uint64)
        self._state = np.empty(5, np.uint64)
        self._arrays = (
            reach.neighbours,
            reach.steps,
            np.empty((2, cells), np.uint64),
            self._nodes,
            np.empty((cards + 1, cells), np.uint64),
            _places(memory, 4),
            self._state,
        )
        board = *self._arrays[:3], self._nodes, self._state
        proof.start(*board, position.face_up, position.mover, position.opponent)
        self.lower, self.upper = -cards, cards - 1
        self._loss, self._win = _latest(cards)
        self.line: list[int] = []
        self.memory = _bytes(self._arrays)
        self.name = position.rules.board.cell_name

    def advance(self, budget: Budget) -> bool:
        before = int(self._state[proof.NODES])
        done = proof.prove(*self._arrays, before + budget.left(SLICE))
        budget.spent += int(self._state[proof.NODES]) - before
        if done and not self._state[proof.PROOF]:
            self.lower = self._win
        elif done:
            self.upper = self._loss
        return done


_GENERATIONS = itertools.count(1)
_MEMORY = threading.local()


def _known_positions(many: bool) -> npt.NDArray[np.uint64]:
    """The thread's transposition table, which all its searches share."""
    name, places = ("many", MANY_PLACES) if many else ("few", FEW_PLACES)
    if not hasattr(_MEMORY, name):
        setattr(_MEMORY, name, np.zeros((places, 4), np.uint64))
    known: npt.NDArray[np.uint64] = getattr(_MEMORY, name)
    return known


def _kernel(method: str, position: Position, goal: str) -> _Kernel:
    if position.rules.shift:
        return _Shifting(position, goal)
    return (_Plain if method == "plain" else _Ordered)(position, goal)

"""Forward search of any game by its rules alone, in plain Python, so slowly.

Inside, values are codes (`values.Coding`): the mover's best successor is the one with the
smallest code.
"""

from __future__ import annotations

import sys
from typing import Any, Generic

from tablebase.engine.position import P
from tablebase.engine.rooms import game_of
from tablebase.engine.searched import Limits, Searched, UnderWay
from tablebase.engine.values import Coding, Result, Value
from tablebase.errors import quote


def search_by_rules(position: P, method: str, goal: str, limits: Limits) -> Searched[P]:
    """The search of any position, by its moves alone; `search` has checked the arguments."""
    game = game_of(position)
    if not game.coding.alternating:
        raise ValueError(
            f"a search is for two sides that take turns, which {game.name} does not have: "
            "expected a look-up in a table"
        )
    return RulesSearch(position, method, goal).run(limits)


class _Scale:
    """A game's codes, wide enough for any board, and the mover's code from a successor's."""

    def __init__(self, end: Result) -> None:
        self._coding = coding = Coding(8, end)
        self.value, self.first_win = coding.decode, coding.first_win
        self.from_successor: list[int] = coding.replies.tolist()
        self.over = self.after(0)
        _, self._highest = self.between(1, 2)

    def after(self, plies: int) -> int:
        """The code of a position from which the game ends after `plies` plies."""
        end = self._coding.end
        return self._coding.encode(Value(end if plies % 2 == 0 else end.opposite, plies))

    def between(self, *plies: int) -> tuple[int, int]:
        """The lowest and the highest code of positions from which the game ends after some plies.

        If it is not over, it ends best for either side after one ply or two.
        """
        codes = list(map(self.after, plies))
        return min(codes), max(codes)

    def enough(self, code: int) -> int:
        """The largest code of a successor that gives its mover `code` or more; -1 if none does."""
        if code <= 0:
            return self._coding.max_dte
        if code > self._highest:
            return -1
        result, dte = self._coding.decode(code)
        return self._coding.encode(Value(result.opposite, dte - 1))


SLICE = 256
"""Nodes between two checks of the limits."""


class RulesSearch(UnderWay[P], Generic[P]):
    """A search of any game's position, under way."""

    def __init__(self, position: P, method: str, goal: str) -> None:
        if position.layer > (most := Coding(8, Result.LOSS).max_dte):
            raise ValueError(
                f"{quote(str(position))} may last {position.layer} plies: expected at most {most}, "
                "up to which a search counts"
            )
        super().__init__(position, goal)
        self.method = method
        # A node is what `_after` makes: a position here, and a state in `by_kernels`.
        self._root: Any = position
        self._allowed = 0
        self._scale = scale = _Scale(game_of(position).coding.end)
        self._lower, self._upper = scale.between(min(1, position.layer), min(2, position.layer))
        self._widest = scale.between(0), scale.between(0, 1), scale.between(0, 1, 2)
        self._line: tuple[str, ...] = ()
        self._known: dict[P, tuple[int, int]] = {}

    def advance(self) -> bool:
        """Search to the goal."""
        if not self.position.legal_moves():
            self._visit()
            self._lower = self._upper = self._scale.over
        elif self.method == "plain":
            self._plain_root()
        else:
            self._narrow()
        return True

    def bounds(self) -> tuple[Value, Value]:
        """The worst and the best value that the position may still have."""
        return self._scale.value(self._lower), self._scale.value(self._upper)

    def line(self) -> tuple[str, ...]:
        """The best line so far."""
        return self._line

    @property
    def memory(self) -> int:
        """Bytes of what is known, see `Searched`."""
        return sys.getsizeof(self._known)

    def _visit(self) -> None:
        """Count a node."""
        if not self._allowed:
            self._allowed = self.left(SLICE)
            if self.nodes:
                self.report()
        self._allowed -= 1
        self.nodes += 1

    def _plain_root(self) -> None:
        """Alpha-beta from the root; each move that is the best so far raises the lower bound."""
        self._visit()
        moves = self.position.legal_moves()
        best, enough = self._first_window()
        if self.goal == "result":
            self._line = (str(moves[0]),)
        for move in moves:
            code, line = self._plain(self.position.play(move), *self._window(best, enough))
            code = self._scale.from_successor[code]
            if code > best:
                best, self._line = code, (str(move), *line)
                self._lower = max(self._lower, best)
            if best >= enough:
                return
        self._upper = best

    def _first_window(self) -> tuple[int, int]:
        """The root's window in a plain search: who wins shows from the latest loss to a win."""
        if self.goal == "result":
            return self._scale.between(self.position.layer, self.position.layer - 1)
        return self._lower - 1, self._upper

    def _window(self, best: int, enough: int) -> tuple[int, int]:
        """A successor's window: just enough for the mover, up to the best found so far."""
        return self._scale.enough(enough), self._scale.enough(best + 1) + 1

    def _plain(self, position: P, lowest: int, enough: int) -> tuple[int, tuple[str, ...]]:
        """A position's code and best line; codes outside the window are bounds."""
        self._visit()
        moves = position.legal_moves()
        if not moves:
            return self._scale.over, ()
        best = -1
        best_line: tuple[str, ...] = ()
        for move in moves:
            window = self._window(max(best, lowest), enough)
            code, line = self._plain(position.play(move), *window)
            code = self._scale.from_successor[code]
            if code > best:
                best, best_line = code, (str(move), *line)
                if best >= enough:
                    break
        return best, best_line

    def _narrow(self) -> None:
        """Test codes with null windows until the goal is reached, then follow the best line."""
        first, reached = self._scale.first_win, False
        while not (self._line and reached):
            unknown = self._lower < first <= self._upper
            asked = first if unknown else min(self._lower + 1, self._upper)
            lower, upper = self._prove(self._root, asked)
            self._lower, self._upper = max(self._lower, lower), min(self._upper, upper)
            decided = self._lower >= first or self._upper < first
            reached = self._lower == self._upper or (self.goal == "result" and decided)
            self._line = self._best_line(again=reached)

    def _best_line(self, *, again: bool) -> tuple[str, ...]:
        """The best line; its first move for the goal `result`. `again` proves lost bounds anew."""
        line, node, code = list[int](), self._root, self._lower
        while not (line and self.goal == "result") and len(after := self._after(node)):
            code = self._scale.enough(code)
            good = next((n for n, one in enumerate(after) if self._bounds(one)[1] <= code), None)
            if again and good is None:
                shown = (n for n, one in enumerate(after) if self._prove(one, code + 1)[1] <= code)
                good = next(shown, None)
            if good is None:
                break
            line.append(good)
            node = after[good]
        return self._named(line)

    def _named(self, numbers: list[int]) -> tuple[str, ...]:
        """The moves with these numbers in the positions of a line."""
        line, position = [], self.position
        for number in numbers:
            move = position.legal_moves()[number]
            line.append(str(move))
            position = position.play(move)
        return tuple(line)

    def _after(self, node: Any) -> Any:
        """The nodes after all moves."""
        return [node.play(move) for move in node.legal_moves()]

    def _prove(self, node: Any, code: int) -> tuple[int, int]:
        """The bounds of a node's code, once they show whether it is at least `code`."""
        self._test(node, code)
        return self._bounds(node)

    def _test(self, position: P, code: int) -> bool:
        """Whether a position's code is at least `code`; what this proves is remembered."""
        lower, upper = self._bounds(position)
        if lower >= code or upper < code:
            return lower >= code
        self._visit()
        after = self._after(position)
        if not after:
            lower = upper = self._scale.over
        else:
            # Try first the moves known to be good: one may be enough.
            after.sort(key=lambda successor: self._bounds(successor)[1])
            enough = self._scale.enough(code)
            for successor in after:
                if not self._test(successor, enough + 1):
                    reached = self._scale.from_successor[self._bounds(successor)[1]]
                    lower = max(lower, reached)
                    break
            else:
                least = min(self._bounds(successor)[0] for successor in after)
                upper = self._scale.from_successor[least]
        self._known[position] = lower, upper
        return lower >= code

    def _bounds(self, node: Any) -> tuple[int, int]:
        """What is known about a node's code."""
        return self._known.get(node) or self._widest[min(node.layer, 2)]

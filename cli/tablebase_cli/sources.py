"""The values of moves, for play in a terminal: from a table or a search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tablebase.engine.play.opponents import STRENGTHS, strength

from .game import GameCli

if TYPE_CHECKING:
    from tablebase.engine.play.playthrough import Playthrough
    from tablebase.engine.searched import Searched
    from tablebase.engine.tables.tablebase import Tablebase

SEARCH = "search"
"""The computer player that searches."""

SECONDS = 2
"""How long a search may take, for one move or for the values of all moves."""


class DescribedMove(NamedTuple):
    """A move, and what it is worth in words."""

    name: str
    value: str
    style: str


class Source(ABC):
    """Where the values of a game come from."""

    opponent = STRENGTHS[0].name
    """The best computer player that these values allow."""

    def __init__(self, game: GameCli) -> None:
        self.game = game

    @abstractmethod
    def hint(self, position: Any) -> str:
        """The best move, and what it is worth."""

    @abstractmethod
    def values(self, position: Any) -> tuple[str, Sequence[DescribedMove]]:
        """A headline, and what each move is worth in words."""

    @abstractmethod
    def choose(self, player: str, playthrough: Playthrough[Any], seed: int) -> str:
        """The move of a computer player, given by name."""

    @abstractmethod
    def review(self, playthrough: Playthrough[Any]) -> Iterator[str]:
        """Lines of text that show where the game was lost."""


class ByTable(Source):
    """Exact values."""

    def __init__(self, game: GameCli, tables: Tablebase) -> None:
        super().__init__(game)
        self.probe = tables.probe

    def hint(self, position: Any) -> str:
        """The best move, and its value."""
        best = self.probe(position).moves[0]
        return f"{best.move}, {self.game.say(position, best.value)}"

    def values(self, position: Any) -> tuple[str, Sequence[DescribedMove]]:
        """The value of every move, best first."""
        probe = self.probe(position)
        return self.game.headline(probe), [
            DescribedMove(
                str(move.move),
                self.game.say(position, move.value),
                "bold green" if move.is_best else "" if move.keeps_win else "dim",
            )
            for move in probe.moves
        ]

    def choose(self, player: str, playthrough: Playthrough[Any], seed: int) -> str:
        """The move of a strength."""
        return str(strength(player).choose(playthrough.probe, seed).move)

    def review(self, playthrough: Playthrough[Any]) -> Iterator[str]:
        """The moves that gave a win away."""
        from tablebase.engine.play.review import given_away

        turns = playthrough.turns
        first = turns[0].probe if turns else playthrough.probe
        yield f"with perfect play {first.winner} wins in {first.dte} from the start"
        for ply, turn in enumerate(turns, start=self.game.ply(playthrough.start) + 1):
            if given_away([turn]):
                side, best = turn.probe.position.sides[0], turn.probe.moves[0]
                yield (
                    f"ply {ply}: {side}'s {turn.played.move} gave the win away; {best.move} would "
                    f"have won in {best.value.dte}"
                )


class BySearch(Source):
    """What a search of a few seconds finds."""

    opponent = SEARCH

    def _search(self, position: Any) -> Searched[Any]:
        from tablebase.engine.search.forward import search

        return search(position, seconds=SECONDS)

    def hint(self, position: Any) -> str:
        """The best move found."""
        found = self._search(position)
        return f"{found.best or 'none found'}, {found}"

    def values(self, position: Any) -> tuple[str, Sequence[DescribedMove]]:
        """What the search finds out about every move."""
        from tablebase.engine.search.forward import search_moves

        found, moves = search_moves(position, SECONDS)
        side = position.sides[0]
        described = []
        for move in moves:
            if move.value is not None:
                value = self.game.say(position, move.value)
            elif move.result is not None:
                value = f"{side} {'wins' if move.result.value == 'win' else 'loses'}"
            else:
                value = "not known"
            described.append(
                DescribedMove(str(move.move), value, "bold green" if move.is_best else "")
            )
        return f"{self.game.to_move(position)}: {found}", described

    def choose(self, player: str, playthrough: Playthrough[Any], seed: int) -> str:
        """The best move found; the first legal move if none is found in time."""
        position = playthrough.position
        return str(self._search(position).best or position.legal_moves()[0])

    def review(self, playthrough: Playthrough[Any]) -> Iterator[str]:
        """Nothing, because positions are not searched again."""
        return iter(())

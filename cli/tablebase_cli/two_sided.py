"""A game of two sides in a terminal: against the computer, or between two people.

What moves are worth comes from a `Source`: a table, or a search.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tablebase.engine.play.opponents import STRENGTHS, strength
from tablebase.errors import MissingTableError

from .game import GameCli, in_plies
from .terminal import Terminal

if TYPE_CHECKING:
    from tablebase.engine.play.playthrough import Playthrough
    from tablebase.engine.searched import Searched
    from tablebase.engine.tables.tablebase import Tablebase

SEARCH = "search"
"""The computer player that searches."""

HUMAN, RANDOM = "human", "random"
ANYWHERE = (SEARCH, RANDOM)
"""The computer players that need no table."""

NAMED = (HUMAN, *(found.name for found in STRENGTHS), *ANYWHERE)
"""Who can play either side."""

SECONDS = 2
"""How long a search may take, for one move or for the values of all moves."""


class DescribedMove(NamedTuple):
    """A move, and what it is worth in words."""

    name: str
    value: str
    style: str


class Source(ABC):
    """Where the values of a game come from."""

    opponent = STRENGTHS[-1].name
    """The computer player if none is named: one that a beginner can beat, where there is one."""

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

    def review(self, playthrough: Playthrough[Any]) -> Iterable[str]:
        """Lines of text that show where the game was lost; none if positions are not known."""
        return ()


class ByTable(Source):
    """Exact values."""

    def __init__(self, game: GameCli, tables: Tablebase) -> None:
        super().__init__(game)
        self.probe = tables.probe

    def hint(self, position: Any) -> str:
        """The best move, and its value."""
        best = self.probe(position).moves[0]
        return f"{best.move}, {in_plies(self.game.say(position, best.value))}"

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
        from tablebase.engine.play.playthrough import given_away

        turns = playthrough.turns
        first = turns[0].probe if turns else playthrough.probe
        plies = "1 ply" if first.dte == 1 else f"{first.dte} plies"
        yield f"with perfect play {first.winner} wins in {plies} from the start"
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
        return f"{found.best or 'none found'}, {in_plies(str(found))}"

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
        return f"{self.game.to_move(position)}: {in_plies(str(found))}", described

    def choose(self, player: str, playthrough: Playthrough[Any], seed: int) -> str:
        """The best move found; the first legal move if none is found in time."""
        position = playthrough.position
        return str(self._search(position).best or position.legal_moves()[0])


def source_of(game: GameCli, tables: Tablebase, start: Any, needed: set[Any]) -> Source:
    """The table of a game, or a search if it has none; `needed` are the computer players."""
    try:
        tables.table(start)
    except MissingTableError as error:
        if needed := needed - {*ANYWHERE}:
            raise click.UsageError(
                f"{' and '.join(sorted(map(str, needed)))} play from a table: {error}; expected "
                f"{HUMAN}, {' or '.join(ANYWHERE)}"
            ) from None
        return BySearch(game)
    return ByTable(game, tables)


class TwoSided(Terminal):
    """A game of two sides in a terminal.

    `players` play the sides: each is one of `NAMED`, or a player that `choose` knows. `seed` is the
    random seed of the computer's moves.
    """

    words: Mapping[str, str] = {
        "hint": "the best move",
        "values": "show or hide what every move is worth",
        "undo": "take back your last move",
        "quit": "leave the game",
    }

    def __init__(
        self,
        game: GameCli,
        playthrough: Playthrough[Any],
        source: Source,
        players: Mapping[str, Any],
        seed: Any,
    ) -> None:
        super().__init__(playthrough, seed)
        self.game, self.playthrough = game, playthrough
        self.source, self.players = source, players
        self.with_values = False

    @classmethod
    def look_up(
        cls, game: GameCli, start: Any, file: Path | None, needed: set[Any], opened: ExitStack
    ) -> tuple[Tablebase, Source]:
        """The tables to play from, which `opened` closes, and where values come from."""
        tables = opened.enter_context(game.open_tables(file))
        return tables, source_of(game, tables, start, needed)

    @property
    def shown(self) -> Any:
        """The position, and whether values are shown."""
        return self.position, self.with_values

    @property
    def side(self) -> str:
        """The side to move."""
        side: str = self.position.sides[0]
        return side

    @property
    def style(self) -> str:
        """The colour of the side to move."""
        return self.game.side_style(self.side)

    def greet(self) -> None:
        """Print who plays."""
        players = ", ".join(f"{side}: {player}" for side, player in self.players.items())
        self.out.print(f"{players}, seed {self.seed}; ? for help")

    def answer(self) -> bool:
        """Make the computer's move."""
        side, style, player = self.side, self.style, self.players[self.side]
        if player == HUMAN:
            return False
        move = self.choose(player)
        said = self.said(move)
        self.playthrough.play(move)
        self.out.print(f"{side} plays {said}", style=style)
        return True

    def said(self, move: str) -> str:
        """The computer's move, for the person who watches the board."""
        return move

    def choose(self, player: Any) -> str:
        """The move of a computer player."""
        if player == RANDOM:
            moves = self.position.legal_moves()
            return str(Random(f"{self.seed} {self.position}").choice(moves))
        source = BySearch(self.game) if player == SEARCH else self.source
        return source.choose(player, self.playthrough, self.seed)

    def hint(self) -> None:
        """Print the best move."""
        self.out.print(f"hint: {self.source.hint(self.position)}", style="green")

    def values(self) -> None:
        """Show or hide values."""
        self.with_values = not self.with_values

    def undo(self) -> None:
        """Go back to the last turn of a person."""
        people = {side for side, player in self.players.items() if player == HUMAN}
        if not people & set(self.playthrough.sides):
            raise ValueError("nothing to take back: you have not moved yet")
        self.playthrough.take_back()
        while self.side not in people:
            self.playthrough.take_back()

    def show(self) -> None:
        """Print the position, and what every move is worth if asked to."""
        self.draw()
        try:
            known = self.source.values(self.position) if self.with_values else None
        except (MissingTableError, MemoryError) as error:
            self.out.print(str(error), style="yellow")
            known, self.with_values = None, False
        if known is None:
            self.out.print(self.turn, style=f"bold {self.style}")
            return
        headline, moves = known
        self.out.print(headline, style=f"bold {self.style}")
        number_of = {name: number for number, name in self.numbered().items()}
        for name, value, style in moves:
            self.out.print(f"{number_of[name]:>3} {name}  {value}", style=style)

    @property
    def turn(self) -> str:
        """Who is to move."""
        return f"{self.side} to move"

    def draw(self) -> None:
        """Print the position."""
        self.out.print(self.game.draw(self.position))

    def show_end(self) -> None:
        """Print the last position, and how the game has ended."""
        self.out.print(self.game.draw(self.position))
        self.out.print(self.end(), style="bold")

    def remarks(self) -> Iterable[str]:
        """Where the game was lost, and where it began."""
        yield from self.source.review(self.playthrough)
        yield f"game: {self.title()}"

    def end(self) -> str:
        """How a game that is over has ended."""
        return f"{self.side} has no legal move: {self.playthrough.winner} wins"

    def title(self) -> str:
        """The start of the game, and its rules."""
        return str(self.playthrough.start)

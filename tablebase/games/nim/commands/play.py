"""`tablebase nim play`: 2D Nim in a terminal, against the computer or between two people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.play.opponents import STRENGTHS
from tablebase.errors import MissingTableError
from tablebase_cli.game import GameCli, say_winning
from tablebase_cli.two_sided import ANYWHERE, HUMAN, DescribedMove, Source, TwoSided, source_of

if TYPE_CHECKING:
    from tablebase.engine.play.playthrough import Playthrough
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.games.nim import Position


FEW_MOVES = 12
"""If there are more, they are not listed."""


def _own_file(start: Position) -> Path | None:
    """The user's own file of who wins, if the board needs it and there is one."""
    from tablebase.engine.induction import is_large
    from tablebase.games.nim.game import of_position
    from tablebase.games.nim.winloss.file import home_file_of

    try:
        if not is_large(of_position(start)):
            return None
    except MissingTableError:  # too large for any table of distances
        pass
    try:
        path = home_file_of(start.rules)
    except ValueError:  # over 6x6
        return None
    return path if path.exists() else None


def _by_winner(game: GameCli, tables: Tablebase, needed: set[Any]) -> Source:
    if bad := needed - {ByWinner.opponent, *ANYWHERE}:
        raise click.UsageError(
            f"{' and '.join(sorted(map(str, bad)))} play from distances, and the file has none: "
            f"expected {HUMAN}, {ByWinner.opponent}, {' or '.join(ANYWHERE)}"
        )
    return ByWinner(game, tables)


class ByWinner(Source):
    """Who wins, and by which moves, but not how soon."""

    opponent = STRENGTHS[0].name

    def __init__(self, game: GameCli, tables: Tablebase) -> None:
        super().__init__(game)
        self.outcome = tables.outcome

    def hint(self, position: Any) -> str:
        """A move that wins, if there is one."""
        winning = self.outcome(position).winning
        return f"{winning[0]} wins" if winning else "no move wins"

    def values(self, position: Any) -> tuple[str, Sequence[DescribedMove]]:
        """Which moves win."""
        winning = {str(move) for move in self.outcome(position).winning}
        return f"{self.game.to_move(position)}: {say_winning(position, len(winning))}", [
            DescribedMove(name, "wins", "bold green")
            if name in winning
            else DescribedMove(name, "loses", "dim")
            for name in map(str, position.legal_moves())
        ]

    def choose(self, player: str, playthrough: Playthrough[Any], seed: int) -> str:
        """Any of the moves that win; if none does, any move."""
        position = playthrough.position
        moves = self.outcome(position).winning or position.legal_moves()
        return str(Random(f"{seed} {position}").choice(moves))

    def review(self, playthrough: Playthrough[Any]) -> Iterator[str]:
        """The moves that gave a win away."""
        outcomes = [self.outcome(position) for position in playthrough.positions]
        yield f"with perfect play {outcomes[0].winner} wins from the start"
        for ply, (found, move) in enumerate(
            zip(outcomes, playthrough.moves, strict=False), start=1
        ):
            winning = [str(one) for one in found.winning]
            if winning and str(move) not in winning:
                yield (
                    f"ply {ply}: {found.position.sides[0]}'s {move} gave the win away; "
                    f"{winning[0]} would have won"
                )


class NimTerminal(TwoSided):
    """A game of 2D Nim in a terminal, or from a pipe."""

    @classmethod
    def look_up(
        cls, game: GameCli, start: Position, file: Path | None, needed: set[Any], opened: ExitStack
    ) -> tuple[Tablebase, Source]:
        """A table, a file of who wins, or a search."""
        tables = opened.enter_context(game.open_tables(file, distances=False))
        if not tables.has_distances:
            return tables, _by_winner(game, tables, needed)
        if file is None and (path := _own_file(start)):
            tables = opened.enter_context(game.open_tables(path, distances=False))
            return tables, _by_winner(game, tables, needed)
        return tables, source_of(game, tables, start, needed)

    @property
    def rules(self) -> Sequence[str]:
        """What may be taken, and who wins."""
        rules = self.position.rules
        most = f"1 to {rules.take} neighbouring stones" if rules.take > 1 else "one stone"
        return (
            f"On your turn take {most} of one row or column, without a gap.",
            f"Whoever takes the last stone {'loses' if rules.misere else 'wins'}.",
        )

    how_to_move = "the ends of the line you take, such as a1-c1; several are played in turn"

    def names(self) -> Mapping[str, str]:
        """Moves by number or by name, with either end first."""
        return {
            other: name
            for typed, name in super().names().items()
            for other in (typed, "-".join(reversed(typed.split("-"))))
        }

    def why_not(self, word: str) -> str:
        """The rule that a take breaks."""
        position, rules = self.position, self.position.rules
        cells = {rules.cell_name(cell): cell for cell in range(rules.cells)}
        ends = word.split("-")
        if len(ends) > 2 or not all(end in cells for end in ends):
            return super().why_not(word)
        (r, c), (row, column) = (divmod(cells[end], rules.columns) for end in (ends[0], ends[-1]))
        if r != row and c != column:
            return f"{word} is not in one row or column"
        line = [
            y * rules.columns + x
            for y in range(min(r, row), max(r, row) + 1)
            for x in range(min(c, column), max(c, column) + 1)
        ]
        gone = [
            rules.cell_name(cell)
            for cell in line
            if not position.stones & rules.bit(*divmod(cell, rules.columns))
        ]
        if gone:
            return f"{' and '.join(gone)} {'is' if len(gone) == 1 else 'are'} gone"
        if len(line) <= rules.take:  # the name of a single stone is its cell
            return super().why_not(word)
        return f"{word} are {len(line)} stones: you take at most {rules.take}"

    def draw(self) -> None:
        """Print the board, and the moves by their numbers if they are few."""
        super().draw()
        if self.players[self.side] == HUMAN and not self.with_values:
            moves = [f"{number} {name}" for number, name in self.numbered().items()]
            few = len(moves) <= FEW_MOVES
            line = "  ".join(moves) if few else "type the ends of a line, such as a1-b1, or a stone"
            self.out.print(line, style="dim")

    def end(self) -> str:
        """Who took the last stone, and who wins."""
        last = self.position.sides[1]
        return f"{last} took the last stone: {self.playthrough.winner} wins"

    def title(self) -> str:
        """The board and the rules."""
        start = self.playthrough.start
        return f"{start}, {self.game.describe(start).partition(', ')[2]}"

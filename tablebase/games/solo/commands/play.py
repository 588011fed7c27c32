"""`tablebase solo play`: Solo in a terminal."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.seeds import any_seed
from tablebase.games.solo.commands import drawn, rules_of
from tablebase_cli.common import examples
from tablebase_cli.continued import PlayCommand
from tablebase_cli.game import GameCli
from tablebase_cli.group import pass_game, rule_options
from tablebase_cli.numbers import SEED
from tablebase_cli.terminal import Terminal

if TYPE_CHECKING:
    from tablebase.engine.play.history import History
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.games.solo import Position, Rules


@click.command(
    cls=PlayCommand,
    epilog=examples(
        "# Play a hard board",
        "tablebase solo play --grade 5",
    ),
)
@click.argument("item", metavar="[BOARD]", required=False)
@rule_options
@click.option(
    "--grade", type=click.IntRange(1, 5), metavar="G", help="Deal grade G: 1 (easy) to 5 (hard)."
)
@click.option("--seed", type=SEED, help="Random seed of the board; chosen and printed if omitted.")
@pass_game
def play(
    game: GameCli, item: str | None, grade: int | None, seed: int | None, **rules: Any
) -> None:
    """Play Solo from BOARD, by default one you can clear.

    {game.notation}

    `hint` shows a best move, `check` whether the board can still be cleared, and `values` what
    every move can leave. At the end you see where the game was lost, and all its moves.
    """
    from tablebase.engine.play.history import History
    from tablebase.engine.tables.tablebase import Tablebase

    if item is not None and grade is not None:
        raise click.UsageError("--grade chooses a board, so it cannot be used with BOARD")
    if item is None:
        seed = any_seed() if seed is None else seed
        start = _dealt(seed, rules_of(**rules), grade)
    else:
        start = game.parse(item, **rules)
    SoloTerminal(game, History(start), Tablebase(), seed).run()


def _dealt(seed: int, rules: Rules, grade: int | None) -> Position:
    from tablebase.games.collapsi.rules import COLLAPSI
    from tablebase.games.solo.boards import boards

    if rules.board != COLLAPSI.board:
        raise click.UsageError(f"no deck for board {rules.board}: expected BOARD")
    return next(boards(random.Random(seed), rules=rules, grade=grade)).start


class SoloTerminal(Terminal):
    """A game of Solo in a terminal, or from a pipe."""

    words: Mapping[str, str] = {
        "hint": "a best move",
        "check": "whether the board can still be cleared",
        "values": "show or hide what every move can leave",
        "undo": "take back your last move",
        "quit": "leave the game",
    }
    how_to_move = "its number on the board, or its cell such as b3; several are played in turn"

    def __init__(
        self, game: GameCli, history: History[Any], tables: Tablebase, seed: int | None
    ) -> None:
        super().__init__(history)
        self.game, self.tables, self.seed = game, tables, seed
        self.with_values = False

    @property
    def position(self) -> Any:
        """The position now."""
        return self.history.position

    @property
    def shown(self) -> Any:
        """The position, and whether values are shown."""
        return self.position, self.with_values

    def greet(self) -> None:
        """Print where the board comes from."""
        seed = "" if self.seed is None else f"seed {self.seed}; "
        self.out.print(f"{seed}collapse every card and leave by the exit E; ? for help")

    def show(self) -> None:
        """Print the board, with the numbers of the moves on it."""
        now = self.position
        marks = {move.destination: str(n) for n, move in enumerate(now.legal_moves(), start=1)}
        self.out.print(drawn(now, marks))
        self.out.print(self.game.stage(now), style="bold")
        if self.with_values:
            number_of = {name: number for number, name in self.numbered().items()}
            for move in self.tables.probe(now).moves:
                name, style = str(move.move), "bold green" if move.is_best else ""
                said = self.game.say(now, move.value)
                self.out.print(f"{number_of[name]:>3} {name}  {said}", style=style)

    def why_not(self, word: str) -> str:
        """Why the pawn cannot go there."""
        from tablebase.games.collapsi.commands.reasons import why_not_there

        now = self.position
        steps = now.rules.joker_steps if now.is_start else (now.cards[now.pawn],)
        reason = why_not_there(now.rules.board, word, now.face_up, now.pawn, (), steps)
        return reason or super().why_not(word)

    def hint(self) -> None:
        """Print a best move."""
        best = self.tables.probe(self.position).moves[0]
        said = self.game.say(self.position, best.value)
        self.out.print(f"hint: {best.move}, {said}", style="green")

    def check(self) -> None:
        """Print what can still be reached."""
        value = self.tables.probe(self.position).value
        self.out.print(self.game.say(self.position, value), style="green")

    def values(self) -> None:
        """Show or hide values."""
        self.with_values = not self.with_values

    def report(self) -> None:
        """Print the result, where the game was lost, and the moves."""
        start, now = self.history.start, self.position
        if self.history.is_over:
            left = self.game.stage(now)
            where = "you took the exit" if now.pawn == now.exit else "your pawn is stuck"
            self.out.print(
                "the board is cleared" if self._won else f"{where} with {left}", style="bold"
            )
        for line in self._mistakes():
            self.out.print(line)
        self.out.print(f"game: {start}")
        self.out.print(f"moves: {' '.join(map(str, self.history.moves)) or 'none'}")

    @property
    def _won(self) -> bool:
        """Whether every card has been collapsed, and the pawn has left."""
        return bool(self.position.pawn == self.position.exit and not self.position.remaining)

    def _mistakes(self) -> list[str]:
        """What could be left at the start, and the first move that left more than it had to."""
        values = [self.tables.probe(position) for position in self.history.positions]
        start = self.history.start
        found = [f"from the start: {self.game.say(start, values[0].value)}"]
        for number, (before, after) in enumerate(pairwise(values), start=1):
            best = before.moves[0]
            move = self.history.moves[number - 1]
            worse = (before.result, before.score) != (after.result, after.score)
            if worse:
                kept = self.game.say(before.position, before.value)
                left = self.game.say(after.position, after.value)
                found.append(f"move {number}: with {best.move}, {kept}; after {move}, {left}")
                break
        return found

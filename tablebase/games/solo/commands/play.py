"""`tablebase solo play`: Solo in a terminal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from tablebase.games.collapsi.commands.one_pawn import PawnTerminal
from tablebase.games.solo.commands.boards import dealt_rules
from tablebase.support.seeds import any_seed
from tablebase_cli.game import GameCli
from tablebase_cli.group import game_command, rule_options
from tablebase_cli.options import GRADE, maybe_seed, whole_option
from tablebase_cli.terminal import PlayCommand, Terminal
from tablebase_cli.two_sided import HUMAN, ByTable, DescribedMove

if TYPE_CHECKING:
    from tablebase.engine.play.playthrough import Playthrough
    from tablebase.games.solo import Position


@game_command(
    "# Play a hard board",
    "tablebase solo play --grade 5",
    cls=PlayCommand,
)
@click.argument("item", metavar="[BOARD]", required=False)
@rule_options
@whole_option("--grade", GRADE, "Only grade G: 1 (easy) to 5 (hard).", metavar="G")
@maybe_seed
def play(
    game: GameCli, item: str | None, grade: int | None, seed: int | None, **rules: Any
) -> None:
    """Play Solo from BOARD, by default one you can clear.

    {game.notation}

    A board that is dealt has 3x3 cells and the deck of the rule sheet, and J allows 1 step. With
    `--board 4x4` or a grade, it has the deck of Collapsi, and J allows 1 to 4.

    `hint` shows a best move, `check` whether the board can still be cleared, and `values` what
    every move can leave. At the end you see where the game was lost, and all its moves.
    """
    from tablebase.games.solo.boards import boards

    if item is not None and grade is not None:
        raise click.UsageError("--grade chooses a board, so it cannot be used with BOARD")
    if item is None:
        seed = any_seed() if seed is None else seed
        dealt = dealt_rules(**rules, grade=grade)
        start = next(boards(random.Random(seed), dealt, grade)).start
    else:
        start = game.parse(item, **rules)
    SoloTerminal(game, start, seed).run()


class ByBoard(ByTable):
    """What moves can leave, and the first that left more than it had to."""

    def values(self, position: Any) -> tuple[str, Sequence[DescribedMove]]:
        """What every move can leave, best first."""
        return self.game.stage(position), super().values(position)[1]

    def review(self, playthrough: Playthrough[Any]) -> Iterator[str]:
        """What could be left at the start, and the first move that left more than it had to."""
        values, say = [self.probe(position) for position in playthrough.positions], self.game.say
        yield f"from the start: {say(playthrough.start, values[0].value)}"
        for number, (before, after) in enumerate(pairwise(values), start=1):
            if (before.result, before.score) != (after.result, after.score):
                kept = say(before.position, before.value)
                left = say(after.position, after.value)
                played = playthrough.moves[number - 1]
                yield f"move {number}: with {before.moves[0].move}, {kept}; after {played}, {left}"
                return


class SoloTerminal(PawnTerminal):
    """A game of Solo in a terminal, or from a pipe."""

    words: Mapping[str, str] = {
        "hint": "a best move",
        "check": "whether the board can still be cleared",
        "values": "show or hide what every move can leave",
        "undo": "take back your last move",
        "quit": "leave the game",
    }
    side = "you"
    undo = Terminal.undo

    def __init__(self, game: GameCli, start: Position, seed: int | None) -> None:
        from tablebase.engine.play.playthrough import Playthrough
        from tablebase.engine.tables.tablebase import Tablebase

        tables = Tablebase()
        source, players = ByBoard(game, tables), {self.side: HUMAN}
        super().__init__(game, Playthrough(tables, start), source, players, seed)

    def greet(self) -> None:
        """Print where the board comes from."""
        goal = "collapse every card and leave by the exit E"
        self.out.print(f"{self.said_seed}{goal}; ? for help")

    @property
    def turn(self) -> str:
        """How many cards are left."""
        return self.game.stage(self.position)

    def check(self) -> None:
        """Print what can still be reached."""
        value = self.playthrough.probe.value
        self.out.print(self.game.say(self.position, value), style="green")

    def show_end(self) -> None:
        """Print whether the board is cleared, or what is left."""
        now = self.position
        where = "you took the exit" if now.pawn == now.exit else "your pawn is stuck"
        won, left = now.pawn == now.exit and not now.remaining, self.game.stage(now)
        self.out.print("the board is cleared" if won else f"{where} with {left}", style="bold")

"""`tablebase play`: the game in a terminal, against the tables or between two people."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.players import LEVELS, level

from .collapsi import GAME, edition_option
from .common import console, headline, in_option, open_tables
from .game import say_value

if TYPE_CHECKING:
    from rich.console import Console

    from tablebase.engine.match import Match
    from tablebase.engine.players import Level
    from tablebase.games.collapsi.position import Position

HUMAN = "human"
PLAYERS = click.Choice([HUMAN, *(found.name for found in LEVELS)])
HELP = """\
a move        its number on the board or its cell, c2; several in a row are played in turn
hint          the best move
values        show or hide what every move is worth
undo          take back your last move
quit          leave the game
(each of these words may be cut to its first letter)"""


@click.command()
@click.argument("position", required=False)
@edition_option
@click.option("--red", type=PLAYERS, default=HUMAN, show_default=True, help="Who plays red.")
@click.option("--blue", type=PLAYERS, default="perfect", show_default=True, help="Who plays blue.")
@click.option("--seed", type=int, help="Seed of the deal and the computer; by default drawn.")
@in_option
def play(
    position: str | None,
    edition: str | None,
    red: str,
    blue: str,
    seed: int | None,
    file: Path | None,
) -> None:
    """Play from POSITION, by default from a random deal that you can win.

    The computer's levels: perfect makes no mistake; strong, casual and beginner see 8, 4 and 2
    plies ahead, and are careless beyond that. At the end you are told which moves gave the win
    away, and the moves of the game; enter them to replay it.
    """
    seed = random.SystemRandom().randrange(2**32) if seed is None else seed
    named = {"red": red, "blue": blue}
    players = {c: None if name == HUMAN else level(name) for c, name in named.items()}
    start = _start(position, edition, players, seed)
    from tablebase.engine.match import Match

    with open_tables(GAME, file) as tables:
        Terminal(Match(tables, start), players, seed).run()


def _start(
    text: str | None, edition: str | None, players: Mapping[str, Level | None], seed: int
) -> Position:
    """The position that the command line names, or the start of a random deal."""
    from tablebase.games.collapsi.position import Position
    from tablebase.games.collapsi.puzzles import draw

    if text is not None:
        return Position.parse(text, edition)
    people = [colour for colour, player in players.items() if player is None]
    puzzle = draw(edition, seed=seed, winner=people[0] if len(people) == 1 else None)
    assert puzzle is not None  # both colours win some deals
    return puzzle.found.deal.start(edition)


class Terminal:
    """A game at a terminal, or fed from a pipe.

    Parameters
    ----------
    match : Match
        The game.
    players : mapping of str to Level or None
        Who plays each colour; None is a person.
    seed : int
        Of the computer's moves.
    """

    def __init__(self, match: Match[Any], players: Mapping[str, Level | None], seed: int) -> None:
        self.match = match
        self.players = players
        self.seed = seed
        self.out: Console = console()
        self.values = False
        self.left = False  # whether somebody has left the game

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        names = {c: HUMAN if p is None else p.name for c, p in self.players.items()}
        self.out.print(f"red: {names['red']}, blue: {names['blue']}, seed {self.seed}; ? for help")
        shown: tuple[Any, bool] | None = None
        while self.match.winner is None and not self.left:
            player = self.players[self._side]
            if player is None:
                if (self.match.probe, self.values) != shown:
                    self._show()
                    shown = self.match.probe, self.values
                self._obey(self._ask())
            else:
                self._answer(player)
        self._report()

    @property
    def _side(self) -> str:
        side: str = self.match.probe.position.side_to_move
        return side

    def _answer(self, player: Level) -> None:
        side, move = self._side, str(player.choose(self.match.probe, self.seed).move)
        self.match.play(move)
        self.out.print(f"{side} plays {move}", style=side)

    def _ask(self) -> list[str]:
        people = sys.stdin.isatty()  # a script needs no prompt
        try:
            return input(f"{self._side}> " if people else "").split()
        except EOFError:
            if people:
                self.out.print()
            return ["quit"]

    def _obey(self, words: list[str]) -> None:
        """Do what a line says, word for word, up to the first that cannot be done."""
        for word in words:
            if self.left or self.match.winner is not None:
                return
            try:
                self._do(word.lower())
            except ValueError as error:
                self.out.print(str(error), style="yellow", markup=False)
                return

    def _do(self, word: str) -> None:
        commands = {
            "hint": self._hint,
            "values": self._toggle,
            "undo": self._undo,
            "quit": self._quit,
        }
        for name, command in commands.items():
            if word in (name, name[0]):
                command()
                return
        if word in ("?", "help"):
            self.out.print(HELP)
        else:
            self._move(word)

    def _move(self, word: str) -> None:
        """A person's move, by its number or its name."""
        moves = self._numbered()
        self.match.play(moves.get(word, word))

    def _numbered(self) -> dict[str, str]:
        """The moves by number, in reading order of the cells."""
        moves = sorted((m.move for m in self.match.probe.moves), key=lambda m: m.destination)
        return {str(number): str(move) for number, move in enumerate(moves, start=1)}

    def _hint(self) -> None:
        probe = self.match.probe
        best = probe.moves[0]
        self.out.print(f"hint: {best.move}, {say_value(probe.position, best.value)}", style="green")

    def _toggle(self) -> None:
        self.values = not self.values

    def _undo(self) -> None:
        """Back to the last turn of a person."""
        sides = [turn.probe.position.side_to_move for turn in self.match.turns]
        if all(self.players[side] is not None for side in sides):
            raise ValueError("nothing to take back: expected a move of yours")
        self.match.take_back()
        while self.players[self._side] is not None:
            self.match.take_back()

    def _quit(self) -> None:
        self.left = True

    def _show(self) -> None:
        from .drawing import draw

        probe, numbers = self.match.probe, self._numbered()
        cells = {m.move.destination: str(m.move) for m in probe.moves}
        number_of = {name: number for number, name in numbers.items()}
        self.out.print(draw(probe.position, {c: number_of[name] for c, name in cells.items()}))
        if not self.values:
            self.out.print(f"{self._side} to move", style=f"bold {self._side}")
            return
        self.out.print(headline(GAME, probe), style=f"bold {self._side}")
        for move in probe.moves:
            style = "bold green" if move.is_best else "" if move.keeps_win else "dim"
            name = str(move.move)
            value = say_value(probe.position, move.value)
            self.out.print(f"{number_of[name]:>3} {name}  {value}", style=style)

    def _report(self) -> None:
        """How the game ended, where it was lost, and its moves."""
        from tablebase.engine.review import given_away

        from .drawing import draw

        match, position = self.match, self.match.probe.position
        if match.winner is not None:
            self.out.print(draw(position))
            score = f"score {match.probe.score:+d}"
            self.out.print(
                f"{self._side} has no legal move: {match.winner} wins, {score}", style="bold"
            )
        first = match.turns[0].probe if match.turns else match.probe
        self.out.print(f"with perfect play {first.winner} wins in {first.dte} from the start")
        for turn in given_away(match.turns):
            side, best = turn.probe.position.side_to_move, turn.probe.moves[0]
            self.out.print(
                f"ply {turn.probe.position.ply + 1}: {side}'s {turn.played.move} gave the win "
                f"away, {best.move} would have won in {best.value.dte}"
            )
        moves = " ".join(str(turn.played.move) for turn in match.turns)
        self.out.print(f"game: {first.position}, {first.position.edition.name} edition")
        self.out.print(f"moves: {moves or 'none'}")

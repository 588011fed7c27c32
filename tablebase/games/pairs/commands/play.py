"""`tablebase pairs play`: Pair Solitaire in a terminal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import repeat
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.play.history import History
from tablebase.games.pairs.commands.options import cards_option, grade_option
from tablebase.games.pairs.notation import read_cards
from tablebase.support.seeds import any_seed
from tablebase_cli.game import GameCli
from tablebase_cli.group import game_command
from tablebase_cli.options import maybe_seed
from tablebase_cli.terminal import PlayCommand, Terminal

if TYPE_CHECKING:
    from rich.text import Text

    from tablebase.games.pairs import Position
    from tablebase.games.pairs.score import HighScore
    from tablebase.games.pairs.solver import Solution

SECONDS = 2.0
MEMORY = 1 << 28
"""How much time and memory a search for a hint may take."""
DEALING = 1 << 22
"""How much memory a search for a stack may take: it lasts for about a second."""
SAYS = (
    "a card may be removed if it matches the card two places before or after it; "
    "a perfect game leaves 2"
)


@game_command(
    "# Play 20 cards for a high score",
    "tablebase pairs play --cards 20 --goal score",
    "# Play a hard stack",
    "tablebase pairs play --grade hard",
    cls=PlayCommand,
)
@click.argument("stack", required=False)
@maybe_seed
@cards_option
@click.option(
    "--goal",
    type=click.Choice(["cards", "score"]),
    default="cards",
    help="What hints aim at: few cards, or a high score.",
)
@grade_option
def play(
    game: GameCli,
    stack: str | None,
    seed: int | None,
    cards: int,
    goal: str,
    grade: str | None,
) -> None:
    """Play Pair Solitaire with STACK, by default one you can beat.

    Type the card to remove. `hint` shows a best card to remove, `chance` whether the game can still
    be perfect, and `score` your score: the sum of the ranks of the cleared cards (ace 1, king 13),
    times their number. The game ends when no card can be removed; you then see all its moves, which
    `tablebase pairs replay` plays again.
    """
    from tablebase.games.pairs import Position

    if grade and stack:
        raise click.UsageError("--grade chooses a stack, so it cannot be used with STACK")
    if stack is None:
        seed = any_seed() if seed is None else seed
        start = _dealt(random.Random(seed), cards, grade)
    else:
        start = Position.parse(stack)
    PairsTerminal(game, History(start), goal, seed).run()


def _dealt(rng: random.Random, cards: int, grade: str | None) -> Position:
    from tablebase.games.pairs.generators import filtered

    stacks = (filtered(rng, cards, memory=DEALING) for _ in repeat(None))
    if grade is None:
        return next(stacks)
    from tablebase.games.pairs.difficulty import of_grade

    return of_grade(stacks, grade)


def stack_lines(position: Position, width: int) -> list[Text]:
    """The cards left, as many a line as fit, above braces between those that match.

    A brace joins two cards that match and are two places apart.
    """
    from rich.text import Text

    cards, legal = position.cards, position.legal_moves()
    cell = 4
    tracks = [[" "] * (cell * len(cards)) for _ in range(2)]
    for at, (card, other) in enumerate(zip(cards, cards[2:], strict=False)):
        if card.matches(other):
            begin, end = cell * at + 1, cell * (at + 2)
            tracks[at % 2][begin : end + 1] = ["╰", *"─" * (end - begin - 1), "╯"]
    found, fit = [], max(1, width // cell)
    for begin in range(0, len(cards), fit):
        row = Text()
        for card in cards[begin : begin + fit]:
            row.append(f"{card!s:{cell}}", "bold green" if card in legal else "")
        braces = ("".join(track[cell * begin : cell * (begin + fit)]).rstrip() for track in tracks)
        found += [row, *(Text(line, "dim") for line in braces if line)]
    return found


class PairsTerminal(Terminal):
    """A game of Pair Solitaire in a terminal, or from a pipe."""

    words: Mapping[str, str] = {
        "hint": "a best card to remove",
        "chance": "whether the game can still be perfect, and how high the score can be",
        "score": "your score so far",
        "undo": "take back your last move",
        "quit": "leave the game",
    }
    how_to_move = "the card to remove, such as KD; several are removed in turn"

    def __init__(self, game: GameCli, history: Any, goal: str, seed: int | None) -> None:
        super().__init__(history, seed)
        self.game, self.goal = game, goal

    def meant(self, word: str) -> str:
        """A move by its number, or cards in any notation."""
        name = super().meant(word)
        if name == word:
            with suppress(ValueError):  # not a card, or more than a move
                (move,) = read_cards(word)
                return str(move)
        return name

    def why_not(self, word: str) -> str:
        """The rule that a removal breaks."""
        from tablebase.errors import NotationError

        try:
            reason: str = self.position.why_not(word)
        except NotationError:
            return super().why_not(word)
        return reason

    def greet(self) -> None:
        """Print where the stack comes from."""
        self.out.print(f"{self.said_seed}? for help")
        self.out.print(SAYS)

    def show(self) -> None:
        """Print the cards that are left, and which can be removed and why."""
        legal = self.position.legal_moves()
        for line in stack_lines(self.position, self.out.width):
            self.out.print(line)
        moves = " ".join(map(str, legal))
        self.out.print(f"{self.game.stage(self.position)}; remove {moves}", style="dim")

    def hint(self) -> None:
        """Print a best card to remove."""
        best = (self._highest() if self.goal == "score" else self._fewest()).moves[0]
        self.out.print(f"hint: {best}", style="green")

    def chance(self) -> None:
        """Print what can still be reached."""
        self.out.print(f"{self._say_left()}, {self._say_score()}", style="green")

    def score(self) -> None:
        """Print the score so far."""
        self.out.print(f"score {self._score():,}", style="green")

    def show_end(self) -> None:
        """Print how many cards remain, and the score."""
        position = self.position
        perfect, left = ": a perfect game" * position.is_perfect, " ".join(map(str, position.cards))
        self.out.print(
            f"{position.layer} cards remain ({left}){perfect}, score {self._score():,}",
            style="bold",
        )

    def remarks(self) -> Iterable[str]:
        """The stack."""
        yield f"game: {self.history.start}"

    def _fewest(self) -> Solution:
        from tablebase.games.pairs.solver import solve

        return solve(self.position, memory=MEMORY, seconds=SECONDS)

    def _highest(self) -> HighScore:
        from tablebase.games.pairs.score import highest_score

        return highest_score(self.position, memory=MEMORY, seconds=SECONDS)

    def _score(self) -> int:
        from tablebase.games.pairs.score import score_of

        return score_of(self.position)

    def _say_left(self) -> str:
        found = self._fewest()
        if found.perfect:
            return "the game can still be perfect"
        if found.proven:
            return f"no longer perfect: at least {found.left} cards remain"
        return f"{found.left} cards can remain, perhaps fewer"

    def _say_score(self) -> str:
        found = self._highest()
        return f"score up to {found.score:,}" + ("" if found.proven else " or more")

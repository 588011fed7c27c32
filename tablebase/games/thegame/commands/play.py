"""`tablebase thegame play`: one game, by you or by a strategy, turn by turn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.seeds import any_seed
from tablebase.games.thegame.commands.common import depth_option, say_plays
from tablebase_cli.common import examples, plural
from tablebase_cli.continued import PlayCommand
from tablebase_cli.numbers import SEED
from tablebase_cli.output import json_option, print_json
from tablebase_cli.terminal import Terminal

if TYPE_CHECKING:
    from tablebase.games.thegame.advice import Player
    from tablebase.games.thegame.referee import Round

FIRST_SEED = 1
"""The seed of a strategy's game, the same as in the other commands."""


@click.command(
    cls=PlayCommand,
    epilog=examples(
        "# Play, then see how a strategy plays the same cards",
        "tablebase thegame play --seed 1 --game 3",
        "tablebase thegame play builder --seed 1 --game 3",
    ),
)
@click.argument("strategy", required=False)
@click.option(
    "--game",
    "number",
    type=click.IntRange(0, 10**9),
    default=0,
    show_default=True,
    help="Number of the game.",
)
@click.option(
    "--adviser",
    default="builder",
    show_default=True,
    metavar="NAME",
    help="The strategy that `hint` asks.",
)
@depth_option
@click.option(
    "--seed",
    type=SEED,
    help="Random seed of the games; 1 for a strategy, chosen and printed if you play.",
)
@json_option
def play(
    strategy: str | None,
    number: int,
    adviser: str,
    depth: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play The Game yourself, or print one game by STRATEGY.

    You see your hand and the piles, and type what to lay: 12u1 lays 12 on the first pile that goes
    up, 88d2 lays 88 on the second that goes down, and draw ends your turn. `hint` shows what a
    strategy would do. Game i of a seed has the same cards for you and for every strategy; it is one
    of the games that `simulate` counts.
    """
    from tablebase.games.thegame.strategies import strategy as named

    if strategy is not None:
        from tablebase.games.thegame.advice import Player

        player = Player(named(strategy), depth)
        _print_game(player, strategy, FIRST_SEED if seed is None else seed, number, as_json)
        return
    if as_json:
        raise click.UsageError("--json prints a game by STRATEGY: expected one")
    from tablebase.engine.play.history import History
    from tablebase.games.thegame.referee import Round

    seed = any_seed() if seed is None else seed
    history = History(Round.start(seed, number))
    TheGameTerminal(history, named(adviser), depth, seed, number).run()


def _print_game(player: Player, name: str, seed: int, number: int, as_json: bool) -> None:
    from tablebase.games.thegame.advice import game

    turns = list(game(player, seed, number))
    remaining = turns[-1][1].position.remaining
    if as_json:
        print_json(
            {
                "strategy": name,
                "seed": seed,
                "game": number,
                "turns": [
                    {
                        "position": str(position),
                        "plays": [made._asdict() for made in advice.plays],
                        "value": advice.value,
                    }
                    for position, advice in turns
                ],
                "remaining": remaining,
            }
        )
        return
    for position, advice in turns:
        hand, tops = " ".join(map(str, position.hand)), " ".join(map(str, position.tops))
        click.echo(f"{hand:24}  piles {tops:14}  {say_plays(advice.plays, player.rules)}")
    click.echo(_say_end(remaining))


def _say_end(remaining: int) -> str:
    return "won" if remaining == 0 else f"over: {plural(remaining, 'card')} remaining"


class TheGameTerminal(Terminal):
    """A game of The Game in a terminal, or from a pipe."""

    words: Mapping[str, str] = {
        "hint": "what the adviser would do",
        "undo": "take back your last card, if you have not drawn",
        "quit": "leave the game",
    }
    how_to_move = "a card and its pile, such as 12u1 or 88d2; draw (d) ends your turn"

    def __init__(
        self, history: Any, adviser: Any, depth: int | None, seed: int, number: int
    ) -> None:
        super().__init__(history)
        self.adviser, self.depth = adviser, depth
        self.seed, self.number = seed, number

    @property
    def now(self) -> Round:
        """The turn."""
        now: Round = self.history.position
        return now

    def names(self) -> Mapping[str, str]:
        """Moves by name; d for draw; a card alone if it goes on one pile only."""
        piles: dict[str, list[str]] = {}
        for move in self.now.legal_moves():
            typed = str(move.lay.card) if move.lay else "d"
            piles.setdefault(typed, []).append(str(move))
        alone = {typed: names[0] for typed, names in piles.items() if len(names) == 1}
        return {"d": "draw", **alone}

    def why_not(self, word: str) -> str:
        """The rule that a move breaks."""
        from tablebase.games.thegame.position import Play
        from tablebase.games.thegame.referee import DRAW, name_of

        if word == DRAW:
            if self.now.minimum:
                return f"lay {plural(self.now.minimum, 'card')} more before you draw"
            return "the deck is empty"
        found = re.fullmatch(r"(\d+)(?:([ud])(\d))?", word)
        if found is None:
            return super().why_not(word)
        card, position = int(found[1]), self.now.position
        if card not in position.hand:
            return f"you don't hold {card}"
        if found[2] is None:
            plays = (play for play in position.plays() if play.card == card)
            piles = [name_of(play, position.rules) for play in plays]
            return f"{card} goes on {len(piles)} piles ({', '.join(piles)})"
        rules = position.rules
        names = {name_of(Play(card, pile), rules): pile for pile in range(rules.piles)}
        if word not in names:
            return f"there is no pile {found[2]}{found[3]}"
        top, way = position.tops[names[word]], rules.direction(names[word])
        beyond = "above" if way > 0 else "below"
        back = top - way * rules.trick
        return f"{card} does not go on {top}, which takes cards {beyond} it, and {back}"

    def greet(self) -> None:
        """Print which game it is."""
        self.out.print(
            f"game {self.number} of seed {self.seed}, adviser: {self.adviser.name}; ? for help"
        )

    def show(self) -> None:
        """Print the turn, the piles and the hand."""
        now, position = self.now, self.now.position
        ups, tops = position.rules.ups, position.tops
        to_lay = f"lay {now.minimum} or more" if now.minimum else "draw, or lay more"
        if not now.deck:
            to_lay = "lay what you can"
        deck = plural(len(now.deck), "card")
        self.out.print(f"turn {now.turn}, {deck} in the deck: {to_lay}", style="bold")
        for name, piles in ("up", tops[:ups]), ("down", tops[ups:]):
            self.out.print(f"{name:5} {' '.join(f'{top:3}' for top in piles)}")
        self.out.print(f"hand  {' '.join(f'{card:3}' for card in position.hand)}")

    def hint(self) -> None:
        """Print what the adviser would do."""
        from tablebase.games.thegame.advice import opinion

        plays = opinion(self.adviser, self.now, self.depth).plays
        said = say_plays(plays, self.now.position.rules) if plays else "draw"
        self.out.print(f"hint: {said}", style="green")

    def undo(self) -> None:
        """Take back a card laid in this turn."""
        if self.history.moves and self.history.moves[-1].lay is None:
            raise ValueError("nothing to take back: you have drawn, and seen the cards")
        super().undo()

    def report(self) -> None:
        """Print the result, the adviser's with the same cards, and the moves."""
        if self.history.is_over:
            self.out.print(_say_end(self.now.position.remaining), style="bold")
            self.out.print(f"{self.adviser.name} with the same cards: {self._by_adviser()}")
        moves = " ".join(map(str, self.history.moves))
        self.out.print(f"moves: {moves or 'none'}")

    def _by_adviser(self) -> str:
        from tablebase.games.thegame.advice import Player, game

        *_, (_, last) = game(Player(self.adviser, self.depth), self.seed, self.number)
        return _say_end(last.position.remaining)

"""`tablebase thegame play`: one game, by you or by a strategy, turn by turn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.play.history import History
from tablebase.errors import plural
from tablebase.games.thegame.commands.common import (
    depth_option,
    players_option,
    say_pile,
    say_plays,
)
from tablebase.games.thegame.position import Play, Position
from tablebase.support.seeds import any_seed
from tablebase_cli.group import command
from tablebase_cli.options import Whole, maybe_seed
from tablebase_cli.output import TABLE, facts, output_format, printed, show
from tablebase_cli.terminal import PlayCommand, Terminal, moves_before

if TYPE_CHECKING:
    from tablebase.games.thegame.strategies import Strategy


@command(
    "# Play, then see how a strategy plays the same cards",
    "tablebase thegame play --seed 1 --game 3",
    "tablebase thegame play builder --seed 1 --game 3",
    "# Play with two computers",
    "tablebase thegame play --players 3",
    cls=PlayCommand,
)
@click.argument("strategy", required=False)
@click.option(
    "--game",
    "number",
    type=Whole(0, 10**9),
    default=0,
    metavar="N",
    help="Number of the game.",
)
@click.option(
    "--adviser",
    default="builder",
    metavar="STRATEGY",
    help="The strategy that `hint` asks, and that the other players follow.",
)
@players_option
@depth_option
@maybe_seed
@printed
def play(
    strategy: str | None,
    number: int,
    adviser: str,
    players: int,
    depth: int | None,
    seed: int | None,
) -> None:
    """Play The Game yourself, or print one game by STRATEGY.

    You see your hand and the piles, and type what to lay: 12u1 lays 12 on the first pile that goes
    up, 88d2 lays 88 on the second that goes down, and draw ends your turn. `hint` shows what a
    strategy would do. Game i of a seed has the same cards for you and for every strategy; it is one
    of the games that `simulate` counts. With several players you are player 1, and the others say
    on which piles they can play the backwards trick.
    """
    from tablebase.games.thegame.strategies import strategy as named

    seed = any_seed() if seed is None else seed
    if strategy is not None:
        if moves_before():
            raise click.UsageError("--moves begins a game that you play: expected no STRATEGY")
        turns = _turns(named(strategy), seed, number, players, depth)
        _show_game(turns, {"strategy": strategy, "seed": seed, "game": number}, players)
        return
    if output_format() != TABLE:
        raise click.UsageError("--json and --format print a game by STRATEGY: expected one")
    from tablebase.games.thegame.referee import Round
    from tablebase.games.thegame.team import TeamTurn

    given = named(adviser), depth, seed, number
    if players == 1:
        TheGameTerminal(History(Round.start(seed, number)), *given).run()
    else:
        TeamTerminal(History(TeamTurn.start(seed, number, players)), *given).run()


def _turns(
    strategy: Strategy, seed: int, number: int, players: int, depth: int | None
) -> list[tuple[int, Position, tuple[Play, ...], float | None]]:
    """A game turn by turn: the player, what they see and lay, and the value of what they do."""
    from tablebase.games.thegame.advice import Player, game, team_game

    if players == 1:
        alone = game(Player(strategy, depth), seed, number)
        return [(0, position, advice.plays, advice.value) for position, advice in alone]
    team = team_game(strategy, seed, number, players, depth)
    return [(now.player, now.position, plays, None) for now, plays in team]


def _show_game(
    turns: list[tuple[int, Position, tuple[Play, ...], float | None]],
    about: dict[str, Any],
    players: int,
) -> None:
    _, last, plays, _ = turns[-1]
    remaining = last.remaining - len(plays)
    data = [
        {
            "player": player + 1,
            "position": str(position),
            "plays": [made._asdict() for made in plays],
            "value": value,
        }
        for player, position, plays, value in turns
    ]
    lines = []
    for player, position, plays, _ in turns:
        who = f"{player + 1}  " if players > 1 else ""
        hand, tops = " ".join(map(str, position.hand)), " ".join(map(str, position.tops))
        lines.append(f"{who}{hand:24}  piles {tops:14}  {say_plays(plays, position.rules)}")
    parts = lines if output_format() == TABLE else [facts(data)]
    end = f"{_say_end(remaining)}, game {about['game']} of seed {about['seed']}"
    show({**about, "players": players, "turns": data, "remaining": remaining}, [*parts, end])


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
        super().__init__(history, seed)
        self.adviser, self.depth, self.number = adviser, depth, number

    @property
    def now(self) -> Any:
        """The turn: a `Round`, or a `TeamTurn`."""
        return self.position

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
            if not piles:
                return f"{card} goes on no pile"
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
        deck = plural(len(now.deck), "card")
        self.out.print(f"turn {now.turn}, {deck} in the deck: {self.to_do()}", style="bold")
        self.show_cards(position)

    def to_do(self) -> str:
        """What the person may do now."""
        if self.now.minimum:
            return f"lay {self.now.minimum} or more"
        if not self.now.can_draw:
            return "lay what you can"
        more = len(self.now.legal_moves()) > 1
        return "end your turn (draw)" + (", or lay more" if more else "")

    def show_cards(self, position: Position) -> None:
        """Print the top of each pile, by the name to type, and the hand."""
        for way, first, last in ("up", 0, position.rules.ups), ("down", position.rules.ups, None):
            tops = enumerate(position.tops[first:last], start=1)
            piles = "   ".join(f"{way[0]}{number} {top:3}" for number, top in tops)
            self.out.print(f"{way:5} {piles}")
        self.out.print(f"hand  {' '.join(f'{card:3}' for card in position.hand)}")

    def hint(self) -> None:
        """Print what to type to do what the adviser would."""
        from tablebase.games.thegame.advice import opinion
        from tablebase.games.thegame.referee import name_of

        plays = opinion(self.adviser, self.now, self.depth)
        names = " ".join(name_of(play, self.now.position.rules) for play in plays)
        self.out.print(f"hint: {names or 'end your turn (draw)'}", style="green")

    def undo(self) -> None:
        """Take back a card laid in this turn."""
        if self.history.moves and self.history.moves[-1].lay is None:
            raise ValueError("nothing to take back: you have drawn, and seen the cards")
        super().undo()

    def explain_end(self, position: Position) -> None:
        """Print why a lost game is over."""
        if position.hand:
            self.show_cards(position)
            self.out.print("none of these cards goes on a pile")

    def show_end(self) -> None:
        """Print the result, and the adviser's with the same cards."""
        self.explain_end(self.now.position)
        self.out.print(_say_end(self.now.position.remaining), style="bold")
        self.out.print(f"{self.adviser.name} with the same cards: {self._by_adviser()}")

    def _by_adviser(self) -> str:
        from tablebase.games.thegame.advice import Player, game

        *_, (_, last) = game(Player(self.adviser, self.depth), self.seed, self.number)
        return _say_end(last.position.remaining)


class TeamTerminal(TheGameTerminal):
    """A game of several players: the person is the first, and computers are the others."""

    words: Mapping[str, str] = {
        **TheGameTerminal.words,
        "undo": "take back your last card, if you have not ended your turn",
    }
    how_to_move = "a card and its pile, such as 12u1 or 88d2; draw (d) ends your turn and fills up"
    planned: list[str]
    """What the computer whose turn it is still does."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.planned = []

    def answer(self) -> bool:
        """Let a computer lay a card, or end its turn."""
        if self.now.player == 0:
            return False
        from tablebase.games.thegame.advice import opinion
        from tablebase.games.thegame.referee import DRAW, name_of

        if not self.planned:
            plays = opinion(self.adviser, self.now, self.depth)
            said = say_plays(plays, self.now.rules)
            self.out.print(f"player {self.now.player + 1} lays {said}", style="cyan")
            self.planned = [*(name_of(play, self.now.rules) for play in plays), DRAW]
        self.history.play(self.planned.pop(0))
        if self.now.player == 0 or self.history.is_over:
            self.planned = []
        return True

    def _do(self, word: str) -> None:
        """Carry out a word of the person, after the computers whose turn it is."""
        while not self.history.is_over and self.answer():
            pass
        if not self.history.is_over:
            super()._do(word)

    def show(self) -> None:
        """Print the turn, what the others say, the piles and the hand."""
        super().show()
        for one in self.now.kept:
            pile = say_pile(one.pile, self.now.rules)
            self.out.print(f'player {one.player + 1}: "leave {pile} to me, I can go back there"')

    def show_end(self) -> None:
        """Print the result, and that of computers alone with the same cards."""
        if self.now.remaining:
            self.out.print(f"player {self.now.player + 1} cannot go on:")
            self.explain_end(self.now.position)
        self.out.print(_say_end(self.now.remaining), style="bold")
        self.out.print(f"{self.adviser.name} in your place: {self._by_adviser()}")

    def _by_adviser(self) -> str:
        from tablebase.games.thegame.advice import team_game

        players = len(self.now.hands)
        *_, (last, plays) = team_game(self.adviser, self.seed, self.number, players, self.depth)
        return _say_end(last.remaining - len(plays))

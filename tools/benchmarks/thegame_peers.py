"""Win rates of other programs that play The Game, by number of players.

    python tools/benchmarks/thegame_peers.py [--games N] [--players 2 3]
        [--tgengine PROGRAM] [--simulated FOLDER] [--fiona FOLDER]

Clone and build what you want to run; docs/thegame.md has the sources and commits. The two in Python
play the shuffles of `tablebase thegame simulate` (--seed), the one in C++ its own.
"""

from __future__ import annotations

import contextlib
import io
import logging
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from measuring import parser

from tablebase.games.thegame.referee import shuffled
from tablebase.games.thegame.team import rules_for
from tablebase.study.intervals import wilson

Play = Callable[[tuple[int, ...], int], bool]
"""Plays a game with these cards in the order dealt; returns whether it was won."""


def tgengine(program: Path, players: int, games: int) -> int:
    """Games that TGEngine wins; it has a dialog."""
    answers = f"{players}\n{games}\n\n\n"
    run = subprocess.run([program], input=answers, capture_output=True, text=True, check=True)
    found = re.search(r"Wins:\s+([\d,]+)", re.sub(r"\x1b\[[\d;]*[A-Za-z]", "", run.stdout))
    assert found is not None, run.stdout
    return int(found[1].replace(",", ""))


def simulated(folder: Path) -> Play:
    """ch-sa/the_game_simulated: deals a card to each player in turn, from the end of a list."""
    sys.path.insert(0, str(folder))
    module: Any = __import__("thegame")

    def play(cards: tuple[int, ...], players: int) -> bool:
        game, hand = module.TheGame(), rules_for(players).hand
        game.players = [module.Player(f"player {number}") for number in range(players)]
        dealt = [cards[player * hand + card] for card in range(hand) for player in range(players)]
        game.deck = [*dealt, *cards[players * hand :]][::-1]
        game.serve_cards()
        won, _ = game.play()
        return bool(won)

    return play


def fiona(folder: Path) -> Play:
    """FionaLapp/theGame, its strategy with a cutoff: draws random cards, one hand at a time."""
    sys.path.insert(0, str(folder))
    module: Any = __import__("the_game")
    logging.disable()

    def play(cards: tuple[int, ...], players: int) -> bool:
        order = iter(cards)

        def remove_card(pile: Any) -> int:
            card = next(order)
            pile.cards.remove(card)
            return card

        module.DrawingPile.remove_card = remove_card
        one = module.PlayWithDistanceCutoffStrategy(rules_for(players).hand, players)
        one.start_game()
        one.play()
        return bool(one.game.game_won())

    return play


def main() -> None:
    """Play, and print a line for each program and number of players."""
    own = parser(__doc__)
    own.add_argument("--games", type=int, default=1000)
    own.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    own.add_argument("--seed", type=int, default=2030)
    own.add_argument("--tgengine", type=Path, metavar="PROGRAM")
    own.add_argument("--simulated", type=Path, metavar="FOLDER")
    own.add_argument("--fiona", type=Path, metavar="FOLDER")
    options = own.parse_args()
    plays: dict[str, Play] = {}
    if options.simulated:
        plays["the_game_simulated"] = simulated(options.simulated)
    if options.fiona:
        plays["theGame"] = fiona(options.fiona)
    for players in options.players:
        rules, wins = rules_for(players), dict.fromkeys(plays, 0)
        for name, play in plays.items():
            for number in range(options.games):
                with contextlib.redirect_stdout(io.StringIO()):
                    wins[name] += play(shuffled(options.seed, number, rules), players)
        if options.tgengine:
            wins["TGEngine"] = tgengine(options.tgengine, players, options.games)
        for name, won in wins.items():
            low, high = wilson(won, options.games)
            share = won / options.games
            print(f"{name:20} {players} players  {share:7.2%}  {low:.2%} to {high:.2%}", flush=True)


if __name__ == "__main__":
    main()

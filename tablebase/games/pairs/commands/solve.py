"""`tablebase pairs solve` and `replay`: a best game of a stack, and a given one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from tablebase.engine.compiling import clock
from tablebase.engine.jobs.machine import check_memory
from tablebase.errors import plural
from tablebase_cli.group import command
from tablebase_cli.options import memory_option as memory_limit
from tablebase_cli.options import seconds_option as seconds_limit
from tablebase_cli.output import Part, bold, dim, printed, show, styled

if TYPE_CHECKING:
    from tablebase.games.pairs.score import HighScore
    from tablebase.games.pairs.solver import Solution


def _check_memory(context: click.Context, parameter: click.Parameter, value: float) -> float:
    """Refuse more memory than is free, except the default, which few searches use up."""
    if context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE:
        check_memory(int(value * 2**30), "such a search")
    return value


memory_option = memory_limit("Memory limit for the search of a stack.", 2.0, callback=_check_memory)
seconds_option = seconds_limit("Stop the search of a stack after S seconds.", 300.0)


@command(
    "# The fewest cards, then the highest score",
    'tablebase pairs solve "2H 9C 2S KD 2C 2D"',
    'tablebase pairs solve "2H 9C 2S KD 2C 2D" --goal score',
)
@click.argument("stack")
@click.option(
    "--goal",
    type=click.Choice(["cards", "score"]),
    default="cards",
    help="What to find: the fewest cards that can remain, or the highest score. The score is the "
    "sum of the ranks of the cleared cards (ace 1, king 13), times their number.",
)
@memory_option
@seconds_option
@printed
def solve(stack: str, goal: str, memory: float, seconds: float) -> None:
    """Find the fewest cards that STACK can leave, or its top score.

    Prints the moves too. Nearly every shuffle of 52 cards can be beaten, and is solved in
    milliseconds. If the search has visited every position that can be reached, the answer is
    proven; the number of positions after each removal is its certificate. If memory or time runs
    out first, the answer is the best found.
    """
    from tablebase.games.pairs import Position
    from tablebase.games.pairs.score import HighScore, highest_score
    from tablebase.games.pairs.solver import Solution
    from tablebase.games.pairs.solver import solve as fewest

    position = Position.parse(stack)
    started = clock()
    found: Solution | HighScore
    if goal == "score":
        found = highest_score(position, memory=int(memory * 2**30), seconds=seconds)
    else:
        found = fewest(position, memory=int(memory * 2**30), seconds=seconds)
    taken = clock() - started
    said = _say_score(found) if isinstance(found, HighScore) else _say_left(found)
    parts: list[Part] = [
        styled(*said),
        f"remove {' '.join(map(str, found.moves)) or 'nothing'}",
        f"leaves {' '.join(map(str, found.end.cards))}",
    ]
    if isinstance(found, Solution) and found.proven and not found.perfect:
        states = ", ".join(f"{number:,}" for number in found.states)
        parts.append(f"positions by number of removals: {states}")
    parts.append(dim(f"{plural(found.searched, 'position')} searched in {taken:.3f} s"))
    show({**found.as_dict(), "seconds": round(taken, 4)}, parts)


def _say_left(found: Solution) -> tuple[str, str]:
    """How many cards remain, and a style."""
    if found.perfect:
        return f"{found.left} cards remain: a perfect game", "bold green"
    if found.proven:
        return f"at least {found.left} cards remain, proven: no perfect game", "bold red"
    return f"{found.left} cards remain: best found, not proven", "bold"


def _say_score(found: HighScore) -> tuple[str, str]:
    """The highest score, and a style."""
    if found.proven:
        return f"score {found.score:,}: the highest, proven", "bold green"
    return f"score {found.score:,}: best found; no game scores more than {found.bound:,}", "bold"


@command("# Remove four cards", 'tablebase pairs replay "2H 9C 2S KD 2C 2D" "KD 9C 2H 2S"')
@click.argument("stack")
@click.argument("moves")
@printed
def replay(stack: str, moves: str) -> None:
    """Play MOVES from STACK and show what remains.

    MOVES are the cards to remove, in order. The first
    illegal move is an error, which lists the legal ones.
    """
    from tablebase.games.pairs import Position

    game = Position.parse(stack).replay(moves)
    end = game[-1]
    left, legal = (list(map(str, cards)) for cards in (end.cards, end.legal_moves()))
    remain = f"{end.layer} cards remain: {' '.join(left)}"
    can = f"can be removed: {' '.join(legal) or 'no card, the game is over'}"
    show(
        {
            "position": str(game[0]),
            "moves": len(game) - 1,
            "left": end.layer,
            "perfect": end.is_perfect,
            "cards_left": left,
            "legal_moves": legal,
            "end": str(end),
        },
        [
            bold(f"{len(game) - 1} moves are legal, {remain}"),
            "a perfect game" if end.is_perfect else can,
        ],
    )

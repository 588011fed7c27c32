"""`tablebase pairs generate`: make stacks, three ways."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from tablebase.games.pairs.commands.options import cards_option, grade_option
from tablebase_cli.group import command
from tablebase_cli.options import PLAYS, number_option, seed_option, whole_option
from tablebase_cli.output import TABLE, dim, facts, output_format, printed, show

if TYPE_CHECKING:
    from tablebase.games.pairs import Position


@command(
    "# Three shuffles that can be beaten",
    "tablebase pairs generate filtered -n 3 --seed 1",
    "# Three that are hard for players",
    "tablebase pairs generate filtered -n 3 --grade hard",
)
@click.argument("kind", type=click.Choice(["shuffle", "filtered", "perfect"]))
@number_option("How many stacks to make.", 1)
@seed_option
@cards_option
@grade_option
@whole_option(
    "--difficulty",
    PLAYS,
    "Play each stack PLAYS times at random and PLAYS times greedily; print how many games "
    "are perfect, how many cards are left, and how many moves of a best game are forced.",
    metavar="PLAYS",
)
@printed
def generate(
    kind: str,
    number: int,
    seed: int,
    cards: int,
    grade: str | None,
    difficulty: int | None,
) -> None:
    """Make stacks, one a line.

    shuffle: every stack is equally likely, beatable or not. filtered: shuffles until a stack can
    be beaten, so every beatable stack is equally likely. perfect: builds a stack card by card,
    each where it can be removed again at once. Such a stack can always be beaten, and every
    beatable stack can come up.
    """
    stacks = _stacks(kind, random.Random(seed), cards)
    if grade:
        stacks = _graded(stacks, grade, kind)
    made = islice(stacks, number)
    rows = ({"stack": str(stack), **_difficulty(stack, difficulty)} for stack in made)
    if output_format() == TABLE:
        for row in rows:  # as they come
            click.echo(row.pop("stack"))
            for name, value in row.items():
                click.echo(f"# {name.replace('_', ' ')}: {value}")
        click.echo(f"seed {seed}", err=True)
        return
    each = list(rows)
    show({"kind": kind, "seed": seed, "stacks": each}, [facts(each), dim(f"seed {seed}")])


def _stacks(kind: str, rng: random.Random, cards: int) -> Iterator[Position]:
    from tablebase.games.pairs import generators

    while True:
        if kind == "perfect":
            yield generators.perfect(rng, cards)[0]
        elif kind == "filtered":
            yield generators.filtered(rng, cards)
        else:
            yield generators.shuffled(rng, cards)


def _graded(stacks: Iterator[Position], grade: str, kind: str) -> Iterator[Position]:
    from tablebase.games.pairs.difficulty import of_grade

    if kind == "shuffle":
        raise click.UsageError("--grade needs stacks that can be beaten: filtered or perfect")
    while True:
        yield of_grade(stacks, grade)


def _difficulty(stack: Position, plays: int | None) -> dict[str, Any]:
    if plays is None:
        return {}
    from tablebase.games.pairs.difficulty import difficulty
    from tablebase.games.pairs.solver import solve

    found = solve(stack)
    return {"left": found.left, **difficulty(stack.replay(found.moves), plays)._asdict()}

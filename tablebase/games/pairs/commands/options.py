"""The options that choose stacks of Pair Solitaire."""

import click

from tablebase_cli.options import Whole, whole_option

grade_option = click.option(
    "--grade",
    type=click.Choice(["easy", "medium", "hard"]),
    metavar="G",
    help="Only grade G: easy, medium or hard. Of 1,000 greedy games, 20 or more are perfect on an "
    "easy stack, 3 to 19 on a medium one.",
)

cards_option = whole_option("--cards", Whole(2, 52), "Cards in a stack.", 52)

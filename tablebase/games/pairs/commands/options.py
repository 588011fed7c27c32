"""The options that choose a rule of Pair Solitaire, and stacks."""

from __future__ import annotations

import click

from tablebase_cli.options import Decorator, Whole, number_option, seed_option, together

RULES = ("both", "after", "before", "three-apart", "royal-marriage")

rule_option = click.option(
    "--rule",
    type=click.Choice(RULES),
    default="both",
    help="Which cards may be removed: those that match the card two places before or after them "
    "(both), only after, only before, or three places before or after. royal-marriage: one card or "
    "two neighbours between two cards that match.",
)

grade_option = click.option(
    "--grade",
    type=click.Choice(["easy", "medium", "hard"]),
    help="Only stacks of this grade. Of 1,000 greedy games, 20 or more are perfect on an easy "
    "stack, 3 to 19 on a medium one.",
)

cards_option = click.option(
    "--cards", type=Whole(2, 52), default=52, metavar="N", help="Cards in a stack."
)
random_stacks: Decorator = together(
    number_option("Solve N random stacks.", 1000), seed_option, cards_option
)
"""The options that choose the stacks of a study."""


def check_grade(grade: str | None, rule: str) -> None:
    """Refuse a grade for a variant of the rule."""
    if grade and rule != "both":
        raise click.UsageError(f"--grade needs --rule both, not {rule}")

"""The option that chooses a rule of Pair Solitaire."""

from __future__ import annotations

import click

RULES = ("both", "after", "before", "three-apart", "royal-marriage")

rule_option = click.option(
    "--rule",
    type=click.Choice(RULES),
    default="both",
    show_default=True,
    help="Which cards may be removed: those that match the card two places before or after them "
    "(both), only after, only before, or three places before or after. royal-marriage: one card or "
    "two neighbours between two cards that match.",
)

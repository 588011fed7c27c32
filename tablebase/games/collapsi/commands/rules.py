"""`tablebase rules`: the rules that come with the package."""

from __future__ import annotations

from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.rules_file import load_rules, presets
from tablebase_cli.group import command
from tablebase_cli.output import printed, show, texts


@command(
    "# List the rules, then use a name",
    "tablebase rules",
    "tablebase probe A223/4A2J/3A23/J3A4 --rules flat",
)
@printed
def rules() -> None:
    """List the names that --rules accepts, and where each set of rules comes from.

    --rules also takes a TOML file of your own, or a board's size such as 5x5. Such a board has
    its edges joined, and the usual deck: a joker for each player, and four of each card from the
    ace upwards.
    """
    found = [(load_rules(name), origin) for name, origin in presets().items()]
    rows = (
        (
            one.name,
            origin,
            str(one.board),
            "".join(map(card_letter, one.deck)),
            "; ".join(
                f"{edition.name} {', '.join(map(str, edition.joker_steps))}"
                if edition.name != ",".join(map(str, edition.joker_steps))
                else edition.name
                for edition in one.editions
            ),
            ", ".join(one.turn.words),
        )
        for one, origin in found
    )
    header = ("name", "from", "board", "deck", "steps from J", "options")
    show([{**one.as_dict(), "origin": origin} for one, origin in found], [texts(header, rows)])

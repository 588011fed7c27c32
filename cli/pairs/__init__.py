"""`tablebase pairs`: Pair Solitaire on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..game import GameCommands, GameGroup

if TYPE_CHECKING:
    from rich.text import Text

    from tablebase.engine.values import Value
    from tablebase.games.pairs import Position


def parse(text: str) -> Position:
    """Read a position."""
    from tablebase.games.pairs import Position

    return Position.parse(text)


def _draw(position: Position) -> Text:
    from rich.text import Text

    legal = set(position.legal_moves())
    text = Text()
    for at, card in enumerate(position.stack):
        left = position.mask >> at & 1
        style = "dim strike" if not left else "bold green" if card in legal else ""
        text.append(f"{'' if left else 'x'}{card}", style)
        text.append(" ")
    return text


def _describe(position: Position) -> str:
    return f"{position.layer} of {len(position.stack)} cards left"


def _tell(position: Position, value: Value) -> str:
    left = position.score(value)
    if value.dte == 0:
        return f"no card can be removed, {left} remain"
    perfect = ", a perfect game" if value.result.value == "win" else ""
    return f"{left} cards can remain{perfect}"


GAME = GameCommands(
    name="pairs",
    commands={
        "solve": "pairs.solve:solve",
        "replay": "pairs.replay:replay",
        "generate": "pairs.generate:generate",
        "study": "pairs.study:study",
        "show": "show:show_of",
        "build": "build:build_of",
        "probe": "probe:probe_of",
        "line": "line:line_of",
        "stats": "table_stats:stats_of",
        "info": "info:info",
        "verify": "verify:verify",
        "export": "export:export_of",
    },
    item="STACK",
    notation='Written as cards, "AS KS 3H 10D", top card first; x before a card that has been '
    "removed. Tables take stacks of up to 32 cards, 2 to the power of their number of bytes; "
    "`tablebase pairs solve` takes any.",
    columns="cards (how many are left); the rank is the mask of cards left, the top card its "
    "lowest bit",
    rule_options=(),
    item_options=(),
    parse=parse,
    parse_item=parse,
    draw=_draw,
    describe=_describe,
    stage=_describe,
    tell=_tell,
    layer="cards left",
    ply=lambda position: len(position.stack) - position.layer,
    styles={"player": ""},
)

pairs = GameGroup(
    GAME,
    name="pairs",
    help="Pair Solitaire: a card may be removed when it matches, in rank or suit, the card two "
    "places before or after it; the stack closes up. A perfect game leaves two cards.\n\n"
    'A stack is written as cards, top card first: "AS KS 3H 10D" or "A♠ K♠ 3♥ 10♦". An x before '
    "a card says that it has been removed.",
)

"""`tablebase pairs`: Pair Solitaire on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablebase_cli.game import SHARED, GameCli, shared
from tablebase_cli.group import GameGroup

if TYPE_CHECKING:
    from rich.text import Text

    from tablebase.engine.probe import Probe
    from tablebase.engine.values import Value
    from tablebase.games.pairs import Position


class Pairs(GameCli):
    """Pair Solitaire: remove matching cards until two are left.

    A card may be removed when it matches, in rank or suit, the card two places before or after
    it; the stack then closes up. A perfect game leaves two cards.

    Write a stack as cards, top card first: "AS KS 3H 10D" or "A♠ K♠ 3♥ 10♦". An x before a card
    marks it as removed.
    """

    name = "pairs"
    item = "STACK"
    notation = (
        'Write the cards, top card first: "AS KS 3H 10D"; an x before a card marks it as removed. '
        "Tables take stacks of up to 32 cards, and 2^n bytes for n cards; `tablebase pairs solve` "
        "takes any stack."
    )
    example = '"2H 9C 2S KD 2C 5D 7H"'
    columns = (
        "rank, cards (how many are left). The rank is the mask of cards left; the top card is its "
        "lowest bit."
    )
    layer = "cards left"
    solitaire = True
    commands: Mapping[str, str] = {
        "solve": "tablebase.games.pairs.commands.solve",
        "replay": "tablebase.games.pairs.commands.solve",
        "generate": "tablebase.games.pairs.commands.generate",
        "play": "tablebase.games.pairs.commands.play",
        "study": "tablebase.games.pairs.commands.study",
        **shared(*SHARED),
    }

    def parse(self, text: str) -> Position:
        """Read a stack, or what is left of one."""
        from tablebase.games.pairs import Position

        return Position.parse(text)

    def draw(self, position: Position) -> Text:
        """Draw the stack, with the cards that are removed and those that can be."""
        from rich.text import Text

        legal = position.legal_moves()
        text = Text()
        for at, card in enumerate(position.stack):
            left = position.mask >> at & 1
            style = "dim strike" if not left else "bold green" if card in legal else ""
            text.append(f"{'' if left else 'x'}{card}", style)
            text.append(" ")
        return text

    def stage(self, position: Position) -> str:
        """The number of cards left."""
        return f"{position.layer} of {len(position.stack)} cards left"

    def ply(self, position: Position) -> int:
        """Cards removed before a position."""
        return len(position.stack) - position.layer

    def say(self, position: Position, value: Value) -> str:
        """How many cards can remain."""
        left = position.score(value)
        if value.dte == 0:
            return f"no card can be removed, {left} remain"
        perfect = ", a perfect game" if value.result.value == "win" else ""
        return f"{left} cards can remain{perfect}"

    def ending(self, probe: Probe[Any]) -> str:
        """How many cards remain."""
        return self.say(probe.position, probe.value)


pairs = GameGroup(Pairs())

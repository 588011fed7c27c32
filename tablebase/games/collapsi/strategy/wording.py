"""The words in which the coach explains why a rule prefers one move to another."""

from __future__ import annotations

from typing import NamedTuple


class Wording(NamedTuple):
    """Words for a feature.

    `noun` names what two moves may be equal in, or what is subtracted. `clause` follows "on c4":
    `{}` stands for the number, and `{move}` for the number with its noun, "1 move" or "2 moves".
    """

    noun: str
    clause: str


WORDING = {
    "safe_moves": Wording("safe moves", "you keep at least {move} safe from a trap"),
    "escapes": Wording("ways out", "they have {way} out of a trap"),
    "next_cards": Wording("your next cards", "your next cards add up to {}"),
    "their_next_cards": Wording("theirs", "their next cards add up to {}"),
}
"""Words for the features of the strategy `safe-moves`. A sum reads as one noun minus the other."""

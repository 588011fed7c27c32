"""What games of one pawn on Collapsi's cards share: its letter."""

PAWN = "r"
"""The letter of the pawn, after its card."""

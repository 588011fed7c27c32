"""The laboratory: what a variant of the rules does to the game.

For each variant and each of its editions it finds the share of deals that the first player wins
with perfect play, and how long the games are. If the whole game can be solved, the figures are
exact, over all deals. Otherwise they come from random deals, with confidence intervals.

    counting.py  deals counted by the length of the game: all of them, or random ones
    study.py     what the counts say about a variant, and which of several variants is fairest
    kept.py      `Lab`: studies of variants, kept in a file as they grow
"""

"""The laboratory: what a variant of the rules does to the game.

For each variant and each of its editions: the share of the deals that the first player wins with
perfect play, and how long the games are. Exact over all deals where the whole game can be solved,
else from random deals, with confidence intervals.

    counting.py  deals counted by the length of the game: all of them, or random ones
    study.py     what the counts say of a variant, and which of some variants is fairest
    lab.py       `Lab`: studies of variants, kept in a file as they grow
"""

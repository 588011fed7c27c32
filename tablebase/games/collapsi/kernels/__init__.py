"""The rules compiled, over the words of a position: for the page, and for searches without a table.

near.py      where one step leads: what a turn names, and a context
play.py      words, moves, what a move leaves, who is out
images.py    the canonical form of a deal
duels.py     the index of duels

The plain rules (`turns`, `legality`, `symmetry`) are the oracle of these.
"""

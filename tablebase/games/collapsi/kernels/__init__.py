"""The rules compiled, over the words of a position: for the page, and for searches without a table.

play.py      words, moves, what a move leaves, who is out
legality.py  whether a position is possible, as a number
canonical.py the canonical form of a deal, and the automorphisms of a board

The plain rules (`turns`, `legality`, `symmetry`) are the oracle of these.
"""

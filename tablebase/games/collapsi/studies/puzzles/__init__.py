"""Puzzles: exactly one move out of six or more wins, and a good rule of thumb misses it.

posed.py       a puzzle: its position, solution and grade; checked by any source of values, and
               solved move by move
grading.py     positions of a deal with one winning move of many; their grade: whether the rule and
               look-aheads of 2 to 5 plies find the move; whether play can reach them
themes.py      what a puzzle is about
making.py      a collection of them, made from a seed
sheet.py       some to print
collection.py  the collection that comes with the package, and its file
"""

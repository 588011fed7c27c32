"""Forward search of 2D Nim: who wins a position, without a table of all positions.

`plan` has a board's moves and images as arrays, `kernels` the search, `solving` its driver.
"""

"""The engine: solving, storing and looking up the positions of any game; it knows none.

Protocol, from the ground up: `values`, `position` and `game` have all that a game's author may
write; `probe` and `searched` are answers; `rooms` finds what is installed. Nothing here imports
what follows: `compiled` works with a game's kernels, `induction` solves any game, and `search`,
`tables`, `play` and `jobs` are packages.

Kernels: `kernels` (their decorators, and all that stands on Numba), `arrays`, `compiling`. `packed`
has 4-bit codes, two a byte.
"""

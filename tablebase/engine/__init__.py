"""The engine: solving, storing and looking up the positions of any game; it knows none.

Terms and protocols: `values`, `position`, `probe`, `game`, and `rooms` (what is installed).
`induction` solves by the rules, and `compiled` by a game's kernels. `tables`, `search`, `play` and
`jobs` are packages.

Kernels: `kernels` (their decorators, and all that stands on Numba), `arrays`, `compiling`.
Small helpers: `columns`, `extras`, `files`, `html`, `intervals`, `lazy`, `runs`, `seeds`,
`toml_text`.
"""

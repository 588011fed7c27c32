"""The compiled engine: a game gives its rules as kernels over numbers, and the rest is here.

`position.CompiledRules` says what a game gives. `loops` has the kernels that call its functions;
they are compiled once for all games. `solver` solves, `batch` answers for many positions at once,
and `trial` runs a game's kernels where a stray write does no harm. `walks` has the kernels of
forward search; `search.by_kernels` searches.
"""

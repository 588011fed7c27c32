"""Kayles: knock down one pin or two neighbours; whoever takes the last one wins.

`position` and `game` are the rules and their table, `kernels` has the moves compiled, and `sample`
is for the self-test. `room` says what else there is: `commands`, `browser` with the folder `page`
and its kernels in `wasm`, and `tasks`.
"""

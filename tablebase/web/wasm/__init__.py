"""Kernels as WebAssembly, for the page's engine: from the same source as the library's.

A room's `wasm.py` lists what the browser calls. Read in this order: `module` (what such a file
writes down, and the committed files), `record` (whether they are up to date), `rules` (adds what
solves and searches a game whose rules are kernels), `signature` (the arguments of an entry),
`sources` (the code that they are made from), `retarget` (from Numba's code to a module), `__main__`
(makes them again):

    python -m tablebase.web.wasm [GAME...]

Making them needs `wasm-ld`, of Debian's package `lld`; nothing else does.
"""

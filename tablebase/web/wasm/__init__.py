"""The kernels as WebAssembly, for the page's engine: from the same source as the server's.

Read in this order: `entries` (what the browser calls), `retarget` (from Numba's code to a module),
`module` (the committed files, and whether they are up to date), `__main__` (makes them again):

    python -m tablebase.web.wasm

Making it needs `wasm-ld`, of Debian's package `lld`; nothing else does.
"""

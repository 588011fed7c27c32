"""Make kernels for the browser again: ``python -m tablebase.web.wasm [GAME...]``.

It needs ``wasm-ld``.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile

from tablebase.support.program import run


def main(games: list[str]) -> None:
    """Compile the kernels of some games, by default of all, and replace their committed modules."""
    if shutil.which("wasm-ld") is None:
        sys.exit("no wasm-ld: expected Debian's package lld to be installed")
    with tempfile.TemporaryDirectory() as cache:
        # Set before Numba is imported. Vectors have 128 bits, like WebAssembly's. Loops stay as
        # they are until `retarget` optimises for WebAssembly: unrolled, they take longer to load
        # and run no faster. Kernels compiled in another way are not taken from the user's cache.
        os.environ |= {
            "NUMBA_CPU_NAME": "generic",
            "NUMBA_CPU_FEATURES": "",
            "NUMBA_OPT": "1",
            "NUMBA_CACHE_DIR": cache,
        }
        from tablebase.web.page import pages
        from tablebase.web.wasm.module import modules_of
        from tablebase.web.wasm.record import write
        from tablebase.web.wasm.retarget import wasm_module

        for room in pages(games or None):
            if games and room.name not in games:
                continue  # the default game
            modules = modules_of(room)
            if modules:
                room.check_editable()
            made = {module.path: wasm_module(module.entries) for module in modules}
            if made:
                write(room, made)
            for module in modules:
                size, functions = len(made[module.path]), len(module.entries)
                print(f"{room.folder / module.path}: {size:,} bytes, {functions} functions")


if __name__ == "__main__":
    run(main, sys.argv[1:])

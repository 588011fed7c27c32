"""Make the page's kernels again: ``python -m tablebase.web.wasm``, which needs ``wasm-ld``."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile


def main() -> None:
    """Compile the kernels and replace the committed modules."""
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
        from tablebase.web.wasm import module
        from tablebase.web.wasm.entries import ENTRIES
        from tablebase.web.wasm.retarget import wasm_module

        made = {name: wasm_module(entries) for name, entries in ENTRIES.items()}
    module.write(made)
    for name, data in made.items():
        print(f"{name}: {len(data):,} bytes, {len(ENTRIES[name])} functions")


if __name__ == "__main__":
    main()

"""Make the page's kernels anew: ``python -m tablebase.web.wasm``, which needs ``wasm-ld``."""

from __future__ import annotations

import os
import shutil
import sys


def main() -> None:
    """Compile the kernels and replace the committed module."""
    if shutil.which("wasm-ld") is None:
        sys.exit("no wasm-ld: expected Debian's package lld to be installed")
    # Before Numba is imported: vectors of 128 bits, as WebAssembly's are.
    os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = "generic", ""
    # Loops stay as they are until `retarget` optimises for WebAssembly: unrolled, they load longer
    # and run no faster.
    os.environ["NUMBA_OPT"] = "1"
    from tablebase.web.wasm import module
    from tablebase.web.wasm.entries import ENTRIES
    from tablebase.web.wasm.retarget import wasm_module

    made = wasm_module(ENTRIES)
    module.write(made)
    print(f"{module.MODULE.name}: {len(made):,} bytes, {len(ENTRIES)} functions")


if __name__ == "__main__":
    main()

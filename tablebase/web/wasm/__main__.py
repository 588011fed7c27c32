"""Make the page's kernels anew: ``python -m tablebase.web.wasm``."""
from pathlib import Path
import os
os.environ["NUMBA_CPU_NAME"]="generic"
os.environ["NUMBA_CPU_FEATURES"]=""
from tablebase.web.wasm.entries import ENTRIES
from tablebase.web.wasm.retarget import wasm_module
b=wasm_module(ENTRIES)
print(len(b))
Path("/tmp/w/k.wasm").write_bytes(b)

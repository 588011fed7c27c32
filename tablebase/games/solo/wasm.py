"""The kernels of Solo for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from tablebase.games.collapsi.wasm import PATHS
from tablebase.games.solo import kernels
from tablebase.web.wasm.module import Module
from tablebase.web.wasm.rules import add_solver

KERNELS = Module("engine/kernels.wasm")
KERNELS.entries["find_paths"] = PATHS.entries["find_paths"]
add_solver(KERNELS, kernels.successors, kernels.layer)

MODULES = (KERNELS,)

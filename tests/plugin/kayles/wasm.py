"""The kernels of Kayles for browsers."""

from kayles import kernels
from tablebase.engine.compiled.batch import by_rank
from tablebase.web.wasm.module import Module
from tablebase.web.wasm.rules import add_search, add_solver

KERNELS = Module("kernels.wasm")
add_solver(KERNELS, kernels.successors, kernels.layer)
add_search(KERNELS, by_rank(kernels.successors))

MODULES = (KERNELS,)

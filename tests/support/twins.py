"""Kernels that a process has compiled more than once without a need, which costs users seconds.

Numba compiles a kernel again for another type of a number, such as ``uint64`` after ``int64``, and
for an array in another order.
"""

import gc
import sys
from collections import Counter

ONE_ROW = {"rank_positions", "unrank_positions"}
"""Kernels that take columns of rows: a column of one row is contiguous, longer ones are not."""


def twins():
    """The names of the kernels compiled twice, and what for; number types and orders aside."""
    if "numba" not in sys.modules:
        return {}
    from numba.core.registry import CPUDispatcher

    found = {}
    for kernel in gc.get_objects():
        if type(kernel) is CPUDispatcher and kernel.py_func.__module__.startswith("tablebase."):
            alike = Counter(tuple(map(_plain, signature)) for signature in kernel.overloads)
            if alike.total() > len(alike) and kernel.__name__ not in ONE_ROW:
                found[f"{kernel.py_func.__module__}.{kernel.__name__}"] = list(kernel.overloads)
    return found


def _plain(type_):
    """A type, without what makes no difference to a kernel's source."""
    from numba import types

    if isinstance(type_, types.Number | types.Boolean):
        return "number"
    return type_.copy(layout="A") if isinstance(type_, types.Array) else type_

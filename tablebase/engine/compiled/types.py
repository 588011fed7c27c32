"""The types of a game's compiled functions, and how loops take arrays for them.

The engine's loops call these functions through pointers. A call hands over each array with its
reference count, and to count a reference up and down takes as long as a short kernel. Loops
therefore hand over `borrowed` arrays, which are not counted; the loop's caller keeps them alive.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

U8, U64, I64, F64 = types.uint8[::1], types.uint64[::1], types.int64[::1], types.float64[::1]
WORDS = types.uint64[:, ::1]

SUCCESSORS = types.FunctionType(types.int64(types.int64, U64, I64))
"""``successors(rank, context, out) -> count``"""

LAYER = types.FunctionType(types.int64(types.int64, U64))
"""``layer(rank, context) -> layer``"""

MOVES = types.FunctionType(types.int64(U64, U64, WORDS))
"""``moves(state, context, out) -> count``"""


@intrinsic  # type: ignore[untyped-decorator]
def _borrowed(typing_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(array)(context, builder, arguments[0])
        view.meminfo = view.meminfo.type(None)
        view.parent = view.parent.type(None)
        return view._getvalue()

    return array(array), generate


def _same(array: Any) -> Any:
    return array


borrowed = _same if numba.config.DISABLE_JIT else _borrowed
"""The same array, without a reference of its own."""

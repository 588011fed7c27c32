"""What JavaScript passes to a kernel: a signature in words, and the function made from it.

A signature lists the arguments in the order of the call. A bare name is a whole number of 32 bits;
``name: u64[rows, 4]`` is the address of an array, whose shape may name numbers; ``name: u64`` is
the address of one value, and ``name: *u64`` an address that the kernel itself makes arrays of. The
kernel gets them by the names of its own parameters, in its own order.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numba import carray, types

from tablebase.web.wasm.retarget import Entry

KINDS = {
    "bool": np.bool_, "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64,
    "i32": np.int32, "i64": np.int64, "f32": np.float32, "f64": np.float64,
}  # fmt: skip
"""The kinds of numbers in arrays."""

_ARGUMENT = re.compile(r"\s*(\w+)(?:: (\*?\w+)(?:\[([^]]+)\])?)?(?:,|\s*$)")


class Scratch(NamedTuple):
    """An array for the kernel alone: its kind and shape, as in a signature."""

    kind: str
    shape: str


class _Argument(NamedTuple):
    """An argument of a signature; `kind` is "" for a number, `shape` is "" for one value."""

    name: str
    kind: str
    shape: str


def entry_of(signature: str, kernel: Callable[..., Any], given: Mapping[str, Any]) -> Entry:
    """The function that calls a kernel with what JavaScript passes, and its type.

    `given` has the kernel's parameters that are no arguments: a `Scratch`; a ``NamedTuple``, whose
    fields are arguments; or a constant.
    """
    arguments = [_Argument(*map(str, found)) for found in _ARGUMENT.findall(signature)]
    names: dict[str, Any] = {"carray": carray, "np": np, "kernel": kernel}
    lines = [f"def entry({', '.join(each.name for each in arguments)}):"]
    passed = {each.name: each.name for each in arguments}
    for name, kind, shape in arguments:
        if kind[:1].isalpha():
            lines.append(f"    {name}_ = carray({name}, ({shape or 1},)){'' if shape else '[0]'}")
            passed[name] += "_"

    def value(parameter: str) -> str:
        if parameter not in given:
            return passed[parameter]
        own = given[parameter]
        if isinstance(own, Scratch):
            return f"np.empty(({own.shape},), np.{KINDS[own.kind].__name__})"
        names[f"given_{parameter}"] = own
        fields = getattr(own, "_fields", None) if isinstance(own, type) else None
        return f"given_{parameter}" + (f"({', '.join(map(value, fields))})" if fields else "")

    plain = getattr(kernel, "py_func", kernel)
    call = f"kernel({', '.join(map(value, inspect.signature(plain).parameters))})"
    returns = plain.__annotations__.get("return") not in (None, "None")
    lines += [f"    return {call}"] if returns else [f"    {call}", "    return 0"]
    exec("\n".join(lines), names)
    return names["entry"], types.int32(*map(_type, arguments))


def _type(argument: _Argument) -> Any:
    if not argument.kind:
        return types.int32
    kind = KINDS[argument.kind.removeprefix("*")]
    return types.CPointer(types.boolean if kind is np.bool_ else getattr(types, kind.__name__))

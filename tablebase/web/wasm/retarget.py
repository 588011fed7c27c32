"""From functions that Numba compiles for this machine to one WebAssembly module.

Numba writes LLVM's intermediate code. Only a little of it is specific to this machine: its name and
the layout of its data at the top, and the functions of Numba's and Python's runtimes that it calls.
So that code is linked, given WebAssembly's name, and compiled again.

Only array allocation and the strides of reshaped arrays are needed from the runtimes. Here arrays
lie one after the other in an *arena*, from an address that the caller sets before each call, and
none is ever freed. Whatever else is called means an error in Python, which ends a WebAssembly
program.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba import cfunc

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext,+mutable-globals"
STACK_BYTES = 1 << 16

RUNTIME = """
@arena = internal global i32 0
declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)

define void @set_arena(i32 %address) {
  store i32 %address, ptr @arena
  ret void
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment) {
  %at = load i32, ptr @arena
  %up = add i32 %at, 63
  %head = and i32 %up, -64
  %data = add i32 %head, 64
  %bytes = trunc i64 %size to i32
  %end = add i32 %data, %bytes
  store i32 %end, ptr @arena
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %last = add i32 %end, 65535
  %needed = lshr i32 %last, 16
  %lacks = icmp ugt i32 %needed, %pages
  br i1 %lacks, label %grow, label %done
grow:
  %more = sub i32 %needed, %pages
  %was = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %more)
  %failed = icmp eq i32 %was, -1
  br i1 %failed, label %full, label %done
full:
  call void @llvm.trap()
  unreachable
done:
  %info = inttoptr i32 %head to ptr
  %place = getelementptr i8, ptr %info, i32 24
  store i32 %data, ptr %place
  ret ptr %info
}
declare void @llvm.trap()

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %alignment) {
  %info = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment)
  ret ptr %info
}

define void @NRT_incref(ptr %info) {
  ret void
}

define void @NRT_decref(ptr %info) {
  ret void
}

define { i64, i1 } @size_of_array(i64 %a, i64 %b) {
  %product = mul i64 %a, %b
  %result = insertvalue { i64, i1 } zeroinitializer, i64 %product, 0
  ret { i64, i1 } %result
}

define i32 @numba_attempt_nocopy_reshape(i64 %axes, ptr %shape, ptr %strides, i64 %new_axes,
    ptr %new_shape, ptr %new_strides, i64 %item, i32 %is_fortran) {
entry:
  br label %next
next:
  %axis = phi i64 [ %new_axes, %entry ], [ %before, %fill ]
  %stride = phi i64 [ %item, %entry ], [ %longer, %fill ]
  %done = icmp eq i64 %axis, 0
  br i1 %done, label %end, label %fill
fill:
  %before = sub i64 %axis, 1
  %place = getelementptr i64, ptr %new_strides, i64 %before
  store i64 %stride, ptr %place
  %length = getelementptr i64, ptr %new_shape, i64 %before
  %count = load i64, ptr %length
  %longer = mul i64 %stride, %count
  br label %next
end:
  ret i32 1
}
"""
"""The part of Numba's runtime that is provided.

Numba looks for an array's data 24 bytes behind its header. Kernels reshape only arrays whose rows
lie one after the other.
"""

_STRUCTURE = re.compile(r"alloca [{\[][^\n]*[}\]]")
_MEMBER = re.compile(
    r"(?:load|store|getelementptr[a-z ]*) (?!{ ptr, i32, ptr, ptr, i32 })[{\[][^\n,]*\bptr\b.*"
)  # except an exception's

_PICKLED = re.compile(r'^(@\.const\.pickle.* = .*\[\d+ x i8\]) c".*"', re.MULTILINE)

_NEVER_CALLED = re.compile(
    r"@(Py|numba_(gil|unpickle|runtime_build_excinfo|do_raise)|NRT_(Free|Allocate|MemInfo)"
    r"|llvm\.x86\.atomic)"
)
"""Functions that only errors, or the freeing of memory, would call."""

Entry = tuple[Callable[..., Any], Any]
"""A function and its signature."""


def wasm_module(entries: Mapping[str, Entry]) -> bytes:
    """The bytes of a module that exports some functions, its memory and ``set_arena``.

    Raises `FileNotFoundError` if there is no `wasm-ld`.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(
        cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default"
    )
    linked = _linked(entries, str(machine.target_data))
    exported = {*entries, "set_arena"}
    module = llvm.parse_assembly(_internalised(_stubbed(str(linked)), exported))
    module.verify()
    _optimise(module, machine)
    return _link_object(machine.emit_object(module), exported)


def _linked(entries: Mapping[str, Entry], layout: str) -> llvm.ModuleRef:
    """One module of all entries under their own names, not yet optimised for the target."""
    linked = llvm.parse_assembly(_retargeted(RUNTIME, layout))
    for name, (function, signature) in entries.items():
        compiled = cfunc(signature, error_model="numpy")(function)
        text = compiled._library.get_llvm_str().replace(compiled._wrapper_name, name)
        linked.link_in(llvm.parse_assembly(_retargeted(text, layout)))
    return linked


def _retargeted(text: str, layout: str) -> str:
    """A module's text with the target's name and layout, and without the runtime's own parts."""
    kept = re.sub(r"^target .*\n", "", text, flags=re.MULTILINE)
    # Counting references is done with instructions of this machine, and is not needed.
    kept = re.sub(
        r"^define linkonce_odr void @NRT_(incref|decref)\(.*?^}\n",
        r"declare void @NRT_\1(ptr)\n",
        kept,
        flags=re.MULTILINE | re.DOTALL,
    )
    # Sizes of arrays that overflow: a function of 128 bits, which WebAssembly lacks.
    kept = kept.replace("@llvm.smul.with.overflow.i64(", "@size_of_array(")
    # What an error would say, with a path of this machine. No error is ever raised.
    kept = _PICKLED.sub(r"\1 zeroinitializer", kept)
    # Offsets in structures have become numbers, of 64-bit pointers. So there must be room for such.
    if found := _MEMBER.search(kept):
        raise ValueError(f"a structure's layout depends on the machine: {found[0]}")
    kept = _STRUCTURE.sub(lambda match: match[0].replace("ptr", "i64"), kept)
    return f'target datalayout = "{layout}"\ntarget triple = "{TRIPLE}"\n{kept}'


def _stubbed(text: str) -> str:
    """Give the functions of the runtimes, which are never called, bodies that are never reached."""

    def stub(match: re.Match[str]) -> str:
        name = match["name"]
        if _NEVER_CALLED.match(name):
            types = re.sub(r" (noundef|nonnull|readonly|captures\(none\))", "", match["types"])
            return f"define internal {match['type']} {name}({types}) {{ unreachable }}"
        if name.startswith("@llvm."):
            return match[0]
        raise ValueError(f"the kernels call {name}: expected none of Numba's own functions")

    text = re.sub(
        r"^declare (?:[a-z]+ )*?(?P<type>void|ptr|i\d+|double|{[^}]*}|<[^>]*>)"
        r" (?P<name>@[\w.]+)\((?P<types>.*?)\).*$",
        stub,
        text,
        flags=re.MULTILINE,
    )
    return text.replace("@llvm.x86", "@x86").replace("= external global", "= internal global")


def _internalised(text: str, exported: set[str]) -> str:
    """Keep everything but the entry points to the module, so that what is not used is dropped."""
    text = re.sub(r"external (global i8)\b", r"\1", text)
    text = re.sub(r"= internal global i8$", "= internal global i8 0", text, flags=re.MULTILINE)
    text = re.sub(
        r"= (?:common|linkonce_odr|weak) (?:local_unnamed_addr )?(global|constant)",
        r"= internal \1",
        text,
    )

    def internal(match: re.Match[str]) -> str:
        name = match["name"].strip('"')
        return match[0] if name in exported else f"define internal {match['rest']}"

    return re.sub(
        r'^define (?:internal |linkonce_odr )?(?P<rest>[^@\n]*@(?P<name>"[^"]+"|[\w.$]+)\()',
        internal,
        text,
        flags=re.MULTILINE,
    )


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _link_object(compiled: bytes, exported: set[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "kernels.o", Path(folder) / "kernels.wasm"
        source.write_bytes(compiled)
        options = [f"--export={name}" for name in sorted(exported)]
        subprocess.run(
            ["wasm-ld", "--no-entry", "--strip-all", "--gc-sections", "--export=__heap_base",
             "-z", f"stack-size={STACK_BYTES}", "--stack-first",
             *options, str(source), "-o", str(target)],
            check=True,
        )  # fmt: skip
        return target.read_bytes()

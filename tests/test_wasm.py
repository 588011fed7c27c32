"""The page's kernels: made from the sources as they are."""

from __future__ import annotations

from tablebase.web.wasm import module

AGAIN = "run `python -m tablebase.web.wasm`, which needs wasm-ld (Debian's package lld)"


def test_the_module_is_made_from_the_kernels_as_they_are():
    assert module.recorded() == module.record(module.MODULE.read_bytes()), AGAIN


def test_it_is_small():
    assert module.MODULE.stat().st_size < 300_000

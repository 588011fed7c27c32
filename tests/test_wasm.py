"""The page's kernels are up to date with their sources."""

from __future__ import annotations

from tablebase.web.wasm import module

AGAIN = "run `python -m tablebase.web.wasm`, which needs wasm-ld (Debian's package lld)"


def test_the_modules_are_made_from_the_kernels_as_they_are():
    assert module.recorded() == module.record(module.committed()), AGAIN


def test_they_are_small():
    assert sum(map(len, module.committed().values())) < 300_000

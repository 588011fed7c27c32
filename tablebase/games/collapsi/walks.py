"""Simple paths listed one by one, for the independent checks.

The solvers' kernels, the forward search and the rule of movement (`moves`) do not use this module.
"""

from __future__ import annotations

from collections.abc import Iterator


def simple_paths(
    neighbours: tuple[tuple[int, ...], ...], path: tuple[int, ...], steps: int
) -> Iterator[tuple[int, ...]]:
    """All extensions of a path by some steps that enter no cell twice."""
    if steps == 0:
        yield path
        return
    for cell in neighbours[path[-1]]:
        if cell not in path:
            yield from simple_paths(neighbours, (*path, cell), steps - 1)

"""Simple paths listed one by one: what the independent checks walk by.

The induction's kernels, the forward search and the rule of movement (`moves`) know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator


def simple_paths(
    neighbours: tuple[tuple[int, ...], ...], path: tuple[int, ...], steps: int
) -> Iterator[tuple[int, ...]]:
    """All ways to go on from a path for some steps without entering a cell twice."""
    if steps == 0:
        yield path
        return
    for cell in neighbours[path[-1]]:
        if cell not in path:
            yield from simple_paths(neighbours, (*path, cell), steps - 1)

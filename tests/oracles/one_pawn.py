"""Walks over coordinates, for the oracles of games with one pawn."""

JOKER = 0


def neighbours(cell, rows, columns, wrap):
    row, column = cell
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    if wrap:
        return {(r % rows, c % columns) for r, c in around} - {cell}
    return {(r, c) for r, c in around if 0 <= r < rows and 0 <= c < columns}


def walks(path, steps, cells, shape):
    """Every simple path over `cells` with `steps` more steps."""
    if steps == 0:
        yield path
        return
    for cell in neighbours(path[-1], *shape):
        if cell in cells and cell not in path:
            yield from walks([*path, cell], steps - 1, cells, shape)

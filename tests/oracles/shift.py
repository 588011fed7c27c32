"""The oracle of turns that end with a shift: plain minimax over dictionaries, as in `collapsi`."""

from oracles.collapsi import State, destinations, minimax

DIRECTIONS = ("left", "right", "up", "down")


def shifted(state, through, direction, rows=4, columns=4):
    """The state after the row or the column through a cell has moved by one cell."""

    def there(cell):
        row, column = cell
        if direction in ("left", "right") and row == through[0]:
            return row, (column + (1 if direction == "right" else -1)) % columns
        if direction in ("up", "down") and column == through[1]:
            return (row + (1 if direction == "down" else -1)) % rows, column
        return cell

    cards = {there(cell): card for cell, card in state.cards.items()}
    return State(cards, there(state.mover), there(state.opponent))


def after_moves(state, joker_steps, rows, columns, wrap, shift):
    """Every state after a move and a shift, seen by the other player."""
    for end in destinations(state, joker_steps, rows, columns, wrap):
        cards = {cell: card for cell, card in state.cards.items() if cell != state.mover}
        arrived = State(cards, state.opponent, end)
        if shift == "may":
            yield arrived
        for direction in DIRECTIONS:
            yield shifted(arrived, end, direction, rows, columns)


def solve(state, shift, joker_steps=(1,), rows=4, columns=4, wrap=True, memo=None):
    """(does the mover win?, plies to the end: the winner hurries, the loser delays)."""

    def after(state):
        return after_moves(state, joker_steps, rows, columns, wrap, shift)

    def key(state):
        return frozenset(state.cards.items()), state.mover, state.opponent

    return minimax(state, after, key, {} if memo is None else memo)

"""The index of duels, compiled; the plain one is `duels.index`, which explains it."""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64, U8
from tablebase.engine.kernels import helper
from tablebase.games.collapsi.duels.index import LATER, Placements

K, WAITING, JOKERS, EDITION, STANDING, FIRST, SETS = range(7)
"""The numbers of a family: how many players are in, wait, and were out on their jokers, and the
edition; how many pawns that are out stand on free cells; its first placement, and the face-up sets
of each."""

FREE, PLAYERS, REMOVES, ENDS, EDITIONS = range(5)
"""The numbers of a board: free cells, players, whether pawns are removed, and whether the first
player without a move ends the game; editions."""


@helper()
def ways(things: int, chosen: int, ordered: bool) -> int:
    """How many ways there are to choose some of several things, in order or not."""
    found = 1
    for at in range(chosen):
        found = found * (things - at) // (1 if ordered else at + 1)
    return found


@helper()
def list_families(board: I64, families: I64) -> int:
    """Fill in the families, one a row, and behind them the number of placements.

    Returns how many families there are.
    """
    free, n = board[FREE], board[PLAYERS]
    count = number = 0
    for edition in range(LATER, board[EDITIONS]):
        for least in range(2 if edition == LATER else 1, n + 1):
            for jokers in range(n - max(least, 2) + 1):
                k, waiting = (least, 0) if edition == LATER else (n - jokers, least)
                standing = 0 if board[REMOVES] else n - k - jokers
                left = free - (k - waiting) - standing
                if left < 0 or (k < n and board[ENDS]):
                    continue
                row = families[count]
                row[K], row[WAITING], row[JOKERS], row[EDITION] = k, waiting, jokers, edition
                row[STANDING], row[FIRST], row[SETS] = standing, number, 1 if waiting else 1 << left
                number += (
                    ways(n, waiting, True)
                    * ways(n - waiting, jokers, False)
                    * ways(free, k - waiting, True)
                    * ways(free - k + waiting, standing, False)
                )
                count += 1
    families[count, FIRST] = number
    return count


@helper()
def choosing(family: I64, order: U8) -> int:
    """Fill in the order in which a placement's pawns are chosen; returns how many have a slot.

    First are those who wait, then the jokers of those out, those who have moved, those who are out.
    """
    k, waiting, stuck = family[K], family[WAITING], family[K] + family[STANDING]
    count = 0
    for first, last in (
        (0, waiting), (stuck, stuck + family[JOKERS]), (waiting, k), (k, stuck),
    ):  # fmt: skip
        for pawn in range(first, last):
            order[count] = pawn
            count += 1
    return count


@helper()
def fill_family(board: I64, family: I64, places: U8) -> None:
    """Fill in the placements of a family, in ascending order of the slots as they are chosen."""
    free, stuck = board[FREE], family[K] + family[STANDING]
    nowhere = free + board[PLAYERS]
    order, row = np.empty(4, np.uint8), np.full(board[PLAYERS], nowhere, np.uint8)
    chosen = choosing(family, order)
    number = depth = taken = 0
    slot = free if order[0] < family[WAITING] or order[0] >= stuck else 0
    while True:
        pawn = np.int64(order[depth])
        last = nowhere if pawn < family[WAITING] or pawn >= stuck else free
        while slot < last and taken >> slot & 1:
            slot += 1
        if slot < last:
            row[pawn] = slot
            if depth + 1 < chosen:
                taken |= 1 << slot
                depth += 1
                pawn = np.int64(order[depth])
                if pawn <= family[K] or pawn == stuck:  # else slots ascend
                    slot = free if pawn < family[WAITING] or pawn >= stuck else 0
                continue
            places[number] = row
            number += 1
            slot += 1
        else:
            depth -= 1
            if depth < 0:
                return
            slot = np.int64(row[order[depth]])
            taken ^= 1 << slot  # type: ignore[assignment]
            slot += 1


@helper()
def number_of(
    board: I64, families: I64, places: U8, k: int, edition: int, row: U8, order: U8
) -> int:
    """Find the number of a placement; -1 if there is none. `order` is scratch of four bytes."""
    free, waiting, jokers = board[FREE], 0, 0
    for pawn in range(row.size):
        on_joker = free <= row[pawn] < free + row.size
        waiting += on_joker and pawn < k
        jokers += on_joker and pawn >= k
    for kind in range(families.shape[0] - 1):
        family = families[kind]
        if family[K] != k or family[WAITING] != waiting or family[JOKERS] != jokers:
            continue
        if family[EDITION] != edition:
            continue
        chosen, low, high = choosing(family, order), family[FIRST], families[kind + 1, FIRST]
        while low < high:
            middle, depth = (low + high) // 2, 0
            while depth < chosen and places[middle, order[depth]] == row[order[depth]]:
                depth += 1
            if depth == chosen:
                return int(middle)
            if places[middle, order[depth]] < row[order[depth]]:
                low = middle + 1
            else:
                high = middle
    return -1


@helper()
def fill_placements(board: I64, families: I64, on: Placements, heroes: bool) -> None:
    """Fill in what kernels read of an index; `families` are as `list_families` leaves them."""
    free, n, start = board[FREE], board[PLAYERS], 0
    row, order = np.empty(n, np.uint8), np.empty(4, np.uint8)
    for kind in range(families.shape[0] - 1):
        family = families[kind]
        fill_family(board, family, on.places[family[FIRST] :])
        for number in range(family[FIRST], families[kind + 1, FIRST]):
            on.starts[number], on.sets[number] = start, family[SETS]
            start += family[SETS] * (family[K] if heroes else 1)
    for kind in range(families.shape[0] - 1):
        k, edition = families[kind, K], families[kind, EDITION]
        then = edition if families[kind, WAITING] > 1 else LATER
        for number in range(families[kind, FIRST], families[kind + 1, FIRST]):
            held = 0
            for pawn in range(n):
                held |= 1 << np.int64(on.places[number, pawn])  # type: ignore[assignment]
            on.held[number] = held & (1 << free + n) - 1
            row[:] = on.places[number]
            row[: k - 1] = on.places[number, 1:k]
            for slot in range(free):
                row[k - 1] = slot
                on.after[number, slot] = -1
                if not held >> slot & 1:
                    on.after[number, slot] = number_of(
                        board, families, on.places, k, then, row, order
                    )
            on.out[number] = -1
            if k > 2:
                pawn, mover = k - 1, on.places[number, 0]
                row[pawn] = free + n if board[REMOVES] and mover < free else mover
                while pawn + 1 < n and row[pawn] > row[pawn + 1]:
                    row[pawn], row[pawn + 1] = row[pawn + 1], row[pawn]
                    pawn += 1
                on.out[number] = number_of(board, families, on.places, k - 1, then, row, order)

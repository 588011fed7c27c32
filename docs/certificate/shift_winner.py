"""Check a certificate of who wins a position of Collapsi Shift, without a search.

The file has a strategy for each side, red and blue: a move for every position that can arise when
the side follows it, whatever the other does. This program plays both strategies against all replies
and trusts nothing that the file claims. It was written from the rule sheet, docs/shift.md, and the
format in docs/certificate.md:

1. A turn's positions are those that this program finds itself, in ascending order. The file must
   have one move for each of them, and every move must be legal, with its shift.
2. After these moves all replies are tried, with all shifts. Positions in which the side then wins
   at once, by a move that leaves the other side none, are done. The others are the next turn's.
3. If the moves of the winner's strategy run out when no position is left, the winner wins, at the
   latest one ply after that.
4. If the loser's strategy has a move in each position of n turns, the game lasts at least n turns.

What is left to trust: the functions from `read_position` to `wins_at_once`, which are the rules,
`next_turn`, `reading.py`, and Python, numpy, numba, h5py and zstandard.
"""

import argparse
import re
import sys
from typing import Any, NamedTuple

import h5py
import numba
import numpy as np
from reading import attributes, frames, opened, part, unpacked

Array = np.ndarray[Any, Any]

BATCH = 1 << 20  # keys that are sorted together, 8 bytes each
SIDES = {"r": "red", "b": "blue"}
SHIFTS = {"must": 1, "may": 0}  # the first shift that may follow: 0 is none
MOST_CELLS, MOST_TURNS = 16, 16 * 5  # a turn is a move and a shift
KINDS, JOKER = "xA23456J", 7  # of cards; an x is face down
CLAIMS = {
    "format": str, "format-version": int, "position": str, "joker-steps": list, "shift": str,
    "winner": str, "plies": int,
}  # fmt: skip


class Board(NamedTuple):
    """A board whose opposite edges are joined.

    `ends` has the cells where the paths from a cell end, as a mask: [kind of card, cell, mask of
    the face-up cells]. `images` has where a shift takes what lies on a cell: [shift, a cell of the
    line that moves, cell]; `first` is the first shift that a player may choose.
    """

    ends: Array
    images: Array
    first: int


def read_position(text: str, joker_steps: list[int], shift: str) -> tuple[Board, int, str]:
    """Return the board, the position's key and the side to move.

    Rows of cards are separated by slashes. A card is A, 2 to 6 or J; before it an x if it is face
    down (a bare x hides the card), behind it r or b if a pawn stands on it.
    """
    lines, side = text.split(" ")
    rows = [re.findall(r"x[AJ2-6?]?|[AJ2-6][rb]?", line) for line in lines.split("/")]
    if "/".join(map("".join, rows)) != lines or len(set(map(len, rows))) > 1:
        raise ValueError(f"{text!r} is no position: expected rows of cards of one length")
    cells = [cell for row in rows for cell in row]
    if min(len(rows), len(rows[0])) < 2 or len(cells) > MOST_CELLS:
        raise ValueError(f"{text!r}: expected two rows and columns or more, and up to 16 cells")
    if joker_steps != sorted(set(joker_steps) & set(range(1, 10))):
        raise ValueError(f"joker {joker_steps}: expected 1 to 9 steps")
    kinds = [KINDS.index(cell[0]) for cell in cells]
    (red,), (blue,) = ([c for c, card in enumerate(cells) if card[-1] == pawn] for pawn in SIDES)
    if side != "rb"[kinds.count(0) % 2]:
        raise ValueError(f"{text!r}: red moves when the number of face-down cards is even")
    cards = sum(kind << 3 * cell for cell, kind in enumerate(kinds))
    mover, opponent = (red, blue) if side == "r" else (blue, red)
    board = make_board(len(rows), len(rows[0]), joker_steps, SHIFTS[shift])
    return board, cards << 8 | mover << 4 | opponent, SIDES[side]


def make_board(height: int, width: int, joker_steps: list[int], first: int) -> Board:
    """Return a board of some rows and columns."""
    places = [divmod(cell, width) for cell in range(height * width)]

    def cell_at(row: int, column: int) -> int:
        return row % height * width + column % width

    ways = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0)]  # none, left, right, up, down
    near = [[cell_at(r + down, c + right) for down, right in ways[1:]] for r, c in places]
    images = [
        [
            [cell_at(r + down * (c == column), c + right * (r == row)) for r, c in places]
            for row, column in places
        ]
        for down, right in ways
    ]
    masks = 1 << len(places)
    ends = [np.repeat(1 << np.arange(len(places))[:, None], masks, axis=1)]  # of no step
    for _ in range(9):
        ends.append(one_step_more(np.array(near), ends[-1]))
    joker = np.bitwise_or.reduce([ends[steps] for steps in joker_steps])
    return Board(np.array([*ends[:JOKER], joker], np.uint16), np.array(images), first)


@numba.njit
def one_step_more(near, shorter):  # type: ignore[no-untyped-def]
    """Return the ends of paths, [cell, mask], from those of the paths with one step less.

    A path enters face-up cells only, none twice, and never its start.
    """
    ends = np.zeros_like(shorter)
    for cell in range(len(near)):
        for mask in range(shorter.shape[1]):
            left = mask & ~(1 << cell)
            for entered in near[cell]:
                if left >> entered & 1:
                    ends[cell, mask] |= shorter[entered, left]
    return ends


@numba.njit
def face_up(board, key):  # type: ignore[no-untyped-def]
    """Return the face-up cells of a position, as a mask."""
    up = 0
    for cell in range(board.images.shape[2]):
        if key >> 8 + 3 * cell & 7:
            up |= 1 << cell
    return up


@numba.njit
def reached(board, up, kind, mover, opponent):  # type: ignore[no-untyped-def]
    """Return the cells where the mover's pawn, on a card of a kind, can end, as a mask.

    It may pass the opponent, but not end there.
    """
    return np.int64(board.ends[kind, mover, up]) & ~(1 << opponent)


@numba.njit
def moves_of(board, key):  # type: ignore[no-untyped-def]
    """Return the cells where the mover's pawn can end, as a mask."""
    mover, opponent = key >> 4 & 15, key & 15
    return reached(board, face_up(board, key), key >> 8 + 3 * mover & 7, mover, opponent)


@numba.njit
def shifted(image, cells, bits):  # type: ignore[no-untyped-def]
    """Return a number with some bits a cell after a shift."""
    found, every = 0, (1 << bits) - 1
    for cell in range(len(image)):
        found |= (cells >> bits * cell & every) << bits * image[cell]
    return found


@numba.njit
def after_turn(board, key, end, shift):  # type: ignore[no-untyped-def]
    """Return the key after a move and a shift.

    The card that the pawn leaves collapses. Then the line through `end` shifts: what leaves at one
    end comes back at the other, pawns and all.
    """
    mover, opponent = key >> 4 & 15, key & 15
    image = board.images[shift, end]
    cards = shifted(image, (key >> 8) & ~(7 << 3 * mover), 3)
    return cards << 8 | image[opponent] << 4 | image[end]


@numba.njit
def wins_at_once(board, key):  # type: ignore[no-untyped-def]
    """Return whether the mover has a move and a shift after which the opponent has no move."""
    mover, opponent = key >> 4 & 15, key & 15
    up, kind = face_up(board, key), key >> 8 + 3 * opponent & 7
    own, up = moves_of(board, key), up & ~(1 << mover)
    for end in range(board.images.shape[2]):
        if own >> end & 1:
            for shift in range(board.first, len(board.images)):
                image = board.images[shift, end]
                left = shifted(image, up, 1)
                if reached(board, left, kind, image[opponent], image[end]) == 0:
                    return True
    return False


@numba.njit
def add_replies(board, key, keys, count):  # type: ignore[no-untyped-def]
    """Add the keys after all turns, unless the other side then wins at once; return their number.

    A key is three bits for each cell, 0 or the kind of its face-up card, then four bits each for
    the mover's cell and the opponent's.
    """
    own = moves_of(board, key)
    for end in range(board.images.shape[2]):
        if own >> end & 1:
            for shift in range(board.first, len(board.images)):
                after = after_turn(board, key, end, shift)
                if not wins_at_once(board, after):
                    keys[count] = after
                    count += 1
    return count


@numba.njit
def next_turn(board, keys, moves, first, after):  # type: ignore[no-untyped-def]
    """Make the moves in positions from number `first` on, and all replies, while there is room.

    Returns the number of the next position and of keys in `after`; -1 if a move is not legal.
    """
    count, size = 0, board.images.shape[2]
    for number in range(first, len(keys)):
        if count + MOST_TURNS > len(after):
            return number, count
        shift, end = moves[number] >> 4, moves[number] & 15
        if end >= size or not moves_of(board, keys[number]) >> end & 1:
            return -1, number
        if not board.first <= shift < len(board.images):
            return -1, number
        count = add_replies(board, after_turn(board, keys[number], end, shift), after, count)
    return len(keys), count


def after_moves(board: Board, keys: Array, moves: Array) -> Array:
    """Return the next turn's positions, ascending, each once."""
    parts, done, room = [keys[:0]], 0, np.empty(BATCH, np.int64)
    while done < len(keys):
        done, count = next_turn(board, keys, moves, done, room)
        if done < 0:
            raise ValueError(f"move {count:,} of {len(keys):,} is not legal")
        parts.append(np.unique(room[:count]))
    return np.unique(np.concatenate(parts))


def follow(board: Board, keys: Array, group: h5py.Group, ply: int) -> tuple[bool, int]:
    """Follow a strategy; return whether it wins, and in how many plies it does, or lasts."""
    name = group.name.strip("/")
    for number in range(len(group)):
        print(f"{name:5}{ply:5}{len(keys):14,}", flush=True)
        if not len(keys):
            raise ValueError(f"{name}, ply {ply}: moves for no position")
        (frame,) = frames(group, f"{number:02}", len(keys))
        moves = np.frombuffer(unpacked(frame), np.uint8).astype(np.int64)
        keys, ply = after_moves(board, keys, moves), ply + 2
    return not len(keys), ply + (not len(keys))


def check(file: h5py.File) -> str:
    """Return what a certificate proves; raises `ValueError` if it does not prove what it claims."""
    said = attributes(file)
    for name, kind in CLAIMS.items():
        if type(said.get(name)) is not kind:
            raise ValueError(f"attribute {name}: expected {kind.__name__}, not {said.get(name)!r}")
    if (said["format"], said["format-version"]) != ("tablebase certificate", 1):
        raise ValueError("it does not say that it is a certificate, version 1")
    board, key, side = read_position(said["position"], said["joker-steps"], said["shift"])
    winner, plies = said["winner"], said["plies"]
    (loser,) = set(SIDES.values()) - {winner}
    print(
        f"{said['position']}, steps from a joker: {said['joker-steps']}, lines {said['shift']} "
        "shift\nside   ply     positions"
    )
    proven = {}
    for name in (winner, loser):
        if name == side:
            keys, ply = np.array([key][wins_at_once(board, key) :], np.int64), 0
        else:
            room = np.empty(MOST_TURNS, np.int64)
            keys, ply = np.unique(room[: add_replies(board, key, room, 0)]), 1
        proven[name] = follow(board, keys, part(file, name, h5py.Group), ply)
    if proven != {winner: (True, plies), loser: (False, plies)}:
        raise ValueError(f"it proves {proven}, and not that {winner} wins in {plies}")
    return f"Proven: {winner} wins in at most {plies} plies, and {loser} can last as long."


def main() -> int:
    """Return 0 if the certificate that the command line names proves what it claims, else 1."""
    parser = argparse.ArgumentParser(description="Check a certificate of who wins at Shift.")
    parser.add_argument("file", metavar="FILE")
    options = parser.parse_args()
    try:
        with opened(options.file) as file:
            print(check(file))
    except Exception as error:  # whatever a file does to this program, it proves nothing
        print(f"{options.file} is wrong: {error!r:.300}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Check a certificate of who wins a position of Collapsi, without a search.

The file has a strategy for each side, red and blue: a move for every position that can arise when
the side follows it, whatever the other does. This program plays both strategies against all replies
and trusts nothing that the file claims. It was written from the rule sheet and the format in
docs/certificate.md:

1. A turn's positions are those that this program finds itself, in ascending order. The file must
   have one move for each of them, and every move must be legal.
2. After these moves all replies are tried. Positions in which the side then wins at once, by a move
   that leaves the other side none, are done. The others are the next turn's positions.
3. If the moves of the winner's strategy run out when no position is left, the winner wins, at the
   latest one ply after that.
4. If the loser's strategy has a move in each position of n turns, the game lasts at least n turns.

What is left to trust: `ends` and `read_position`, which are the rules, `next_turn`, `reading.py`,
and Python, numpy, numba, h5py and zstandard.
"""

import re
import sys
from typing import Any, NamedTuple

import h5py
import numba
import numpy as np
from reading import Parser, attributes, frames, opened, part, show, unpacked

Array = np.ndarray[Any, Any]

BATCH = 1 << 20  # keys that are sorted together, 8 bytes each
SIDES = {"r": "red", "b": "blue"}
CLAIMS = {
    "format": str, "format-version": int, "position": str, "joker-steps": list, "winner": str,
    "plies": int,
}  # fmt: skip


class Board(NamedTuple):
    """The cells next to each, in reading order: [cell, 4]. The steps of each card: [cell, step]."""

    near: Array
    steps: Array


def read_position(text: str, joker_steps: list[int]) -> tuple[Board, int, int, int, str]:
    """Return the board, the face-up cells as a mask, mover's cell, opponent's, side to move.

    Rows of cards are separated by slashes. A card is A, 2 to 9 or J; before it an x if it is face
    down (a bare x hides the card), behind it r or b if a pawn stands on it.
    """
    lines, side = text.split(" ")
    rows = [re.findall(r"x[AJ2-9?]?|[AJ2-9][rb]?", line) for line in lines.split("/")]
    if "/".join(map("".join, rows)) != lines or len(set(map(len, rows))) > 1:
        raise ValueError(f"{text!r} is no position: expected rows of cards of one length")
    height, width, cards = len(rows), len(rows[0]), [card for row in rows for card in row]
    if len(cards) > 50 or joker_steps != sorted(set(joker_steps) & set(range(1, 10))):
        raise ValueError(
            f"{len(cards)} cells, joker {joker_steps}: expected up to 50, 1 to 9 steps"
        )
    near = [
        [(row + down) % height * width + (column + right) % width
         for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        for row in range(height)
        for column in range(width)
    ]  # fmt: skip
    steps = np.zeros((len(cards), 10), np.bool_)
    for cell, card in enumerate(cards):
        if card[0] == "J":
            steps[cell, joker_steps] = True
        elif card[0] != "x":
            steps[cell, "A23456789".index(card[0]) + 1] = True
    face_up = sum(1 << cell for cell, card in enumerate(cards) if card[0] != "x")
    (red,), (blue,) = ([c for c, card in enumerate(cards) if card[-1] == pawn] for pawn in SIDES)
    if side != "rb"[(len(cards) - face_up.bit_count()) % 2]:
        raise ValueError(f"{text!r}: red moves when the number of face-down cards is even")
    pawns = (red, blue) if side == "r" else (blue, red)
    return Board(np.array(near), steps), face_up, *pawns, SIDES[side]


@numba.njit
def ends(board, face_up, mover, opponent):  # type: ignore[no-untyped-def]
    """Return the cells where the mover's pawn can end, as a mask.

    A path enters face-up cells only, none twice, and never its start. It may pass the opponent, but
    not end there.
    """
    found = 0
    path, tried = np.zeros(10, np.int64), np.zeros(10, np.int64)
    path[0], free, depth = mover, face_up & ~(1 << mover), 0
    most = 9
    while not board.steps[mover, most]:
        most -= 1
    while depth >= 0:
        if depth == most or tried[depth] == 4:
            free |= 1 << path[depth]
            depth -= 1
            continue
        cell = board.near[path[depth], tried[depth]]
        tried[depth] += 1
        if free >> cell & 1 and cell != mover:
            free &= ~(1 << cell)
            depth += 1
            path[depth], tried[depth] = cell, 0
            if board.steps[mover, depth]:
                found |= 1 << cell
    return found & ~(1 << opponent)


@numba.njit
def wins_at_once(board, face_up, mover, opponent):  # type: ignore[no-untyped-def]
    """Return whether the mover has a move after which the opponent has none."""
    own, after = ends(board, face_up, mover, opponent), face_up & ~(1 << mover)
    for end in range(len(board.near)):
        if own >> end & 1 and ends(board, after, opponent, end) == 0:
            return True
    return False


@numba.njit
def add_replies(board, face_up, mover, opponent, keys, count):  # type: ignore[no-untyped-def]
    """Add the keys after all moves, unless the other side then wins at once; return their number.

    A key is the mask of the face-up cells, then six bits each for the mover's cell and the other's.
    """
    own, after = ends(board, face_up, mover, opponent), face_up & ~(1 << mover)
    for end in range(len(board.near)):
        if own >> end & 1 and not wins_at_once(board, after, opponent, end):
            keys[count] = after << 12 | opponent << 6 | end
            count += 1
    return count


@numba.njit
def next_turn(board, keys, moves, first, after):  # type: ignore[no-untyped-def]
    """Make the moves in positions from number `first` on, and all replies, while there is room.

    Returns the number of the next position and of keys in `after`; -1 if a move is not legal.
    """
    count = 0
    for number in range(first, len(keys)):
        if count + len(board.near) > len(after):
            return number, count
        face_up, mover, opponent = keys[number] >> 12, keys[number] >> 6 & 63, keys[number] & 63
        end = np.int64(moves[number])
        if end >= len(board.near) or not ends(board, face_up, mover, opponent) >> end & 1:
            return -1, number
        count = add_replies(board, face_up & ~(1 << mover), opponent, end, after, count)
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


def read_moves(group: h5py.Group, name: str, count: int) -> Array:
    """Return a turn's moves, one for each of its positions."""
    (frame,) = frames(group, name, count)
    return np.frombuffer(unpacked(frame), np.uint8)


def follow(board: Board, keys: Array, group: h5py.Group, ply: int) -> tuple[bool, int]:
    """Follow a strategy; return whether it wins, and in how many plies it does, or lasts."""
    name = group.name.strip("/")
    for number in range(len(group)):
        show(f"{name:5}{ply:5}{len(keys):14,}")
        if not len(keys):
            raise ValueError(f"{name}, ply {ply}: moves for no position")
        moves = read_moves(group, f"{number:02}", len(keys))
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
    if "shift" in said:
        raise ValueError("lines shift in it: expected no shift")
    board, face_up, mover, opponent, side = read_position(said["position"], said["joker-steps"])
    winner, plies = said["winner"], said["plies"]
    (loser,) = set(SIDES.values()) - {winner}
    show(f"{said['position']}, steps from a joker: {said['joker-steps']}\nside   ply     positions")
    proven = {}
    for name in (winner, loser):
        if name == side:
            here = wins_at_once(board, face_up, mover, opponent)
            keys, ply = np.array([face_up << 12 | mover << 6 | opponent][here:], np.int64), 0
        else:
            room = np.empty(len(board.near), np.int64)
            keys = np.unique(room[: add_replies(board, face_up, mover, opponent, room, 0)])
            ply = 1
        proven[name] = follow(board, keys, part(file, name, h5py.Group), ply)
    if proven != {winner: (True, plies), loser: (False, plies)}:
        raise ValueError(f"it proves {proven}, and not that {winner} wins in {plies}")
    return f"Proven: {winner} wins in at most {plies} plies, and {loser} can last as long."


def main() -> int:
    """Return 0 if the certificate that the command line names proves what it claims, else 1."""
    parser = Parser(description="Check a certificate of who wins.")
    parser.add_argument("file", metavar="FILE")
    options = parser.parse_args()
    try:
        with opened(options.file) as file:
            show(check(file))
    except Exception as error:  # whatever a file does to this program, it proves nothing
        print(f"{options.file} is wrong: {error!r:.300}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

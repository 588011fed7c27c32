"""Check a file of the whole game of Collapsi Shift, entry by entry, without the code that made it.

`shift.py` beside this program solves Shift on its own, layer by layer. Whenever the file holds a
layer, this program compares each of its entries with that solution:

1. Nothing is missing: the layer's tables have each place of the solution exactly once.
2. A table's entries are those of the words that docs/format.md has it store, in its order.
3. Each entry is the code of the solution.

The file is small: it leaves out the layers of odd numbers, which follow from the others. What is
left to trust: `shift.py`, `reading.py`, `held`, and Python, numpy, numba, h5py and zstandard.
"""

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import h5py
import numba
import numpy as np
import shift
from reading import attributes, codes_of, opened, part, signed

# Code c is a loss in 2 c plies if c < 8, else a win in 29 - 2 c.
DTE = [-2 * c if c < 8 else 29 - 2 * c for c in range(shift.NONE)]
RULES = {"rows": 4, "columns": 4, "wrap": True, "deck": [0, 0, *4 * [1], *4 * [2], *4 * [3], 4, 4]}


def held(face_up: int, order: list[int]) -> shift.Array:
    """Return for each word on the cells `order`, ascending, whether the file holds it.

    The first two cells are the pawns'. A word is left out if an automorphism that keeps them and
    the set of cells makes it smaller, as seen from its first letters alone.
    """
    source = shift.words(len(order))
    size = len(order) - source.tail // 2
    heads = source.numbers >> source.tail
    letters = [heads >> 2 * (size - 1 - place) & 3 for place in range(size)]
    kept = np.ones(len(heads), bool)
    for turn in shift.TURNS[(shift.TURNS[:, order[:2]] == order[:2]).all(axis=1)].tolist():
        if {turn[cell] for cell in order} == set(order):
            undecided = np.ones(len(heads), bool)
            for place, other in enumerate(order.index(turn[cell]) for cell in order[:size]):
                if other >= size:
                    break
                kept &= ~undecided | (letters[other] >= letters[place])
                undecided &= letters[other] == letters[place]
    return kept


def compare(group: h5py.Group, codes: shift.Codes) -> tuple[list[shift.Place], int, int]:
    """Return the places of a table, how many entries it has, and how many of them are wrong."""
    a = signed(group)
    places, expected = [], []
    orders = np.reshape(a["cells"], (len(a["opponents"]), -1)).tolist()
    for opponent, order in zip(a["opponents"], orders, strict=True):
        place = a["face-up"], a["mover"], opponent
        if order[:2] != [opponent, a["mover"]] or sorted(order) != shift.cells_of(a["face-up"]):
            raise ValueError(f"{group.name}: cells in another order than the format's")
        here = [shift.Option(place, shift.STAY, shift.ANY)]
        expected.append(shift.best_of(order, a["mover"], here, codes)[held(a["face-up"], order)])
        places.append(place)
    right = np.concatenate(expected)
    if a["code-dte"] != DTE or a["positions"] != len(right):
        raise ValueError(f"{group.name}: not {len(right)} codes as the format describes them")
    packed = codes_of(group, a["chunk-crc32"], (len(right) + 1) // 2)
    found = np.stack([packed & 15, packed >> 4], axis=1).ravel()[: len(right)]
    return places, len(right), int(np.count_nonzero(found != right))


def tables(file: h5py.File, rules: str) -> dict[int, list[h5py.Group]]:
    """Return the tables of a small file of some rules, by number of face-up cards."""
    a = attributes(file)
    if (a["format"], a["format-version"], a["contents"]) != ("tablebase", 1, "whole game"):
        raise ValueError("it does not say that it holds a whole game")
    described, may = json.loads(a["rules"]), "may" if rules == "shift-may" else "must"
    if {**described, **RULES, "shift": may} != described:
        raise ValueError(f"it does not hold the rules {rules}")
    groups: dict[int, list[h5py.Group]] = {m: [] for m in range(2, shift.FULL + 1, 2)}
    if a["levels"] != list(groups):
        raise ValueError("it does not hold every second number of face-up cards")
    every = part(part(file, "whole", h5py.Group), rules, h5py.Group)
    for name in every:
        group = part(every, name, h5py.Group)
        groups[attributes(group)["face-up"].bit_count()].append(group)
    return groups


def check_layers(file: h5py.File, rules: str, highest: int, pool: ThreadPoolExecutor) -> None:
    """Solve layer by layer, and compare those that the file holds."""
    groups, between = tables(file, rules), dict[shift.Place, shift.Array]()
    shifts = partial(shift.shift_options, may_stay=rules == "shift-may")
    print("face up  tables        entries")
    for layer in range(2, highest + 1):
        codes = shift.solved(shift.places(layer), shift.move_options, between)
        between.clear()
        if layer in groups:
            found = list(pool.map(lambda group, at=codes: compare(group, at), groups[layer]))
            places = [place for some, _, _ in found for place in some]
            if sorted(places) != list(codes):
                raise ValueError(f"{layer} face-up cards: tables are missing, or there twice")
            entries, wrong = (sum(counts[n] for counts in found) for n in (1, 2))
            print(f"{layer:7}{len(found):8}{entries:15,}", flush=True)
            if wrong:
                raise ValueError(f"{wrong:,} entries with {layer} face-up cards are wrong")
        if layer < highest:
            between = shift.chosen(list(codes), shifts, codes)


def main() -> int:
    """Return 0 if the file that the command line names is right, else 1."""
    parser = argparse.ArgumentParser(description="Check every entry of a file of Collapsi Shift.")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--rules", choices=("shift", "shift-may"), default="shift")
    parser.add_argument("--highest", type=int, default=shift.FULL, help="most face-up cards")
    options = parser.parse_args()
    try:
        with opened(options.file) as file, ThreadPoolExecutor(numba.get_num_threads()) as pool:
            check_layers(file, options.rules, options.highest, pool)
    except Exception as error:  # whatever a file does to this program, it proves nothing
        print(f"{options.file} is wrong: {error!r:.300}", file=sys.stderr)
        return 1
    print(f"Every entry with up to {options.highest} face-up cards is right.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

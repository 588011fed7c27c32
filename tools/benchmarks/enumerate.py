"""How long it takes to enumerate the deals: up to symmetry, and as the paper does.

The paper has a joker in the corner, five places for the other, and every way to lay the rest.
"""

from __future__ import annotations

from time import process_time

from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.games.collapsi.studies.census import Census, all_words

PLACES = 5
"""The places of the second joker, in the paper."""


def main() -> None:
    """Print the numbers of deals, and the processor time."""
    begin = process_time()
    different = len(Census())
    print(f"up to symmetry: {different:,} deals in {process_time() - begin:.2f} s")
    begin, deals = process_time(), 0
    for _ in range(PLACES):
        all_words.cache_clear()
        deals += all_words(COLLAPSI).size
    print(f"as the paper: {deals:,} deals in {process_time() - begin:.2f} s")


if __name__ == "__main__":
    main()

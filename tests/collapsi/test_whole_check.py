"""The check of a whole game: its index against the solver's, and its kernel as plain Python."""

import numpy as np
import pytest
from support import environment, python
from support.samples import ODD_RULES, SMALL_RULES

import tablebase
from tablebase import COLLAPSI, Board, Rules
from tablebase.engine.packed import pack, unpack
from tablebase.games.collapsi import symmetry
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.whole.check_index import Words, automorphisms
from tablebase.games.collapsi.whole.check_kernels import expand, implied
from tablebase.games.collapsi.whole.geometry import Geometry

THREE = Rules("three", Board(1, 7), (0, 0, 1, 1, 2, 2, 3))


BOARDS = [COLLAPSI, *SMALL_RULES, *ODD_RULES, tablebase.load_rules("5x5")]


@pytest.mark.parametrize("rules", BOARDS, ids=lambda rules: rules.name)
def test_automorphisms(rules):
    found = sorted(automorphisms(rules.board.neighbours))
    assert found == list(symmetry.automorphisms(rules.board))


@pytest.mark.parametrize("rules", [COLLAPSI, SMALL_RULES[0], THREE], ids=lambda rules: rules.name)
def test_words(rules):
    geometry = Geometry(rules)
    for length in range(1, min(geometry.top, 10) + 1):
        found = Words(length, geometry.caps)
        assert np.array_equal(found.words, geometry.words[length].words)
        lower, heads, numbers = found.rank
        head, tail = heads[found.words >> lower], found.words & np.uint64((1 << int(lower)) - 1)
        ranks = (head & np.uint64(0xFFFF_FFFF)) + numbers[(head >> np.uint64(32)) + tail]
        assert np.array_equal(ranks, np.arange(found.words.size))
        assert np.array_equal(geometry.words[length].rank(found.words), ranks)


@pytest.mark.parametrize(
    ("turn", "left_out", "never_read"),
    [
        ((0, 1, 2, 3, 4), False, False),
        ((0, 2, 1, 3, 4), True, False),
        ((1, 0, 2, 4, 3), True, True),
        ((0, 1, 2, 4, 3), False, True),
    ],
)
def test_a_word_has_its_own_code_or_that_of_the_turned_word(turn, left_out, never_read):
    words = Words(5, (4, 4, 2, 1))
    letters = [tuple(int(word) >> shift & 3 for shift in (8, 6, 4, 2, 0)) for word in words.words]
    held, rank = words.held((turn,))
    codes = np.random.default_rng(1).integers(0, 16, held.size, dtype=np.uint8)
    code_of = dict(zip([letters[number] for number in held], codes.tolist(), strict=True))
    assert (len(code_of) < len(letters)) == left_out

    def turned(word):
        return tuple(word[place] for place in turn)

    assert any(turned(word) < word for word in code_of) == never_read
    shifts = np.array([[2 * (4 - turn.index(place)) for place in range(5)]], np.uint64)
    found = np.zeros((len(letters) + 1) // 2, np.uint8)
    begin = np.uint64(0)
    expand(words.words, held, pack(codes, 4), begin, shifts, rank, found, begin)
    expected = [code_of.get(word, code_of.get(turned(word))) for word in letters]
    assert unpack(found, len(letters), 4).tolist() == expected


def test_what_a_code_implies():
    assert [int(implied(np.uint64(code))) for code in range(16)] == CODING.replies.tolist()


def test_the_kernel_without_compilation(tmp_path):
    """Every entry of a small game; the last one of each table changed is found."""
    code = """if True:
        import sys
        from tablebase.engine.tables.store import TableFile
        from tablebase.games.collapsi.whole.check import Entries
        from tablebase.games.collapsi.whole.file import WholeFile
        with TableFile(sys.argv[1]) as file:
            entries, checked = Entries(WholeFile(file), None, 2), 0
            for pieces in entries.layers():
                for piece in pieces:
                    number, error = entries.check(piece)
                    assert not error, (piece, error)
                    checked += number
                entries.here.codes[-1] ^= 1
                assert "does not follow" in entries.check(pieces[-1])[1]
                entries.here.codes[-1] ^= 1
        print(checked)
    """
    path = tmp_path / "whole.h5"
    built = tablebase.build_large(path, rules=THREE)
    done = python(code, path, env={**environment(), "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == built.positions

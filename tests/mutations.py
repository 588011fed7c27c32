"""More than 200 small errors, each of which some test that is not slow must notice.

Each error replaces a piece of a source file, which occurs there once, in a copy of the tree. Then
the tests named beside it run, and must fail. Before that, they run without an error and must pass.
Compiled kernels are kept in a folder of the run's own.

python tests/mutations.py [--workers N] [WORD...]    only those whose file or text has a word
"""

from __future__ import annotations

import argparse
import os
import queue
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from support import of_all

ROOT = Path(__file__).parents[1]
PROCESSOR_SECONDS = 600
"""Anything that runs longer counts as a hang; in processor time, because others use the machine."""

NODE_SECONDS = 60
"""The same for a file of tests in JavaScript."""

SURVIVED = "SURVIVED"
CRASHES = {signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV}

PACKAGES = {
    "tablebase": "tablebase",
    "tablebase_cli": "cli/tablebase_cli",
}
COPIED = [
    *PACKAGES.values(),
    "data",
    "tests",
    "tools",
    "docs",
    "conftest.py",
    "package.json",
    "pyproject.toml",
]

STARTUP = f"""
import importlib.util, pathlib, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({PROCESSOR_SECONDS}, resource.RLIM_INFINITY))
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in {PACKAGES!r}:
            folder = pathlib.Path(__file__).parent / {PACKAGES!r}[name]
            return importlib.util.spec_from_file_location(
                name, folder / "__init__.py", submodule_search_locations=[str(folder)]
            )
sys.meta_path.insert(0, Finder)
"""
"""Python runs this when it starts: the packages of the copy come before those installed."""


class Mutation(NamedTuple):
    """A piece of a file, what replaces it, and the tests that notice."""

    file: str
    old: str
    new: str
    tests: str


def mutations() -> list[Mutation]:
    """All of them."""
    return [
        Mutation(path, old, new, tests) for path, tests, changes in CHANGES for old, new in changes
    ]


COLLAPSI = "tablebase/games/collapsi"

DEALS = "tests/collapsi/test_certificate.py::test_the_codes_of_a_thousand_deals"
BYTES = (
    "tests/collapsi/test_large.py::test_the_same_as_the_kernels_of_4_bits "
    "tests/collapsi/test_large.py::test_every_position_with_landing"
)
DUELS = "tests/collapsi/test_players.py::test_every_entry_by_the_oracle"
FOUND = "tests/collapsi/test_whole_file.py::test_verify_finds_an_entry_that_no_checksum_can"
LAYOUT = (
    "tests/collapsi/test_whole_file.py::test_tables_lie_where_they_did "
    "tests/collapsi/test_whole_file.py::test_every_position_of_deals"
)
STORE = (
    "tests/engine/test_store.py::test_round_trip "
    "tests/engine/test_store.py::test_any_chunk_is_guarded "
    "tests/engine/test_store.py::test_a_chunk_is_a_frame_that_fills_it "
    "tests/engine/test_store.py::test_swapped_tables"
)
JAVASCRIPT = " ".join(
    f"tests/js/{name}.test.js" for name in ("conformance", "notation", "rules", "games")
)
SMALL = (
    "tests/collapsi/test_whole_file.py::test_arrays_of_any_deals "
    "tests/collapsi/test_whole_file.py::test_a_small_file_holds_every_second_layer "
    "tests/collapsi/test_whole_file.py::test_every_position_of_deals"
)
VAST = "tests/collapsi/test_vast.py"
CHECK = "tests/collapsi/test_whole_check.py"
TABLE = "tests/engine/test_table.py"
WINNER = (
    "tests/collapsi/test_winner.py::test_certificates_of_small_boards_are_accepted_and_right "
    "tests/collapsi/test_winner.py::test_forgeries_are_accepted_only_if_they_prove_their_claim "
    "tests/collapsi/test_winner.py::test_its_rule_of_movement_is_the_oracles"
)
WHOLE = (
    "tests/collapsi/test_whole.py::test_small_boards_agree_with_minimax "
    "tests/collapsi/test_whole.py::test_openings_agree_with_tables_of_deals "
    "tests/collapsi/test_whole.py::test_units_of_turned_words_hold_what_look_ups_give "
    "tests/collapsi/test_whole_file.py::test_every_position_of_deals"
)
"""Quick tests that notice errors, from files of tests that take long as a whole."""

COMPILED = "tests/engine/test_compiled.py"
DEALS_ALIKE = "test_deals_have_the_same_tables_by_the_common_engine"

CHANGES: list[tuple[str, str, list[tuple[str, str]]]] = [
    ("docs/certificate/winner.py", WINNER, [
        ("path[0], free, depth = mover, face_up & ~(1 << mover), 0",
         "path[0], free, depth = mover, face_up & ~(1 << mover | 1 << opponent), 0"),
        ("return found & ~(1 << opponent)", "return found"),
        ("and ends(board, after, opponent, end) == 0:",
         "and ends(board, after, opponent, end) < 2:"),
        ("if end >= len(board.near) or not ends(board, face_up, mover, opponent) >> end & 1:",
         "if end >= len(board.near):"),
        ("keys, ply = after_moves(board, keys, moves), ply + 2",
         "keys, ply = after_moves(board, keys, moves), ply + 1"),
        ("if proven != {winner: (True, plies), loser: (False, plies)}:",
         "if proven[winner] != (True, plies):"),
    ]),
    ("docs/certificate/reading.py", "tests/collapsi/test_hostile_certificates.py", [
        ("if isinstance(link, h5py.HardLink) else link", "if link is not None else link"),
    ]),
    (f"{COLLAPSI}/studies/certificate_kernels.py", WINNER, [
        ("upper = left - 2", "upper = left - 4"),
        ("if -upper < asked:", "if -upper < asked - 2:"),
        ("after[count] = key_of((rest, opponent, end))",
         "after[count] = key_of((rest, end, opponent))"),
    ]),
    (f"{COLLAPSI}/deals/nibble_kernels.py", DEALS, [
        ("for _ in range(1, n_low):", "for _ in range(2, n_low):"),
        ("0xF0F0_F0F0_F0F0_F0F0,\n", "0xF0F0_F0F0_F0F0_F0E0,\n"),
        ("borrow = ~a0 & b0", "borrow = a0 & b0"),
        ("carry0 = ~s3", "carry0 = s3"),
        ("values[block, mover, plane * N_SLOTS + mover] = ALL_LANES",
         "values[block, mover, plane * N_SLOTS + mover] = NO_LANE"),
        ("(step + 1 < max_step or steps[slot] >> step & 1)", "step + 1 < max_step"),
        ("|= (lanes | lanes << shift) & face_up", "|= lanes | lanes << shift"),
        ("ranked(block << N_LOW, mover, opponent, n_free)",
         "ranked(block << N_LOW, opponent, mover, n_free)"),
        ("np.uint64(0x00CC_00CC_00CC_00CC)", "np.uint64(0x00CC_00CC_00CC_00C0)"),
        ("range(4 >> (mover < N_LOW) >> (opponent < N_LOW))",
         "range(4 >> (mover <= N_LOW) >> (opponent < N_LOW))"),
    ]),
    (f"{COLLAPSI}/deals/rank_kernels.py", "tests/collapsi/test_batch.py", [
        ("up |= (mask >> cell & 1) << slot", "up |= (mask >> slot & 1) << slot"),
        ("if mask & ~free or i == f", "if i == f"),
    ]),
    (f"{COLLAPSI}/deals/byte_kernels.py", BYTES, [
        ("LATEST - code + (code >> SIGN_BIT)", "LATEST - code"),
        ("starts[degree:] = starts[0]", "starts[degree:] = 0"),
        ("shared = reply(shared)", "shared = shared"),
        ("lane = lane + ONE | needed", "lane = lane + ONE"),
        ("if opponent == mover and not landing:", "if opponent == mover:"),
    ]),
    (f"{COLLAPSI}/wasm.py", "tests/collapsi/test_openings.py", [
        ("rank = begin + number % block", "rank = begin + block - number"),
        ("codes[after >> 3] >> (after & 7)", "codes[after >> 3] >> (after & 3)"),
    ]),
    (f"{COLLAPSI}/deals/openings.py", f"tests/collapsi/test_openings.py {DEALS}", [
        ("in (jokers, jokers[::-1])", "in (jokers[::-1], jokers)"),
        ("_ends(rules, red, blue, edition)[cells]", "_ends(rules, red, red, edition)[cells]"),
        ("if to[blue] else after", "if len(to) else after"),
    ]),
    (f"{COLLAPSI}/deals/index.py", "tests/collapsi/test_index.py", [
        (">= mover\n    low, high", "> mover\n    low, high"),
        ("squeeze(squeeze(face_up, high), low)", "squeeze(squeeze(face_up, low), high)"),
        ("block = edition * 2 + red_joker", "block = edition + 2 * red_joker"),
        ("self.free - face_up[: self.masks]", "self.free - 1 - face_up[: self.masks]"),
        ("return 1 + self.free + self.landing", "return 2 + self.free"),
    ]),
    ("tablebase/engine/tables/masks.py", "tests/collapsi/test_index.py", [
        ("(mask ^ mask >> 1) >> bit << bit", "(mask ^ mask >> 1)"),
    ]),
    (f"{COLLAPSI}/symmetry.py", f"tests/collapsi/test_symmetry.py {DEALS}", [
        ("first = min(map(places, every))", "first = max(map(places, every))"),
        ("image in adjacent[n] for n in earlier)", "image in adjacent[n] for n in earlier[:1])"),
        ("back[image] = cell", "back[cell] = image"),
    ]),
    (f"{COLLAPSI}/answers/shown.py", "tests/collapsi/test_symmetry.py", [
        ("(column, rows - 1 - row)", "(columns - 1 - column, row)"),
    ]),
    (f"{COLLAPSI}/strategy/openings.py", WHOLE, [
        ("lost = ~(own >> np.uint64(48))", "lost = ~(own >> np.uint64(16))"),
        ("if moved < words[i]:", "if moved <= words[i]:"),
    ]),
    (f"{COLLAPSI}/board.py", "tests/collapsi/test_symmetry.py tests/collapsi/test_variants.py", [
        ("r, c = r % self.rows, c % self.columns", "r, c = r % self.columns, c % self.columns"),
        ("self._near(cell) - {cell}", "self._near(cell)"),
    ]),
    (f"{COLLAPSI}/moves.py", "tests/collapsi/test_perft.py", [
        ("if face_up >> cell & 1 and cell not in path", "if face_up >> cell & 1"),
        ("if length in wanted:", "if length:"),
    ]),
    (f"{COLLAPSI}/path_kernels.py", "tests/collapsi/test_openings.py", [
        ("free = path[1, depth] ^ bit", "free = path[1, depth]"),
        ("if allowed >> depth & ONE:", "if allowed >> depth:"),
    ]),
    (f"{COLLAPSI}/path_kernels.py", BYTES, [
        ("neighbours[lowest(bit)] & free", "neighbours[lowest(bit)]"),
    ]),
    (f"{COLLAPSI}/deals/rank_kernels.py", f"{COMPILED}::{DEALS_ALIKE}", [
        ("left = face_up if mover == opponent else others", "left = others"),
        ("mover = free + (1 - joker if red else joker)", "mover = free + joker"),
        ("if red == 0 or red > free:", "if red == 0:"),
        ("(free + 1 - plies) + both", "(free + 1 - plies)"),
    ]),
    ("tablebase/engine/compiled/loops.py", COMPILED, [
        ("different = eight ^ layer * _LOW", "different = eight ^ layer"),
        ("if farthest >= size or (count", "if (count"),
        ("check and highest >= layer", "check and highest > layer"),
        ("successor >> _AGAIN_BIT << _BYTE |", ""),
        ("if best == UNSOLVED:", "if best == UNSOLVED + 1:"),
        ("if total + count <= after.size:", "if total + count < after.size:"),
        ("values[rank] = total / count", "values[rank] = total"),
    ]),
    ("tablebase/engine/compiled/walks.py", COMPILED, [
        ("enough[best + 1] + 1", "enough[best + 2] + 1"),
        ("if code > plies[BEST, ply]:", "if code >= plies[BEST, ply]:"),
        ("plies[LEAST, ply] = min(plies[LEAST, ply], lower)", "plies[LEAST, ply] = lower"),
        ("plies[LOWER, ply] = max(plies[LOWER, ply], np.int64(replies[upper]))",
         "plies[LOWER, ply] = min(plies[LOWER, ply], np.int64(replies[upper]))"),
        ("wanted = enough[asked] + 1", "wanted = enough[asked]"),
        ("same = entry[state.size] != 0", "same = True"),
        ("same &= entry[word] == state[word]", "same |= entry[word] == state[word]"),
    ]),
    ("tablebase/engine/compiled/solver.py", COMPILED, [
        ("for first in range(0, game.size, block)", "for first in range(block, game.size, block)"),
        ("[coding.replies[:-1], coding.replies_again[:-1]]",
         "[coding.replies_again[:-1], coding.replies[:-1]]"),
    ]),
    ("tablebase/engine/compiled/batch.py", COMPILED, [
        ("codes[found.ranks], found.again)", "codes[found.ranks], ~found.again)"),
        ("np.arange(total) - starts[of]", "np.arange(total)"),
    ]),
    ("tablebase/engine/kernels/folders.py", "tests/engine/test_kernels.py", [
        ("(cell.cell_contents for cell in function.__closure__ or ())", "()"),
        ("yield from _names(value)", "pass"),
        ("self._add_named({name: known.get(name, _NOTHING) for name in names})", "pass"),
    ]),
    ("tablebase/engine/kernels/kept.py", "tests/engine/test_kernels.py", [
        ("found is None and not _turn and self._takes_its_turn()", "False"),
        ("compiling.report(self._function.__name__)", "pass"),
    ]),
    (f"{COLLAPSI}/duels/kernels.py", DUELS, [
        ("entries[there + (k - 1) * sets]", "entries[there + (k - 2) * sets]"),
        ("sets] = WON", "sets] = WON - 1"),
    ]),
    (f"{COLLAPSI}/duels/index.py", DUELS, [
        ("np.sort(np.hstack([places[:, k:], mover]), axis=1)",
         "np.hstack([places[:, k:], mover])"),
    ]),
    ("tablebase/engine/values.py", "tests/engine/test_values.py", [
        ("result if stays else result.opposite", "result.opposite if stays else result"),
        ("range(late_win, self.no_entry, 2)", "range(late_loss, self.no_entry, 2)"),
        ("sum(value.result is Result.LOSS", "sum(value.result is Result.WIN"),
    ]),
    ("tablebase/engine/packed.py", f"{DEALS} tests/engine/test_verify.py", [
        ("packed[: len(codes) // 2] |= codes[1::2] << 4",
         "packed[: len(codes) // 2] |= codes[1::2] << 3"),
        ("codes[::2] &= 15", "codes[::2] &= 7"),
    ]),
    (f"{COLLAPSI}/whole/geometry.py", LAYOUT, [
        ("(near[cell], -cell)", "(-near[cell], -cell)"),
        ("to_mover = {cell: int(fixing[images[:, cell].argmin()])",
         "to_mover = {cell: int(fixing[images[:, cell].argmax()])"),
        ("(high | np.uint32(number))", "(high)"),
        ("images[pawns == pawns.min()]", "images[:1]"),
        ("min(image[cell] for image in fixing)", "max(image[cell] for image in fixing)"),
        ("cells = (opponent, mover, *rest)", "cells = (mover, opponent, *rest)"),
    ]),
    (f"{COLLAPSI}/whole/words.py", f"{CHECK} tests/collapsi/test_whole.py", [
        ("shrinks |= turned < patterns", "shrinks |= turned <= patterns"),
        ("(np.cumsum(fits, axis=1) - fits)", "np.cumsum(fits, axis=1)"),
        ("limit - used[possible]", "limit - 0 * used[possible]"),
    ]),
    (f"{COLLAPSI}/whole/plan.py", WHOLE, [
        ("1 << there, cell))", "1 << cell, cell))"),
        ("1 << int(image[cell]) for cell", "1 << cell for cell"),
    ]),
    (f"{COLLAPSI}/whole/lookup.py", LAYOUT, [
        ("[then, leads[:, None]]", "[leads[:, None], then]"),
        ("self.shape_of = number_of[smallest]", "self.shape_of = number_of"),
        ("np.cumsum([0, *(len(shape.movers) for shape in shapes)])[:-1]",
         "np.cumsum([len(shape.movers) for shape in shapes])"),
        ("ends &= ~(np.uint16(1) << opponent.astype(np.uint16))\n", "pass\n"),
        ("left = face_up & ~(np.uint16(1) << mover.astype(np.uint16))", "left = face_up"),
    ]),
    (f"{COLLAPSI}/whole/file.py", LAYOUT, [
        ("words.sum(2).min(1)", "words.sum(2).max(1)"),
        ("for some in words[:number]", "for some in words[: number + 1]"),
    ]),
    (f"{COLLAPSI}/whole/kernels.py", WHOLE, [
        ("borrow2 = borrow1 & p1", "borrow2 = borrow1 | p1"),
        ("packed[rank >> _1] |= code << np.uint8(4)", "packed[rank >> _1] |= code << np.uint8(3)"),
        ("same = min(same, low_bits)", "same = max(same, low_bits)"),
    ]),
    (f"{COLLAPSI}/path_kernels.py", WHOLE, [
        ("np.uint64(face_up[i]) & ~(ONE << cell)", "np.uint64(face_up[i])"),
    ]),
    (f"{COLLAPSI}/whole/check_kernels.py", FOUND, [
        ("if entry & _1 == _0 else codes[entry >> _1] | shifted", ""),
        ("put(codes, begin + np.uint64(i), derived[i])", "put(codes, begin, derived[i])"),
    ]),
    (f"{COLLAPSI}/whole/check_kernels.py", "tests/collapsi/test_whole_check.py", [
        ("if best < np.uint64(8)", "if best <= np.uint64(8)"),
        ("begin += here.size", "begin += BLOCK"),
        ("next_held += _1", "next_held += next_held < _1"),
    ]),
    (f"{COLLAPSI}/whole/check_index.py", "tests/collapsi/test_whole_check.py", [
        ("ends = np.append(firsts, self.words.size)[1:]", "ends = firsts + 1"),
        ("(there < here)", "(there > here)"),
    ]),
    ("tablebase/engine/tables/store.py", STORE, [
        ("if mask or zlib.crc32(frame) != self.crcs[number]:", "if mask:"),
        ("if digest != self.header.digest():\n            raise",
         "if not digest:\n            raise"),
    ]),
    ("tablebase/engine/tables/chunks.py", STORE, [
        ("touched[ranks // (8 // self._bits * self._chunk_size)] = True",
         "touched[ranks // self._chunk_size // 8] = True"),
        ("if length == self._chunk_size:", "if length:"),
    ]),
    ("tablebase/engine/tables/store.py", "tests/collapsi/test_whole_file.py", [
        ("if digest != digest_of(rows):", "if not digest:"),
    ]),
    ("tablebase/engine/tables/chunks.py", "tests/collapsi/test_whole_file.py", [
        ("if zlib.crc32(frame) == crc:", "if crc:"),
        ("zip(numbers, self._rows[numbers]", "zip(numbers, self._rows[: len(numbers)]"),
    ]),
    ("tablebase/engine/tables/attributes.py", "tests/engine/test_verify.py", [
        ("if found.get(name) != value:", "if name not in found:"),
    ]),
    ("tablebase/engine/tables/check.py", "tests/engine/test_verify.py", [
        ("if table_path(table.game) != path:", "if not path:"),
    ]),
    (f"{COLLAPSI}/turns/landing.py", "tests/web/test_conformance.py", [
        ("        return red == blue", "        return False"),
    ]),
    (f"{COLLAPSI}/search/ordered.py", VAST, [
        ("lower, upper = 2 - left, left - 3", "lower, upper = 2 - left, left - 5"),
        ("most = left - 4  # of", "most = left - 6  # of"),
        ("score = 2 - left  # of a move", "score = 4 - left  # of a move"),
        ("lower = max(lower, score)", "lower = max(lower, score + 2)"),
        ("upper = min(upper, score)", "upper = min(upper, score - 2)"),
        ("score = max(score, -most)", "score = max(score, -least)"),
        ("if can_block(future, replies & ~bit):\n                    continue",
         "if can_block(replies & ~bit, future):\n                    continue"),
    ]),
    (f"{COLLAPSI}/search/transpositions.py", VAST, [
        ("if entry >> BESIDES == rest:\n            return", "if entry:\n            return"),
        ("| np.uint64(lower + ZERO) << BOUND", "| np.uint64(upper + ZERO) << BOUND"),
    ]),
    (f"{COLLAPSI}/studies/certificate.py", WINNER, [
        ("for _ in range(first, plies - wins, 2):", "for _ in range(first, plies, 2):"),
        ("left if wins else -left)", "left)"),
    ]),
    (f"{COLLAPSI}/placings/kernels.py", "tests/collapsi/test_placings.py", [
        ("outcomes.total - points if is_others else points)", "points)"),
        ("points = outcomes.total - outcomes.lowest - points", "points = outcomes.total - points"),
        ("sure = max(sure, worst)", "sure = worst"),
        ("worst = min(worst, outcomes.mine[outcome])", "worst = outcomes.mine[outcome]"),
        ("= outcomes.turned[best]", "= best"),
    ]),
    (f"{COLLAPSI}/placings/outcomes.py", "tests/collapsi/test_placings.py", [
        ("number[row[-1], *row[:-1]]", "number[(*row[1:], row[0])]"),
        ("lowest = players - k\n", "lowest = 0\n"),
        ("if points >= least", "if points > least"),
    ]),
    (f"{COLLAPSI}/strategy/feature_kernels.py", "tests/collapsi/test_strategy.py", [
        ("return ends_of(view, face_up, they) & ~bit(you)", "return ends_of(view, face_up, they)"),
        ("np.int64(count(mine) == 1 and mine & taken != _0)", "np.int64(count(mine) == 1)"),
        ("own &= tight(view, face_up & ~bit(cell))", "own &= tight(view, face_up)"),
        ("- two_moves(view, left, cell, you))", "- two_moves(view, left, cell, cell))"),
        ("if own == _0:\n        return NO_REPLY", "if own == _0:\n        return 0"),
    ]),
    (f"{COLLAPSI}/whole/file.py", SMALL, [
        ("np.minimum.at(best[some], row", "np.maximum.at(best[some], row"),
        ("return CODING.replies[best]", "return best"),
        ("range(2 + top % 2, top + 1, 2)", "range(2, top + 1, 2)"),
    ]),
    ("tablebase/engine/tables/tablebase.py", f"{TABLE} tests/cli/test_cli_many.py", [
        ("[positions[at] for at in places]", "[positions[places[0]] for at in places]"),
        ("groups.setdefault(id(alike),", "groups.setdefault(0,"),
    ]),
    ("tablebase/support/pieces.py", "tests/collapsi/test_shards.py", [
        ('struct.pack("<3Q", place, number, head)', 'struct.pack("<2Q", number, head)'),
        ('struct.pack("<3Q", place, number, head)', 'struct.pack("<2Q", place, number)'),
        ('struct.pack("<3Q", place, number, head)', 'struct.pack("<2Q", place, head)'),
    ]),
    ("tablebase/study/runs.py", "tests/engine/test_runs.py", [
        ("if digest == _digest(data):", "if digest:"),
        ("if theirs[name] != value:", "if not theirs:"),
        ("found.shape != shape or ", ""),
    ]),
    ("tablebase/web/connections.py", "tests/web/test_web_limits.py", [
        ("return self._open[after] <= self.most", "return True"),
        ("self._open[before] -= 1\n", ""),
    ]),
    ("tablebase/web/workers.py", "tests/web/test_web_limits.py", [
        ("if time.monotonic() > deadline:", "if deadline < 0:"),
    ]),
    (f"{COLLAPSI}/kernels/play.py", "tests/collapsi/test_turns.py", [
        ("COLUMNS if number == 2 else ROWS", "ROWS if number == 2 else COLUMNS"),
        ("if shift <= 2:", "if shift <= 1:"),
        ("return word & NOBODY |", "return word |"),
        ("players_in(here) > 2 and", "players_in(here) > 3 and"),
        ("card_on(state, cell) == JOKER", "card_on(state, cell) != JOKER"),
    ]),
    (f"{COLLAPSI}/page/engine/rules.ts", JAVASCRIPT, [
        ("(column + columns) % columns]", "(column + columns) % rows]"),
        ("mask | (1 << (step - 1))", "mask | (1 << step)"),
        ("other !== null && other !== cell", "other !== null"),
        ("1 + Math.floor(at / 4)", "1 + Math.floor(at / 5)"),
    ]),
    (f"{COLLAPSI}/page/engine/turns.ts", JAVASCRIPT, [
        ("return this.shows[Number(down !== 0)];", "return true;"),
        ("this.oneEnds || order.length === 2;", "order.length === 2;"),
        ("this.oneEnds || order.length === 2;", "this.oneEnds || order.length === 3;"),
    ]),
    (f"{COLLAPSI}/page/engine/notation.ts", JAVASCRIPT, [
        ("=== String(deck)", "!== \"\""),
    ]),
    (f"{COLLAPSI}/legality.py", "tests/web/test_conformance.py", [
        ("len(order) if removes else 0):", "len(order) if removes else 1):"),
        ("taken >> cell & 1 and not shares", "taken >> cell & 1 and shares"),
        ("if one_ends and still < players:", "if still < 0:"),
    ]),
    *of_all("mutations", "CHANGES"),
]  # fmt: skip


def copy_tree(folder: Path) -> Path:
    """A copy of everything that the tests need."""
    leave = shutil.ignore_patterns("__pycache__", "screenshots", "img", "node_modules")
    for name in COPIED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=leave)
        else:
            shutil.copy(source, target)
    (folder / "sitecustomize.py").write_text(STARTUP)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")  # it runs TypeScript
    return folder


def outcome(mutation: Mutation, tree: Path, cache: Path) -> str:
    """The verdict of the tests on an error: ``caught``, ``SURVIVED``, or why neither."""
    path = tree / mutation.file
    good = path.read_text()
    if good.count(mutation.old) != 1:
        return f"STALE: found {good.count(mutation.old)} times"
    path.write_text(good.replace(mutation.old, mutation.new))
    try:
        return verdict(mutation.tests, tree, cache)
    finally:
        path.write_text(good)


def verdict(tests: str, tree: Path, cache: Path) -> str:
    """The verdict of the tests on a tree as it is."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "NUMBA_CACHE_DIR": str(cache)}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # two changes in a second would look alike
    done = subprocess.run(
        [*runner(tests), *tests.split()],
        cwd=tree, env=environment, capture_output=True, text=True, check=False,
        preexec_fn=limit_node if tests.endswith(".test.js") else None,
    )  # fmt: skip
    if done.returncode == -signal.SIGXCPU:
        return "caught: it hangs"
    if -done.returncode in CRASHES:
        return f"caught: it crashes, {signal.Signals(-done.returncode).name}"
    if done.returncode == 1:
        signs = ("FAILED", "ERROR", "not ok")
        lines = [line for line in done.stdout.splitlines() if line.startswith(signs)]
        return f"caught: {lines[0].split(' - ')[0].split(maxsplit=1)[1] if lines else '?'}"
    return SURVIVED if done.returncode == 0 else f"BROKEN: {done.stdout[-300:]}{done.stderr}"


def limit_node() -> None:
    """End tests in JavaScript that hang; Python limits itself, by `STARTUP`."""
    resource.setrlimit(resource.RLIMIT_CPU, (NODE_SECONDS, NODE_SECONDS + 5))


def runner(tests: str) -> list[str]:
    """The command that runs tests, in Python or in JavaScript."""
    if tests.endswith(".test.js"):
        words = "--conditions=tests --import ./tests/js/site.js --test --test-reporter=tap"
        return ["node", *words.split()]
    return [
        sys.executable, "-m", "pytest", "-qx", "-m", "not slow", "-p", "no:cacheprovider"
    ]  # fmt: skip


def kernels_of(folder: Path) -> Path:
    """A copy of the kernels that are compiled already."""
    from tablebase.engine.kernels import cache_folder

    if cache_folder().exists():
        shutil.copytree(cache_folder(), folder / "cache" / "kernels")
    return folder / "cache"


def run(wanted: list[Mutation], workers: int) -> int:
    """Try some mutations; returns how many no test caught."""
    bad = 0
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(workers) as pool:
        folder, trees = Path(name), queue.SimpleQueue()
        cache = kernels_of(folder)
        for number in range(workers):
            trees.put(copy_tree(folder / f"tree{number}"))

        def work(judge: Callable[[Path, Path], str]) -> tuple[str, float]:
            tree, start = trees.get(), time.monotonic()
            try:
                return judge(tree, cache), time.monotonic() - start
            finally:
                trees.put(tree)

        groups = dict.fromkeys(mutation.tests for mutation in wanted)
        for tests, (found, seconds) in zip(
            groups, pool.map(work, [partial(verdict, tests) for tests in groups]), strict=True
        ):
            assert found == SURVIVED, f"{tests} without an error: {found}"
            print(f"{tests}: all pass without an error ({seconds:.0f} s)", flush=True)
        wrong = pool.map(work, [partial(outcome, mutation) for mutation in wanted])
        for mutation, (found, seconds) in zip(wanted, wrong, strict=True):
            print(f"{mutation.file}: {mutation.old!r}: {found} ({seconds:.0f} s)", flush=True)
            bad += not found.startswith("caught")
    print(f"{len(wanted)} mutations, {bad} not caught")
    return bad


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    wanted = [
        mutation for mutation in mutations()
        if all(word in mutation.file + mutation.old for word in options.words)
    ]  # fmt: skip
    if not wanted:
        parser.error(f"no mutation has all of {options.words}")
    sys.exit(run(wanted, options.workers) > 0)


if __name__ == "__main__":
    main()

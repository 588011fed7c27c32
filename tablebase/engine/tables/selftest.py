"""Check that a game is consistent with itself, before you spend hours on solving it.

A game provides a small `Sample`, and all its positions are checked. Everything is compared with
the rules (`legal_moves` and `play`, the obvious part of a game): layers, ranks, notation,
symmetry, the kernels, the file and its verification.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import numpy as np

from tablebase.engine.game import Codes, Game, named
from tablebase.engine.induction import RuleSolver, first_error, layers_of
from tablebase.engine.packed import pack, packed_size, unpack
from tablebase.engine.position import AGAIN, P, moves_again
from tablebase.engine.rooms import brought, failures, game_of, installed, position_of
from tablebase.engine.tables.attributes import table_path
from tablebase.engine.tables.store import TableFile, encode_table
from tablebase.engine.tables.table import MemoryCodes, Table, build_table, columns_of
from tablebase.engine.tables.writer import file_image, root_attributes
from tablebase.engine.values import OnePlayerCoding
from tablebase.errors import quote
from tablebase.support.lazy import cached_property

if TYPE_CHECKING:
    from tablebase.engine.compiled.trial import Found

MOST = 1 << 22
"""The most ranks of a sample; all of them are checked, position by position."""

ENGINE = str(Path(__file__).parents[1])
"""What this folder raises says what is wrong without a line of its own."""

CORRUPTED = 20
"""How many entries are corrupted, one at a time, to see whether verification notices."""


@dataclass(frozen=True)
class Sample(Generic[P]):
    """A small instance of a game, and what else the test needs."""

    game: Game[P]
    """The instance: a few thousand positions, so that all can be checked."""
    reread: Callable[[P], P] | None = None
    """Reads a position from its notation, and from what the notation leaves out. By default its
    room reads the notation under the rules of the game, or the class has a `parse`."""
    images: Callable[[P], Iterable[P]] = lambda position: ()
    """Returns the positions symmetric to a given one, if the game has symmetries."""

    @cached_property
    def codes(self) -> Codes:
        """The codes of all positions by the rules alone, one a byte."""
        game = self.game
        solver = RuleSolver(game)
        for number in range(solver.steps):
            solver.step(number)
        return unpack(solver.codes(), game.size, game.coding.bits)

    @cached_property
    def tried_out(self) -> list[Found]:
        """What the kernels return for all ranks, then `moves` for their states; see `try_out`."""
        if (rules := self.game.compiled) is None:
            return []
        from tablebase.engine.compiled.batch import of_states
        from tablebase.engine.compiled.trial import try_out

        every = [rules]
        if rules.state is not None:
            first, known = next(iter(self.positions.values())), self.positions
            positions = (known.get(rank, first) for rank in range(self.game.size))
            every.append(of_states(rules, np.array([*map(rules.state, positions)], np.uint64)))
        return [try_out(self.game, each, keep=True) for each in every]

    @cached_property
    def positions(self) -> dict[int, P]:
        """The ranks that have a position, and their positions."""
        found = {}
        for rank in range(self.game.size):
            with suppress(IndexError):
                found[rank] = self.game.unrank(rank)
        return found


class Check(NamedTuple):
    """The result of a check: `error` is the first one found, empty if there is none."""

    name: str
    error: str


def sample_of(name: str) -> Sample[Any]:
    """The sample of an installed game, by the attribute ``game`` of its tables.

    Raises `ValueError` if no installed game brings one, or it cannot be made.
    """
    samples = brought("samples")
    if name not in samples:
        if name in installed():
            raise ValueError(f"{name} has no sample, which a self-test needs")
        raise ValueError(f"unknown game {quote(name)}: expected {' or '.join(samples)}")
    try:
        sample: Sample[Any] = resolve_name(samples[name])()
        size, called = int(sample.game.size), sample.game.attributes().get("game")
    except failures() as error:  # such as a class that lacks what it must define
        raise ValueError(f"{name}: {type(error).__name__}: {error}") from error
    if not 0 < size <= MOST:
        raise ValueError(f"the sample of {name} has {size:,} ranks: expected 1 to {MOST:,}")
    if called != name:
        raise ValueError(f"attributes of {name} name the game {called!r}: expected {name!r}")
    return sample


def run(sample: Sample[P]) -> Iterator[Check]:
    """Check a game's consistency; yield each check, in the order in which to fix a new game."""
    for name, find in _CHECKS.items():
        yield (check := checked(name, partial(find, sample)))
        if check.error and name == BOUNDS:
            return


def checked(name: str, find: Callable[[], Iterator[str]]) -> Check:
    """The first error that is found; an exception is one, too."""
    try:
        return Check(name, next(find(), ""))
    except failures() as raised:
        at = extract_tb(raised.__traceback__)[-1]
        where = f" ({at.filename}, line {at.lineno})" if ENGINE not in at.filename else ""
        return Check(name, f"{type(raised).__name__}: {raised}{where}")


def _described_errors(sample: Sample[P]) -> Iterator[str]:
    game = sample.game
    if "game" not in game.attributes():
        yield "attributes() lacks game, the name by which files find the game"
    table_path(game)
    for name, value in game.attributes().items():
        if not isinstance(value, str) and np.asarray(value).dtype.kind not in "biu":
            yield f"attribute {name} is {quote(value)}, expected text or integers"
    for name in ("attributes", "columns", "layer_of_ranks", "solver"):
        if not callable(found := getattr(game, name)) and found is not None:
            yield f"{name} is {quote(found)}, which hides the method {name}(): rename that field"
    for name, column in columns_of(game).items():
        if np.shape(column) != (game.size,):
            yield f"column {name} has shape {np.shape(column)}, expected ({game.size},)"


def _bounds_errors(sample: Sample[P]) -> Iterator[str]:
    sample.tried_out  # noqa: B018  # raises if the kernels leave their arrays
    return iter(())


def _compiled_errors(sample: Sample[P]) -> Iterator[str]:
    game, rules = sample.game, sample.game.compiled
    if rules is None:
        return
    found, *of_states = sample.tried_out
    for rank in range(game.size):
        if (position := sample.positions.get(rank)) is None:
            if found.counts[rank] != -1:
                yield f"rank {rank} has no position, but {found.counts[rank]} successors, not -1"
            continue
        after = [position.play(move) for move in position.legal_moves()]
        again = np.array(moves_again(position, after), bool)
        expected = [game.rank(successor) for successor in after]
        if (count := found.counts[rank]) != len(after):
            yield f"{position} (rank {rank}): {count} successors, by the rules {len(after)}"
        if (layer := found.layers[rank]) != position.layer:
            yield f"{position} (rank {rank}): layer {layer}, by the rules {position.layer}"
        marked = found.after[rank, : len(after)]
        if (ranks := (marked & ~AGAIN).tolist()) != expected:
            yield f"{position} (rank {rank}): successors {ranks}, by the rules {expected}"
        alone = isinstance(game.coding, OnePlayerCoding)
        if not alone and ((marked >= AGAIN) != again).any():
            yield f"{position} (rank {rank}): AGAIN is wrong in {marked.tolist()}"
    state: Any = rules.state
    for rank, position in sample.positions.items() if of_states else ():
        words = [list(state(position.play(move))) for move in position.legal_moves()]
        count, out = int(of_states[0].counts[rank]), of_states[0].after[rank].view(np.uint64)
        reached = out.reshape(rules.max_moves, -1)[: max(count, 0)].tolist()
        if count != len(words) or reached != words:
            yield f"{position}: moves leads to the states {reached}, by the rules {words}"


def _rank_errors(sample: Sample[P]) -> Iterator[str]:
    for rank, position in sample.positions.items():
        if (found := sample.game.rank(position)) != rank:
            yield f"{position} is unrank({rank}), but its rank is {found}"


def _layer_errors(sample: Sample[P]) -> Iterator[str]:
    game = sample.game
    layers = layers_of(game)
    if layers.shape != (game.size,) or layers.max() >= game.layers:
        yield f"layer_of_ranks has shape {layers.shape} and {layers.max()} as the highest layer"
    for rank, position in sample.positions.items():
        if position.layer != layers[rank]:
            yield f"{position} has layer {position.layer}, but layer_of_ranks {layers[rank]}"
        for move in position.legal_moves():
            after = position.play(move)
            if not 0 <= after.layer < position.layer:
                yield f"{position}, move {move}: layer {position.layer} to layer {after.layer}"


def _successor_errors(sample: Sample[P]) -> Iterator[str]:
    game = sample.game
    for position in sample.positions.values():
        for move in position.legal_moves():
            after = position.play(move)
            if not 0 <= game.rank(after) < game.size:
                yield f"{position}, move {move}: rank {game.rank(after)} of {game.size}"
            if str(game.unrank(game.rank(after))) != str(after):
                yield f"{position}, move {move}: {after} is not unrank of its rank"
            if game.coding.alternating and after.sides[0] == position.sides[0]:
                again = f"{after.sides[0]} is to move again: expected a TeamCoding"
                yield f"{position}, move {move}: {again}"


def _notation_errors(sample: Sample[P]) -> Iterator[str]:
    game = sample.game
    for rank, position in sample.positions.items():
        again = _read_again(sample, position)
        if str(again) != str(position) or game.rank(again) != rank:
            yield f"{position} (rank {rank}) is read as {again} (rank {game.rank(again)})"
        names = [str(move) for move in position.legal_moves()]
        if len(set(names)) != len(names):
            yield f"{position}: two moves have the same name: {' '.join(names)}"


def _read_again(sample: Sample[P], position: P) -> P:
    if sample.reread is not None:
        return sample.reread(position)
    kind: Any = type(position)  # that of a game of one module names no room
    read = partial(position_of, game=sample.game) if hasattr(kind, "room") else kind.parse
    found: P = read(str(position))
    return found


def _symmetry_errors(sample: Sample[P]) -> Iterator[str]:
    game, codes = sample.game, sample.codes
    for rank, position in sample.positions.items():
        for image in sample.images(position):
            if game_of(image).key != game.key:
                yield f"{position} and its image {image} are in different tables"
            mine, other = (game.coding.decode(codes[r]) for r in (rank, game_of(image).rank(image)))
            if mine != other:
                yield f"{position}: {mine}, but its image {image}: {other}"


def _kernel_errors(sample: Sample[P]) -> Iterator[str]:
    game = sample.game
    expected, found = sample.codes, build_table(game).codes()
    if found.shape != expected.shape:
        yield f"{found.shape} codes, expected {expected.shape}"
    for rank in np.flatnonzero(found != expected).tolist():
        yield f"{named(game, rank)}: code {found[rank]}, by the rules {expected[rank]}"


def _file_errors(sample: Sample[P]) -> Iterator[str]:
    game = sample.game
    bits = game.coding.bits
    table = Table(game, MemoryCodes(pack(sample.codes, bits), bits))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.h5"
        path.write_bytes(file_image([encode_table(table)], root_attributes("selftest")))
        with TableFile(path) as file:
            packed = file.find(game).packed()
    if len(packed) != packed_size(game.size, bits) or (packed != table.packed()).any():
        yield "the codes read are not those written"


def _verification_errors(sample: Sample[P]) -> Iterator[str]:
    game, codes = sample.game, sample.codes
    if (rank := first_error(game, codes)) is not None:
        yield f"first_error finds {named(game, rank)} in a table without error"
    for rank in np.linspace(0, game.size - 1, CORRUPTED, dtype=int).tolist():
        wrong = codes.copy()
        wrong[rank] = (int(wrong[rank]) + 1) % game.coding.no_entry
        if first_error(game, wrong) is None:
            yield f"first_error does not notice a wrong code of {named(game, rank)}"


BOUNDS = "the compiled rules keep within their arrays"
"""If they don't, they could change any memory of this process, so nothing more is checked."""

_CHECKS: dict[str, Callable[[Sample[Any]], Iterator[str]]] = {
    "rank and unrank are inverse": _rank_errors,
    BOUNDS: _bounds_errors,
    "the compiled rules are the plain rules": _compiled_errors,
    "files can describe the game": _described_errors,
    "moves lead to lower layers": _layer_errors,
    "moves lead to positions of the game": _successor_errors,
    "notation is exact both ways": _notation_errors,
    "symmetric positions have the same value": _symmetry_errors,
    "the kernels find what the rules imply": _kernel_errors,
    "a stored table is read as it was written": _file_errors,
    "verification notices a wrong entry": _verification_errors,
}

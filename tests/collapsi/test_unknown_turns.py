"""Turns that no fast path has heard of: slow, and right at every door.

Each is written as a variant's author writes one, and compared with a solver of its own that shares
nothing with the package.
"""

import json
import random
from functools import cache

import pytest
from support import answers, file_image

import tablebase
from tablebase import Board, Deal, Lab, Rules
from tablebase.engine.compiled.solver import CompiledSolver
from tablebase.engine.induction import RuleSolver, solve
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.store import encode_table
from tablebase.engine.tables.table import MemoryCodes, Table
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.engine.values import Result
from tablebase.errors import KernelError, MissingTableError
from tablebase.games.collapsi import fast, rules
from tablebase.games.collapsi.answers.offer import Offer
from tablebase.games.collapsi.deals import game
from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.strategy.features import StrategyError
from tablebase.games.collapsi.strategy.reach import MoveTable
from tablebase.games.collapsi.studies.lab.counting import random_deal, start_values
from tablebase.games.collapsi.studies.match import starter_chances
from tablebase.games.collapsi.turns import Stays, Turn
from tablebase.games.collapsi.whole.geometry import Geometry
from tablebase.web.service import Service

ROWS, COLUMNS = 2, 4
BOARD = Board(ROWS, COLUMNS)
DECK = (0, 0, 1, 1, 2, 2, 3, 4)
DEAL = "JA2A/3J24"


class Misere(Turn):
    """Whoever cannot move has won."""

    ending = Result.WIN


class Taboo(Turn):
    """No move ends on the third cell: the board's symmetries keep no value."""

    def taken(self, position):
        return (*position.pawns, 2)


class King(Turn):
    """Steps go to the eight cells around."""

    def legal_moves(self, position, board, joker_steps):
        return moves(position, board, joker_steps, king)


class Jump(Turn):
    """A step leads to the next card that is face up, over those that are not."""

    def legal_moves(self, position, board, joker_steps):
        return moves(position, board, joker_steps, jump)


def moves(position, board, joker_steps, near):
    """The moves of a pawn that steps to the cells `near` it."""
    card, up, found = position.cards[position.mover], position.face_up, {}

    def walk(path, steps):
        if steps == 0:
            found.setdefault(path[-1], tuple(path))
            return
        for cell in near(path[-1], up):
            if cell not in path:
                walk([*path, cell], steps - 1)

    for steps in joker_steps if card == 0 else (card,):
        walk([position.mover], steps)
    ends = sorted(set(found) - {*position.pawns})
    return tuple(Move(end, found[end], board.cell_name(end)) for end in ends)


def king(cell, up):
    row, column = divmod(cell, COLUMNS)
    around = {place(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
    return [other for other in around - {cell} if up >> other & 1]


def jump(cell, up):
    row, column = divmod(cell, COLUMNS)
    for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        line = [place(row + n * a, column + n * b) for n in (1, 2, 3)]
        yield from [other for other in line if other != cell and up >> other & 1][:1]


def orthogonal(cell, up):
    row, column = divmod(cell, COLUMNS)
    around = {place(row + a, column + b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return [other for other in around if up >> other & 1]


def place(row, column):
    return row % ROWS * COLUMNS + column % COLUMNS


UNKNOWN = {
    "misere": (Misere, orthogonal),
    "taboo": (Taboo, orthogonal),
    "king": (King, king),
    "jump": (Jump, jump),
}


@pytest.fixture(params=UNKNOWN)
def unknown(request, monkeypatch):
    """Rules whose turn only this test knows."""
    known = rules.turn_of

    def turn_of(board, **options):
        return UNKNOWN[request.param][0](2) if board == BOARD else known(board, **options)

    monkeypatch.setattr(rules, "turn_of", turn_of)
    return Rules(request.param, BOARD, DECK)


@pytest.fixture
def file(unknown, tmp_path):
    """The rules as a file."""
    path = tmp_path / "rules.toml"
    path.write_text(f'name = "{unknown.name}"\nboard = "2x4"\ndeck = "AA 22 3 4 JJ"\n')
    return path


def oracle(name, cards, joker_steps):
    """A function that solves a position: is it won, and in how many plies?"""
    near, lost = UNKNOWN[name][1], name != "misere"
    taboo = {2} if name == "taboo" else set()

    def walk(up, path, steps):
        if steps == 0:
            yield path[-1]
            return
        for cell in near(path[-1], up):
            if cell not in path:
                yield from walk(up, (*path, cell), steps - 1)

    @cache
    def solve(up, mover, opponent):
        ends = {
            end
            for steps in (joker_steps if cards[mover] == 0 else (cards[mover],))
            for end in walk(up, (mover,), steps)
        }
        values = [solve(up & ~(1 << mover), opponent, end) for end in ends - {opponent} - taboo]
        wins = [plies for won, plies in values if not won]
        if wins:
            return True, 1 + min(wins)
        return (False, 1 + max(plies for _, plies in values)) if values else (not lost, 0)

    return solve


def value(position):
    """What the oracle says of a position."""
    solve = oracle(position.rules.name, position.cards, position.edition.joker_steps)
    won, plies = solve(position.face_up, position.mover, position.opponent)
    return ("win" if won else "loss"), plies


def positions(table):
    """Positions of a table that are drawn at random, and its starts."""
    ranks = random.Random(1).sample(range(table.game.size), 150)
    deal = Deal.parse(DEAL, table.game.rules)
    return [*map(table.game.unrank, ranks), *(deal.start(e) for e in table.game.rules.editions)]


def test_tables_and_searches(unknown):
    table = tablebase.build(Deal.parse(DEAL, unknown))
    for position in positions(table):
        probe = table.probe(position)
        assert probe.value == value(position), position
        for move in probe.moves:
            result, plies = value(position.play(move.move))
            assert move.value == (Result(result).opposite, plies + 1)
        for method in ("ordered", "plain"):
            found = tablebase.search(position, method)
            assert found.value == value(position)
            assert len(found.line) == found.value.dte
        end = table.line(position)[-1].position if position.legal_moves() else position
        while end.legal_moves():
            end = end.play(end.legal_moves()[0])
        loser = end.side_to_move
        assert (end.winner == loser) == (unknown.name == "misere")
    winners = start_values(Deal.parse(DEAL, unknown))
    assert winners == [value(Deal.parse(DEAL, unknown).start(e)) for e in unknown.editions]


def test_commands(unknown, file, answer, fails, tmp_path):
    start = Deal.parse(DEAL, unknown).start("single")
    result, plies = value(start)
    winner = "red" if result == "win" else "blue"
    asked = (DEAL, "--rules", file, "--edition", "single")
    stored = tmp_path / "t.h5"
    answer("build", DEAL, "--rules", file, "-o", stored)
    assert "1 table verified" in answer("verify", stored)
    found = json.loads(answer("probe", *asked, "--in", stored, "--json"))
    assert (found["winner"], found["dte"]) == (winner, plies)
    verb = {"win": "wins", "loss": "loses"}[result]
    assert f": red {verb} in {plies}" in answer("probe", *asked)
    assert "agree" in answer("compare", "-n", 2, "--seed", 1, "--rules", file)
    line = json.loads(answer("line", *asked, "--json"))
    assert line[0]["winner"] == winner
    refused = fails(2, "certify", DEAL, "--rules", file, "-o", tmp_path / "c.h5")
    assert unknown.name in refused
    numbers = "even" if unknown.name == "misere" else "odd"
    assert f"{numbers} numbers of plies: the first player wins" in answer("lab", file, "-n", 2)


def test_play(unknown, file, answer):
    position, typed = Deal.parse(DEAL, unknown).start("single"), ""
    while moves := position.legal_moves():
        typed, position = f"{typed}{moves[0]}\n", position.play(moves[0])
    people = ("--edition", "single", "--red", "human", "--blue", "human")
    said = answer("play", DEAL, "--rules", file, *people, typed=typed)
    left = position.face_up.bit_count()
    score = left if position.winner == "red" else -left
    end = f"{position.side_to_move} has no legal move: {position.winner} wins, score {score:+d}"
    assert end in said


@pytest.mark.parametrize("path", ["probe", "search"])
def test_http(path, unknown, monkeypatch):
    monkeypatch.setattr(answers, "_SERVICE", Service(Tablebase(), [Offer((unknown,))]))
    start = Deal.parse(DEAL, unknown).start("single")
    query = {"position": str(start), "rules": unknown.name, "edition": "single"}
    answer = answers.served(path, query)
    assert (answer["result"], answer["dte"]) == value(start)


def test_fast_paths_refuse_them(unknown):
    paths = [path for path in vars(fast).values() if isinstance(path, fast.Path)]
    assert not any(path.fits(unknown) for path in paths)
    assert len(paths) > 8
    for path in paths:
        with pytest.raises(ValueError, match=f"^rules {unknown.name!r}: expected "):
            path.check(unknown)
    with pytest.raises(ValueError, match="the published moves"):
        Geometry(unknown)
    with pytest.raises(StrategyError, match=unknown.name):
        MoveTable(unknown)


def test_a_check_of_a_file_notices(unknown, tmp_path):
    path = tmp_path / "t.h5"
    deal = Deal.parse(DEAL, unknown)
    tablebase.append(path, [deal])
    assert [check.error for check in tablebase.verify(path)] == [""]
    codes = tablebase.build(deal).codes().copy()
    rank = random.Random(2).randrange(codes.size)
    codes[rank] ^= 1
    wrong = encode_table(Table(game_of(deal), MemoryCodes(codes, 8)))
    path.write_bytes(file_image([wrong], "tests 1"))
    (check,) = tablebase.verify(path)
    assert "does not follow from its moves" in check.error


def test_a_turn_that_a_path_wrongly_claims_is_noticed(unknown, monkeypatch, tmp_path):
    """Its check is of the same kernels, and finds nothing: the plain rules do."""
    turns = (*fast.NIBBLES.turns, type(unknown.turn))
    monkeypatch.setattr(game, "NIBBLES", fast.NIBBLES._replace(turns=turns))
    monkeypatch.setattr(game, "BYTES", fast.BYTES._replace(turns=turns))
    deal = Deal.parse("J22A/3JA4", unknown)  # games are kept, so a deal of its own
    with pytest.raises(KernelError, match=r"does not follow from its legal moves \(seed \d+\)"):
        tablebase.append(tmp_path / "t.h5", [deal])
    table = tablebase.build(deal)
    path = tmp_path / "wrong.h5"
    path.write_bytes(file_image([encode_table(table)], "tests 1"))
    (check,) = tablebase.verify(path)
    assert "by the plain rules (seed" in check.error


@pytest.mark.parametrize("unknown", ["misere"], indirect=True)
def test_an_ending_of_its_own_may_have_the_published_moves(unknown, monkeypatch):
    """The common engine then solves and checks by kernels what it solved by the rules."""
    deal = Deal.parse("JAA2/J324", unknown)
    by_rules = RuleSolver(game_of(deal))
    codes = solve(game_of(deal), solver=by_rules)
    turns = (*fast.MOVES.turns, Misere)
    monkeypatch.setattr(game, "MOVES", fast.MOVES._replace(turns=turns))
    of_deal = game.DealGame(deal.cards, unknown)
    assert isinstance(of_deal.solver(), CompiledSolver)
    assert (solve(of_deal) == codes).all()
    assert of_deal.first_error(codes) is None
    for rank in (0, of_deal.size - 1, 100):
        wrong = codes.copy()
        wrong[rank] += 1
        assert of_deal.first_error(wrong) == rank


def test_matches_and_lengths(unknown):
    study = Lab().study(unknown, deals=20, seed=1)[1]
    deals = [random_deal(unknown, 1, number) for number in range(20)]
    won = sum(value(deal.start("single"))[0] == "win" for deal in deals)
    assert (study.wins, study.deals) == (won, 20)
    # The first round with a point ends such a match.
    assert starter_chances([study], target=1) == pytest.approx([won / 20])


def test_three_players_of_an_unknown_turn_have_no_table(monkeypatch):
    """Kernels of duels know three readings; what they do not know is refused, not solved."""

    class Wander(Stays):
        def legal_moves(self, position, board, joker_steps):
            return moves(position, board, joker_steps, king)

    monkeypatch.setattr(rules, "turn_of", lambda board, **options: Wander(3))
    three = Rules("wander", BOARD, (0, 0, 0, 1, 1, 2, 2, 3), players=3)
    deal = Deal.parse("JA2A/J3J2", three)
    assert deal.start("single").legal_moves()
    for ask in (tablebase.build, game_of(deal).rank):
        with pytest.raises(MissingTableError, match="players under rules 'wander'"):
            ask(deal if ask is tablebase.build else deal.start("single"))

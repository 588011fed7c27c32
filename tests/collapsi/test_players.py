"""Three and four players: rules, notation, index, tables, against a plain recursive solver."""

import random
from itertools import pairwise
from math import comb, perm

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.effort import sample
from support.samples import rules_of
from support.solved import of_hero

from tablebase import SINGLE, WILD, Board, Result, Rules, Value
from tablebase.engine.probe import forced_by
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.errors import IllegalMoveError, MissingTableError, NotationError, PositionError
from tablebase.games.collapsi.deck import usual_deck
from tablebase.games.collapsi.duels.duel import Duel
from tablebase.games.collapsi.duels.index import DuelIndex, Placements, index_of
from tablebase.games.collapsi.kernels.duels import FIRST, fill_placements, list_families
from tablebase.games.collapsi.position import Deal, Position, random_deals
from tablebase.games.collapsi.studies.finder import difficulty
from tablebase.games.collapsi.turns import Ends, Removed, Stays

RING = Board.from_picture("### #_# ###", wrap=False)
SMALL = {
    "three on 2x3": rules_of(Board(2, 3), 3),
    "three on a ring": rules_of(RING, 3),
    "four on 1x7 without wrap": rules_of(Board(1, 7, wrap=False), 4, (0, 0, 0, 0, 1, 1, 2)),
    "three removed on a ring": rules_of(RING, 3, out="removed"),
    "four removed on 1x7 without wrap": rules_of(
        Board(1, 7, wrap=False), 4, (0, 0, 0, 0, 1, 1, 2), "removed"
    ),
    "three end on 2x3": rules_of(Board(2, 3), 3, out="ends"),
    "three on 2x4": rules_of(Board(2, 4), 3),
    "three on 3x3 without wrap": rules_of(Board(3, 3, wrap=False), 3),
    "four on 2x4": rules_of(Board(2, 4), 4),
}
BY_RULES = pytest.mark.parametrize(
    "rules", [pytest.param(rules, id=name) for name, rules in sample(SMALL.items(), 6)]
)
THREE = Rules("3-players", Board(4, 4), usual_deck(16, 3), players=3)
FOUR = Rules("4-players", Board(4, 4), usual_deck(16, 4), players=4)


def heros(duel, code):
    """(does the hero win?, plies), from a table's code."""
    result, dte = game_of(duel).coding.decode(int(code))
    return (result is Result.WIN) == duel.hero_moves, dte


@BY_RULES
def test_every_entry_by_the_oracle(rules):
    game = game_of(next(random_deals(1, 5, rules)))
    codes = build_table(game).codes()
    memos = {edition.name: {} for edition in rules.editions}
    for rank in range(0, game.size, 1 + game.size // 6000):
        duel = game.unrank(rank)
        assert heros(duel, codes[rank]) == of_hero(duel, memos[duel.position.edition.name]), duel


@pytest.mark.thorough
@pytest.mark.parametrize("rules", [THREE, FOUR], ids=["three", "four"])
def test_late_positions_of_the_real_board(rules, tables):
    game = game_of(next(random_deals(1, 6, rules)))
    table = tables.table(next(random_deals(1, 6, rules)))
    rng = random.Random(1)
    drawn = (game.unrank(rng.randrange(game.size)) for _ in range(4000))
    duels = [duel for duel in drawn if duel.layer <= 6][:150]
    assert len(duels) > 100
    for duel, code in zip(duels, table.codes_of(duels), strict=True):
        assert heros(duel, code) == of_hero(duel, {}), duel


@pytest.fixture(scope="module")
def tables():
    with Tablebase() as found:
        yield found


def uncompiled():
    """For `test_uncompiled`."""
    with np.errstate(over="raise"):
        return build_table(game_of(Deal.parse("JA2/J3J", SMALL["three on 2x3"]))).codes().tolist()


@BY_RULES
def test_ranks_are_dense_and_exact(rules):
    game = game_of(next(random_deals(1, 9, rules)))
    layers = game.layer_of_ranks()
    for rank in range(0, game.size, 1 + game.size // 3000):
        duel = game.unrank(rank)
        assert game.rank(duel) == rank
        assert duel.layer == layers[rank]
        again = Duel.parse(str(duel), duel.position.edition, rules)
        assert str(again) == str(duel)
        assert game.rank(again) == rank
    with pytest.raises(IndexError, match="expected 0 to"):
        game.unrank(game.size)


@given(st.integers(2, 4), st.integers(3, 12), st.data())
def test_index(players, free, data):
    index = index_of(free, Stays(players), 2)
    rank = data.draw(st.integers(0, index.size - 1))
    placed, hero = index.unrank(rank)
    assert index.rank(placed, hero) == rank
    assert index.rank(placed._replace(face_up=placed.face_up & index.full), hero) == rank
    assert len(set(placed.places)) == players
    assert all(placed.face_up >> place & 1 for place in placed.places)
    assert 0 <= hero < placed.k


def test_index_lists_every_placement_once():
    index = DuelIndex(5, Stays(4), 2)
    rows = {
        (int(k), int(kind) if index.families[kind].waiting else -1, *places)
        for k, kind, places in zip(index.heroes, index.kinds, index.places.tolist(), strict=True)
    }
    assert len(rows) == len(index.places) == index.numbers[-1]
    assert int(index.starts[-1] + index.heroes[-1] * index.set_counts[-1]) == index.size


@BY_RULES
def test_the_page_of_the_format_counts_the_ranks(rules):
    """What docs/format.md says of tables of three and four players, again."""
    n, f, editions = rules.players, rules.board.size - rules.players, len(rules.editions)
    families = [(k, 0, j) for k in range(2, n + 1) for j in range(n - k + 1)]
    families += editions * [
        (n - j, w, j) for w in range(1, n + 1) for j in range(n - max(w, 2) + 1)
    ]
    total = 0
    for k, w, j in families:
        moved = k - w
        out = 0 if rules.out == "removed" else n - w - j - moved
        if moved + out > f or (rules.out == "ends" and k < n):
            continue
        placements = perm(n, w) * comb(n - w, j) * perm(f, moved) * comb(f - moved, out)
        total += k * placements * (1 if w else 2 ** (f - moved - out))
    assert total == game_of(next(random_deals(1, 10, rules))).size


@BY_RULES
def test_exported_columns_are_as_single_positions(rules):
    game = game_of(next(random_deals(1, 10, rules)))
    columns = game.columns()
    for rank in range(0, game.size, 1 + game.size // 500):
        duel = game.unrank(rank)
        assert duel.hero_moves == columns["hero_moves"][rank]
        assert duel.position.face_up == columns["face_up"][rank]
        order, editions = duel.position.order, (duel.position.edition, None)
        pawns = [columns[f"pawn_{number + 1}"][rank] for number in range(len(order))]
        assert pawns == [duel.position.pawns[player] for player in order]
        assert len(order) == columns["in"][rank]
        assert order.index(duel.hero) == columns["hero"][rank]
        edition = (*rules.editions, None)[columns["edition"][rank]]
        assert edition == editions[not duel.position.is_opening]


@BY_RULES
def test_verification_finds_a_wrong_entry(rules):
    game = game_of(next(random_deals(1, 11, rules)))
    codes = build_table(game).codes()
    assert game.first_error(codes) is None
    for rank in np.linspace(0, game.size - 1, 5, dtype=int).tolist():
        wrong = codes.copy()
        wrong[rank] = 253 - wrong[rank]
        assert game.first_error(wrong) is not None


def test_probe_shows_every_move(tables):
    position = next(random_deals(1, 15, THREE)).start(SINGLE)
    answer = tables.probe(position)
    assert {str(m.move) for m in answer.moves} == {str(m) for m in position.legal_moves()}
    mine = [move.values["red"] for move in answer.moves]
    assert mine[0] == answer.values["red"]
    assert [move.is_best for move in answer.moves] == [value == mine[0] for value in mine]
    for move in answer.moves:
        after = tables.probe(move.position)
        assert move.position == position.play(move.move)
        for player, value in after.values.items():
            assert move.values[player] == Value(value.result, value.dte + 1)
    data = answer.as_dict()
    assert data["players"] == ["red", "blue", "green"]
    assert data["moves"][0]["values"]["red"]["dte"] == mine[0].dte
    assert data["moves"][0]["forced_by"] == forced_by(answer.moves[0].values)


def test_line_ends_with_a_winner(tables):
    position = next(random_deals(1, 16, FOUR)).start(WILD)
    answers = tables.line(position)
    assert answers[0].position == position
    assert answers[-1].position.is_terminal
    assert answers[-1].winner == answers[-1].position.winner
    for before, after in pairwise(answers):
        assert before.moves[0].is_best
        assert after.position == before.moves[0].position
        if (forcing := before.winner) == before.position.side_to_move:
            assert after.winner == forcing


def test_positions_that_a_table_yields_can_be_probed(tables):
    table = tables.table(next(random_deals(1, 17, SMALL["three on 2x3"])))
    for duel in (*list(table)[::5], *table.summary().longest):
        answer = table.probe(duel)
        assert answer.value == table.value(duel)
        assert answer.moves == tables.probe(duel).moves
        for move in answer.moves:
            again = move.position.sides[0] == duel.sides[0]
            after = table.value(move.position)
            result = after.result if again else after.result.opposite
            assert move.value == Value(result, after.dte + 1)
    line = table.line(duel)
    assert [probe.dte for probe in line] == list(range(line[0].dte, -1, -1))
    assert {probe.winner for probe in line} == {tables.outcome(duel).winner} < {"hero", "others"}


def test_difficulty_is_that_of_the_winners_turns(tables):
    winners = set()
    for deal in random_deals(8, 18, SMALL["three on a ring"]):
        line, by_chance = tables.line(deal.start()), 1.0
        winners.add(line[0].winner)
        for probe in line[:-1]:
            if probe.position.side_to_move == line[0].winner:
                after = [tables.probe(move.position).winner for move in probe.moves]
                by_chance *= after.count(line[0].winner) / len(after)
        assert 2 ** -difficulty(line) == pytest.approx(by_chance)
    assert winners == {"red", "blue", "green", None}


ROW = Board(1, 7, wrap=False)
ENDS = {out: rules_of(ROW, 3, (0, 0, 0, 1, 1, 2, 2), out) for out in ("stays", "removed", "ends")}


def test_a_removed_pawn_leaves_its_card_open():
    """Red is locked in beside blue, and out; blue may end on red's card if the pawn is removed."""
    text = "xJArAbxJ2g2xJ r"
    here = {out: Position.as_written(text, None, rules) for out, rules in ENDS.items()}
    assert not any(position.legal_moves() for position in here.values())
    stays, removed, ends = (position.settled() for position in here.values())
    assert (stays.sides, stays.out, stays.winner) == (("blue", "green"), ("red",), "green")
    assert (removed.sides, removed.out, removed.pawns) == (("blue", "green"), ("red",), (-1, 2, 4))
    assert [str(move) for move in removed.legal_moves()] == ["b1"]
    assert str(removed) == "xJAAbxJ2g2xJ bg"
    assert Position.parse(str(removed), None, ENDS["removed"]) == removed
    assert str(removed.image(tuple(range(6, -1, -1)))) == "xJ22gxJAbAxJ bg"
    # Nobody is out where the game ends: green moved last, before red.
    assert (ends.sides, ends.out, ends.winner) == (("red", "blue", "green"), (), "green")


def test_nobody_ends_on_a_joker_left_open():
    start = Deal.parse("JgJr2JbAA2", ENDS["removed"]).start(SINGLE)
    assert str(start) == "JgJr2JbAA2 r"
    locked = Deal.parse("JrJgAJbA22", ENDS["removed"]).start(SINGLE)
    assert str(locked) == "JJgAJbA22 bg"
    assert (locked.out, locked.ply, locked.pawns) == (("red",), 0, (-1, 3, 1))
    assert Position.parse(str(locked), SINGLE, ENDS["removed"]) == locked
    assert [str(move) for move in locked.play("e1").legal_moves()] == ["c1"]


FLAT = rules_of(Board(1, 7, wrap=False), 3, (0, 0, 0, 1, 1, 1, 1))


def test_a_player_who_cannot_move_is_out():
    """On a row of seven green stands between the others, and red is locked in."""
    start = Deal.parse("JrJgAJbAAA", FLAT).start(SINGLE)
    # Red cannot leave its joker, for the only neighbour is green's: red is out, and stays.
    assert str(start) == "JrJgAJbAAA bg"
    assert (start.sides, start.out, start.ply) == (("blue", "green"), ("red",), 0)
    after = start.play("e1")
    assert str(after) == "JrJgAxJAbAA gb"
    assert Position.parse(str(after), SINGLE, FLAT) == after
    over = after.play("c1").play("f1")
    assert str(over) == "JrxJAgxJxAAbA gb"
    assert over.is_terminal
    assert over.winner == "blue"
    assert over.as_dict()["players"] == ["green", "blue"]


def test_cards_of_those_out_are_passed_through():
    """On a row of seven red, who is out, stands right of green: nobody ends there."""
    rules = rules_of(Board(1, 7, wrap=False), 3, (0, 0, 0, 1, 1, 2, 2))
    through = Position.parse("xJxJ2gArA2bxJ gb", None, rules)
    assert [str(move) for move in through.legal_moves()] == ["e1"]
    onto = Position.parse("xJxJAg2rA2bxJ gb", None, rules)
    assert onto.winner == "blue"


@pytest.mark.parametrize(
    ("out", "text", "message"),
    [
        ("removed", "xJArAbxJ2g2xJ bg", "has a red pawn .* expected it to be removed"),
        ("removed", "xJAAbxJ22xJ bg", "has 0 green pawns"),
        ("removed", "JAAbxJ2g2J bg", "the joker on .* is face up without a pawn"),
        ("ends", "xJArAbxJ2g2xJ bg", "expected all, because the game ends as soon"),
    ],
)
def test_bad_positions_of_other_endings(out, text, message):
    with pytest.raises((NotationError, PositionError), match=message):
        Position.parse(text, None, ENDS[out])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("JA23/A2J3/23A2/3A4J b", "has 0 red pawns"),
        ("JrA23/A2Jr3/23A2/3A4Jg b", "has 2 red pawns"),
        ("JrA23/A2Jb3/23A2/3A4Jg b", "says 'b' is to move, but 0 cards are face down"),
        ("JrA23/A2Jb3/23A2/3A4Jg rgb", "expected two or more, in turn order"),
        ("JrA23/A2Jb3/23A2/3A4Jg rr", "expected two or more, in turn order"),
        ("xJAr23/A2J3/2b3A2/3A4Jg b", "after 1 ply blue has not moved yet but is on a3"),
        ("xJAr23/A2Jb3/23A2/3A4xJ2g b", "has 5 cards"),
        ("JrAg23/A2Jb3/23A2/3A4xJ r", "says 'r' is to move, but 1 cards"),
        ("JrAg23/A2Jb3/23A2/3A4xJ b", "after 1 ply green has not moved yet but is on b1"),
        ("xJAr23/A2Jb3/2x3A2/3A4Jg g", "the joker on c2 is still face up after 2 plies"),
        ("xJAr23/A2Jb3/x23A2/3A4Jg bg", "expected 1, the jokers"),
        ("xJArb23/A2xJ3/23A2/3A4Jg g", "two pawns are on b1"),
        ("JJ23/A2J3/23A2/3A4J", "wrong deck .* 4xJ: expected"),
        ("4A23/A2J3/23A2/3A4J", "wrong deck .* 2xJ: expected"),
        ("JrA23/A2Jr3/23A2/3A4J", "marks two jokers for the same player"),
        ("Jy2A3/A2J3/23A2/3A4J", "expected A, J"),
    ],
)
def test_bad_positions(text, message):
    with pytest.raises((NotationError, PositionError), match=message):
        Position.parse(text, None, THREE)


def test_notation_of_deals():
    deal = Deal.parse("JA23/A2J3/23A2/3A4J", THREE)
    assert deal.starts == (0, 6, 15)
    assert str(deal) == "JA23/A2J3/23A2/3A4J"
    other = Deal.parse("JgA23/A2J3/23A2/3A4J", THREE)
    assert other.starts == (6, 15, 0)
    assert str(other) == "JgA23/A2Jr3/23A2/3A4Jb"
    assert Deal.parse(str(other), THREE) == other
    assert game_of(other) is game_of(deal)
    assert str(deal.start(SINGLE)) == "JrA23/A2Jb3/23A2/3A4Jg r"
    assert Position.parse("JA23/A2J3/23A2/3A4J", SINGLE, THREE) == deal.start(SINGLE)
    with pytest.raises(NotationError, match="a deal's cards only"):
        Deal.parse("JA23/A2J3/23A2/3A4J r", THREE)


def test_unknown_cards_are_filled_in():
    position = Position.parse("x?A23/A2xJ3/23Ar2b/3A4gxJ r", None, THREE)
    assert sorted(position.deal.cards) == list(THREE.deck)
    assert game_of(position).rank(Duel.of(position, 0)) < game_of(position).size


def test_illegal_moves_and_players():
    position = Position.parse("JA23/A2J3/23A2/3A4J", SINGLE, THREE)
    with pytest.raises(IllegalMoveError, match=r"'c1' is not legal in .*: expected b1, d1, a2, a4"):
        position.play("c1")
    with pytest.raises(ValueError, match="player 'yellow': expected red or blue or green"):
        Duel.of(position, 3)
    with pytest.raises(NotationError, match="ends with 'y': expected r or b or g"):
        Duel.parse("JA23/A2J3/23A2/3A4J r y", SINGLE, THREE)


def test_boards_too_large_are_refused():
    rules = Rules("5x5", Board(5, 5), usual_deck(25, 3), players=3)
    with pytest.raises(MissingTableError, match=r"for three players would hold 2[\d,]+ positions"):
        _ = game_of(next(random_deals(1, 1, rules))).size
    with pytest.raises(ValueError, match="landing: expected two players"):
        Rules("3", Board(4, 4), usual_deck(16, 3), landing=True, players=3)


@BY_RULES
def test_never_two_can_force_it(rules, tables):
    """A position is ranked as the duel of its side to move; its values are of all players."""
    for deal in random_deals(2, 12, rules):
        for edition in rules.editions:
            position = deal.start(edition)
            rng, table = random.Random(str(position)), tables.table(position)
            while True:
                answer = tables.probe(position)
                assert list(answer.values) == list(position.sides)
                wins = [v for v in answer.values.values() if v.result is Result.WIN]
                assert len(wins) <= 1
                if position.is_terminal:
                    break
                assert table.value(position) == answer.value
                (code,) = tables.probe_many([position]).tolist()
                assert game_of(position).coding.decode(code) == answer.value
                assert tables.outcome(position).winner == answer.winner
                position = position.play(rng.choice(position.legal_moves()))
            assert answer.winner == position.winner
            assert set(answer.values.values()) == {Value(Result.WIN, 0), Value(Result.LOSS, 0)}


@pytest.mark.parametrize("turn", [Stays(3), Removed(3), Ends(3), Stays(4), Removed(4)], ids=str)
def test_the_kernels_of_the_page_list_the_same_placements(turn):
    index, n = DuelIndex(4, turn, 2), turn.players
    board = np.array([4, n, turn.pawns_removed, turn.one_ends, 2])
    families = np.zeros((25, 7), np.int64)
    kinds = list_families(board, families)
    count = int(families[kinds, FIRST])
    longs = [np.empty(count, np.int64) for _ in range(4)]
    after = np.empty((count, 4), np.int32)
    on = Placements(np.empty((count, n), np.uint8), *longs[:3], after, longs[3])
    fill_placements(board, families[: kinds + 1], on, True)
    plain = index.places, index.starts, index.set_counts, index.held, *index.following
    for found, expected in zip(on, plain, strict=True):
        np.testing.assert_array_equal(found, expected)

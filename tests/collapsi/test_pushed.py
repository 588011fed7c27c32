"""The shifting board, as it is published: the rule by hand and by its oracle, and its notation."""

import random
import re
from dataclasses import replace

import pytest
from oracles import pushed as oracle
from support.answers import served
from support.solved import solved

from tablebase import COLLAPSI, Board, Deal, Position, Rules, search
from tablebase.engine.searched import METHODS
from tablebase.engine.values import Result
from tablebase.errors import NotationError, PositionError, RulesError
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules_file import load_rules, parse_rules
from tablebase.games.collapsi.search import pushed as kernel
from tablebase.games.collapsi.symmetry import automorphisms

LINE = load_rules("shifting-board")
BOARD = replace(LINE, name="by-board", edges="board")


def small(rows, columns, deck, edges="line", shift="must"):
    board = Board(rows, columns)
    return Rules("small", board, deck, shift=shift, pushed="out", edges=edges)


TINY, NINE = (0, 0, 1, 1, 2, 3), (0, 0, 1, 1, 1, 2, 2, 2, 3)
SMALL = [
    *(small(2, 3, TINY, edges, shift) for edges in ("line", "board") for shift in ("must", "may")),
    *(small(3, 3, NINE, edges) for edges in ("line", "board")),
]


def by_name(rules):
    return f"{rules.board} {rules.edges} {rules.shift}"


# --- the rule, clause by clause --------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "board"),
    [
        # A gap blocks, but the outermost cards of a line are joined, whatever is between them.
        # A line of one card leads nowhere.
        ("Ar_A2/_xJxJ3b r", "d1", "d1"),
        # The outermost card of a line that sticks out: the edge of the board has no opposite card.
        ("_A2Ar/3bxJxJ_ r", "b1 c1", "c1"),
        # The leftmost card is face down, so there is no step to the right, nor to the next card.
        ("_xJ2Ar/3bAxJ_ r", "c1", "c1"),
        # Face-down cards make the outer rectangle, too.
        ("Ar2A_/_3bxJxJ r", "b1 c1", "b1"),
        # The opponent's card may be passed, but no move ends on it, or on the card it began on.
        ("2r3bA/AxJxJ r", "c1", "c1"),
        # The board has fallen apart, and red has lost.
        ("___Ar/A23b_/xJxJ__ r", "", ""),
    ],
)
def test_where_moves_end(text, line, board):
    for edges, expected in (("line", line), ("board", board)):
        position = Position.parse(text, "single", small(2, 3, TINY, edges))
        moves = [str(move) for move in position.legal_moves()]
        assert moves == [cell + letter for cell in expected.split() for letter in "LRUD"]
        assert position.winner == (None if expected else "blue")


def test_where_lines_go():
    rules = small(2, 3, TINY)
    position = Position.parse("AJr2/3AJb r", "single", rules)
    after = {move: str(position.play(move)) for move in ("a1L", "a1R", "b2U", "b2D", "c1U", "c1D")}
    assert after == {
        "a1L": "ArxJ2_/_3AJb b",
        "a1R": "_ArxJ2/3AJb_ b",
        "b2U": "_xJ_/AAr2/3_Jb b",
        "b2D": "A_2/3xJJb/_Ar_ b",
        "c1U": "__2r/AxJJb/3A_ b",
        "c1D": "AxJ_/3A2r/__Jb b",
    }
    # Cells are named in the layout before the move.
    assert str(position.play("a1L").play("c2U")) == "__2_/ArxJAb_/_3_xJ r"
    row = Position.parse("Ar2A3bxJxJ r", "single", rules)
    assert [str(move) for move in row.legal_moves()] == ["b1L", "b1R", "b1U", "b1D"]
    assert row.play("b1L") == row.play("b1R")  # these only translate everything


@pytest.mark.parametrize("rules", SMALL, ids=by_name)
def test_every_position_follows_the_oracle(rules):
    """All positions of a game of six cards; of nine cards those of some games."""
    rng, most = random.Random(by_name(rules)), 400
    deal = next(random_deals(1, 3, rules))
    for edition in rules.editions:
        seen = {deal.start(edition)}
        waiting = list(seen)
        while waiting and (rules.board.size == len(TINY) or len(seen) < most):
            position = waiting.pop(rng.randrange(len(waiting)))
            state = oracle.parse(str(position))
            expected = {
                ("abcdefghi"[column] + str(row + 1), letter): oracle.key(after)
                for ((column, row), letter), after in oracle.moves(
                    state, edition.joker_steps, rules.edges, rules.shift
                )
            }
            moves = position.legal_moves()
            found = {move: position.play(move) for move in moves}
            assert len(found) == len(moves) == len(expected)
            assert expected == {
                (position.board.cell_name(move.destination), move.shift): oracle.key(
                    oracle.parse(str(after))
                )
                for move, after in found.items()
            }
            for after in {*found.values()} - seen:
                assert Position.parse(str(after), edition, rules) == after
                assert (after.layer, after.ply) == (position.layer - 1, position.ply + 1)
                seen.add(after)
                waiting.append(after)


# --- searches ------------------------------------------------------------------------------------


def picture(state, cards):
    """The face-up cards by place, the places of all and of the pawns, of a kernel's state."""
    head, *words = map(int, state)
    places = [tuple(word >> 4 * cell & 15 for word in words) for cell in range(len(cards))]
    up = {places[cell]: card for cell, card in enumerate(cards) if head >> cell & 1}
    return up, {*places}, places[head >> 16 & 15], places[head >> 24]


def shown(position):
    """The same of a position, as the oracle reads it."""
    cards, *pawns = oracle.parse(str(position))
    return {place: card for place, card in cards.items() if card is not None}, {*cards}, *pawns


@pytest.mark.parametrize("rules", [LINE, BOARD, *SMALL], ids=by_name)
def test_the_kernel_moves_as_the_plain_rules(rules):
    """In whole games: a state that goes on from the opening shows what its position does."""
    rng = random.Random(by_name(rules))
    for deal in random_deals(8, 9, rules):
        position = deal.start(rng.choice(rules.editions))
        states = kernel.states_of(position)
        state = states.of(position)
        while moves := position.legal_moves():
            assert kernel.fits(position)
            after = states.after(state)
            expected = [shown(position.play(move)) for move in moves]
            assert [picture(state, deal.cards) for state in after] == expected
            chosen = rng.randrange(len(moves))
            position, state = position.play(moves[chosen]), after[chosen]
        assert not len(states.after(state))


@pytest.mark.parametrize("rules", SMALL, ids=by_name)
def test_searches_agree_with_the_oracle(rules):
    rng = random.Random(by_name(rules))
    for deal in random_deals(4, 3, rules):
        position, memo = deal.start(rng.choice(rules.editions)), {}
        while rules.board.size > len(TINY) and position.layer > 5:
            position = position.play(rng.choice(position.legal_moves() or [""]))
        for method in METHODS:
            found, (wins, plies) = search(position, method), solved(position, memo)
            assert (found.value.result is Result.WIN, found.value.dte) == (wins, plies)
            after = position
            for move in found.moves:
                after, wins, plies = after.play(move), not wins, plies - 1
                assert solved(after, memo) == (wins, plies)
            assert after.is_terminal


def test_a_search_for_the_winner_whose_move_is_lost_from_the_table_ends():
    """It never ended before: it asked for bounds that it knew, and the move stayed lost."""
    position = Position.parse("_2AJbxJ/_33A3/_4A34/A2r22_ b", "wild", BOARD)
    found = search(position, goal="result", nodes=10**6)
    after = position.play(found.line[0])
    assert (found.winner, found.complete, search(after).winner) == ("blue", True, "blue")


def test_a_layout_too_wide_for_the_kernel_is_searched_by_the_rules():
    wide = f"Ar2{'_' * 18}A/x3b{'_' * 18}_/xJxJ{'_' * 18}_ r"
    position = Position.parse(wide.replace("x3b", "_3b"), "single", small(2, 3, TINY))
    assert not kernel.fits(position)
    assert solved(position, {}) == (search(position).winner == "red", search(position).value.dte)


def test_symmetries_are_the_squares():
    for shape, number in (((4, 4), 8), ((3, 4), 4), ((2, 3), 4)):
        rules = small(*shape, (0, 0, *[1] * (shape[0] * shape[1] - 2)))
        assert len(rules.symmetries) == number
        assert {*rules.symmetries} <= {*automorphisms(rules.board)}
        assert rules.symmetries[0] == tuple(range(rules.board.size))
    deal, memo = next(random_deals(1, 5, SMALL[0])), {}
    images = [deal.image(g).start("single") for g in SMALL[0].symmetries]
    assert len({solved(each, memo) for each in images}) == 1


# --- notation, options, and what is refused ------------------------------------------------


def test_a_long_row_has_names_for_all_its_cells():
    gap = 13 * "_"
    text = f"{gap[1:]}Ar2/A{gap}/3b{gap}/xJ{gap}/xJ{gap} r"
    position = Position.parse(text, "single", small(2, 3, TINY))
    assert str(position) == text
    assert [str(move) for move in position.legal_moves()] == ["n1L", "n1R", "n1U", "n1D"]
    assert "<svg" in position.svg()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ar_A2/xJxJ3b r", "has rows of 3 and 4 places: expected rows of equal length, with _"),
        ("Ar_A2/_xJ_3b r", "5 cards: expected 6, and _ for each place without a card"),
        ("Ar_A2_/_xJxJ3b_ r", "expected a cell in each outer row and column"),
        ("Ar_A2/_xJx33b r", "wrong deck: 2x3, expected at most 1"),
        ("Ar_A2/_xJQ3b r", "row 2 '_xJQ3b' has 'Q' at character 4, expected A, J, 2 to 9"),
        ("A" + "_" * 26 + " r", "1 rows of 27 places: expected at most 26 of each"),
        ("Ar_A2/_xJxJ3 r", "has 0 blue pawns ('b'): expected one behind its card"),
    ],
)
def test_layouts_that_are_refused(text, message):
    with pytest.raises((NotationError, PositionError), match=re.escape(message)):
        Position.parse(text, "single", SMALL[0])


BOTH = "expected both or neither, shift 'may' or 'must', pushed 'out' or 'back'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('shift = "must"', f"shift 'must' with pushed '': {BOTH}"),
        ('pushed = "out"', f"shift '' with pushed 'out': {BOTH}"),
        ('shift = "must"\npushed = "off"', f"shift 'must' with pushed 'off': {BOTH}"),
        ('shift = "must"\npushed = "back"\nedges = "line"', "expected 'line' or 'board', and only"),
        ('shift = "must"\npushed = "out"\nedges = "none"', "expected 'line' or 'board', and only"),
        ('shift = "must"\npushed = "out"\nboard = "5x5"', "expected at most 16 cells, 6 in a line"),
        ('shift = "must"\npushed = "out"\nboard = "2x7"', "expected at most 16 cells, 6 in a line"),
        ('shift = "must"\npushed = "out"\nwrap = false', "and edges that are joined"),
        ('shift = "must"\npushed = "out"\nplayers = 5', "5 players: expected 2 to 4"),
        ('shift = "must"\npushed = "out"\ndeck = "AA"', "deck of 2 cards: expected 16"),
    ],
)
def test_options_that_are_refused(text, message, fails, tmp_path):
    with pytest.raises(RulesError, match=re.escape(message)):
        parse_rules(text, "mine")
    (tmp_path / "mine.toml").write_text(text)
    for command in ("play", "serve"):
        assert message in fails(2, command, "--rules", tmp_path / "mine.toml")


def test_rules_round_trip_as_data():
    assert replace(COLLAPSI, name=LINE.name, shift="must", pushed="out") == LINE
    assert LINE.edges == "line"
    for rules in (LINE, BOARD, *SMALL):
        assert Rules.from_dict(rules.as_dict()) == rules
    assert len({rules.table_name for rules in (LINE, replace(BOARD, name=LINE.name))}) == 2


DEAL = "A223/4A2J/3A23/J3A4"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (DEAL[:-1], "has rows of 3 and 4 places: expected rows of equal length"),
        ("r", "has rows of no places: expected rows of equal length"),
        (DEAL + "/___A", "17 cards: expected 16"),  # of which two would lie on one place
        (DEAL[:-1] + "A", "wrong deck 5xA 4x2 4x3 1x4 2xJ: expected 4xA 4x2 4x3 2x4 2xJ"),
        (DEAL.replace("2J/", "2Jrb/"), "has two pawns on a joker: expected one on each"),
    ],
)
def test_layouts_that_are_refused_at_every_door(text, message, fails):
    with pytest.raises(ValueError, match=re.escape(message)):
        Position.parse(text, "single", LINE)
    asked = {"rules": LINE.name, "position": text}
    assert message in fails(2, "probe", "--rules", LINE.name, "--method", "search", text)
    for question in ("moves", "search"):
        assert message in served(question, asked)["error"]


@pytest.mark.parametrize("move", ["d1", "b2L", "d4L"])  # no shift, and lines without the pawn
def test_moves_that_are_refused(move, fails):
    with pytest.raises(ValueError, match="expected d1L, d1R"):
        Deal.parse(DEAL, LINE).start("single").play(move)
    assert "expected d1L, d1R" in fails(2, "play", "--rules", LINE.name, DEAL, "--moves", move)

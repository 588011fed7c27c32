"""Variants: boards with gaps, landing on the opponent, rules by name and from files."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.samples import LANDING_RULES, ODD_RULES, SMALL_RULES, random_deal, two

import tablebase
from tablebase import (
    COLLAPSI,
    Board,
    Deal,
    MissingTableError,
    NotationError,
    Position,
    PositionError,
    Rules,
)
from tablebase.engine.search.forward import search
from tablebase.errors import RulesError
from tablebase.games.collapsi.commands.options import TODAY, todays_edition
from tablebase.games.collapsi.deals.game import DealGame
from tablebase.games.collapsi.deck import usual_deck
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.rules_file import load_rules, parse_rules, presets
from tablebase.home import installed_data


def by_name(rules):
    return rules.name


# --- boards with gaps ---------------------------------------------------------------------


def test_a_picture_is_the_board():
    board = Board.from_picture("_#_\n###\n##_", wrap=False)
    assert board == Board(3, 3, wrap=False, missing=(8, 0, 2))
    assert board.picture == ("_#_", "###", "##_")
    assert (board.size, board.places) == (6, (1, 3, 4, 5, 6, 7))
    assert board.cells == (None, 0, None, 1, 2, 3, 4, 5, None)
    assert [board.cell_name(cell) for cell in range(6)] == ["b1", "a2", "b2", "c2", "a3", "b3"]
    assert board.neighbours == ((2,), (2, 4), (0, 1, 3, 5), (2,), (1, 5), (2, 4))
    assert str(board) == "_#_/###/##_ without wrap-around"


def test_nobody_passes_a_gap_at_the_edge():
    joined = Board.from_picture("### #_# ###")
    assert joined.neighbours[joined.cells[3]] == (0, 4, 5)  # a2: a1, c2 over the edge, a3
    assert joined.neighbours[joined.cells[1]] == (0, 2, 6)  # b1: not b2, which is missing


def test_a_name_is_part_of_a_path():
    with pytest.raises(ValueError, match="'best of 2/3': expected a name without /"):
        replace(COLLAPSI, name="best of 2/3")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Board(2, 2, missing=(4,)), "expected some of 0 to 3"),
        (lambda: Board(2, 2, missing=(0, 1, 2, 3)), "expected some of 0 to 3, not all"),
        (lambda: Board(2, 2, missing=(-1,)), "expected some of 0 to 3"),
        (lambda: Board(3, 3, wrap=False, missing=(3, 4, 5)), "expected connected cells"),
        (lambda: Board.from_picture("##/#"), "expected rows of equal length"),
        (lambda: Board.from_picture("#x"), "expected rows of equal length, of # for a cell"),
        (lambda: Board.from_picture(""), "expected rows"),
        (lambda: Board.from_picture("#" * 10), "expected 1 to 9 rows"),
    ],
)
def test_impossible_boards(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_gaps_are_written_and_asked_for():
    rules = ODD_RULES[0]
    assert str(Position.parse("AJ2/3_3/2JA", rules=rules)) == "AJr2/3_3/2JbA r"
    for text, message in [
        ("AJ2/3A3/2JA", "row 2 '3A3' has 'A' at character 2, expected _, because there is no cell"),
        ("AJ2/33_/2JA", "has '3' at character 2, expected _"),
        ("AJ_/3_3/2JA", "row 1 'AJ_' has '_' at character 3, expected A, J"),
        ("AJ2/3_/2JA", "row 2 '3_' has 2 cards, expected 3"),
        ("AJ2/3_3_/2JA", "row 2 '3_3_' has '_' at character 4, expected A"),
    ]:
        with pytest.raises(NotationError, match=re.escape(message)):
            Position.parse(text, rules=rules)


# --- landing ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("JrbA2/JA3", "two pawns on a joker"),
        ("JrbA2/JA3 r", "the joker on a2 is still face up after 0 plies"),
        ("xJA2/JrAb3 b", "blue has not moved yet but is on b2"),
        ("xJA2/JAr3b r", "the joker on a2 is still face up"),
        ("JrA2/JbA3 b", "says 'b' is to move, but 0 cards are face down"),
        ("xJA2/JbAr3 r", "the joker on a2 is still face up after 2 plies"),
        ("xJA2/JrAb3", "does not say who is to move"),
    ],
)
def test_impossible_positions_with_landing(text, message):
    with pytest.raises((NotationError, PositionError), match=message):
        Position.parse(text, rules=LANDING_RULES[0])


# --- rules by name and from files ---------------------------------------------------------


def test_the_published_game_is_a_preset():
    assert load_rules("collapsi") == COLLAPSI
    assert next(iter(presets())) == "collapsi"
    assert parse_rules("", "collapsi") == COLLAPSI


def test_sizes_are_rules():
    five = load_rules("5x5")
    assert (five.name, five.board, five.players) == ("5x5", Board(5, 5), 2)
    assert five.deck == usual_deck(25)
    assert [five.deck.count(card) for card in range(7)] == [2, 4, 4, 4, 4, 4, 3]
    assert usual_deck(16) == COLLAPSI.deck
    with pytest.raises(ValueError, match="no usual deck for 49 cells"):
        load_rules("7x7")


FILE = """
board = '''
####
#__#
####
'''
wrap = false
deck = "AAA 222 33 J J"
landing = true
[editions]
far = [3, 2]
near = [1]
"""


def test_a_rules_file(tmp_path):
    path = tmp_path / "ring-10.toml"
    path.write_text(FILE)
    rules = load_rules(path)
    assert rules.name == "ring-10"
    assert rules.board == Board(3, 4, wrap=False, missing=(5, 6))
    assert rules.deck == (0, 0, 1, 1, 1, 2, 2, 2, 3, 3)
    assert {e.name: e.joker_steps for e in rules.editions} == {"far": (2, 3), "near": (1,)}
    assert rules.landing
    assert Rules.from_dict(rules.as_dict()) == rules


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board = 4", "board is 4, expected text"),
        ("wrap = 1", "wrap is 1, expected true or false"),
        ("colour = 1", "unknown key 'colour', expected only name, board"),
        ("board", "expected TOML"),
        ('board = "44"', "picture of a board '44'"),
        ('deck = "AAB"', "card 'B': expected A, J, or 2 to 9"),
        ('deck = "AAJJ"', "deck of 4 cards: expected 16"),
        ("players = 5", "5 players: expected 2 to 4"),
        ('players = 3\ndeck = "AAAA222233334 4JJ"', "expected three jokers"),
        ("[editions]\nall = 3", "edition 'all' is 3, expected numbers of steps"),
        ("[editions]\nall = [0]", "expected some of 1 to 9"),
        ("[editions]\nall = [1, 1_000_000_000_000]", "expected some of 1 to 9"),
        ('[editions]\n"a\\u001b" = [1]', "edition 'a.x1b': expected letters"),
        ("\n".join(["[editions]", *(f"e{n} = [1]" for n in range(300))]), "300 editions"),
        ("x = " + "[" * 5000, "nest too deeply"),
        ("[editions]", "have no edition"),
        ('name = "a/b"', "name 'a/b': expected letters"),
        (f'name = "{"a" * 60000}"', "name 'aaaa"),
    ],
)
def test_bad_rules_files(text, message, tmp_path, fails):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(RulesError, match=message):
        load_rules(path)
    assert re.search(message, fails(2, "show", "--rules", path, "A"))


def test_no_rules(fails):
    assert "no rules named 'nothing': expected a file, a size" in fails(
        2, "show", "--rules", "nothing", "A"
    )
    assert "no rules named 'aaa" in fails(2, "show", "--rules", "a" * 5000, "A")
    assert "name the board twice" in fails(2, "show", "--rules", "3x3", "--board", "3x3", "A")


def test_rules_are_named_by_their_file_or_by_themselves(tmp_path):
    path = tmp_path / "my rules.toml"
    path.write_text('board = "3x3"')
    with pytest.raises(RulesError, match="name 'my rules': expected letters"):
        load_rules(path)
    path.write_text('name = "mine"\nboard = "3x3"')
    # Under another name for the same file, because rules that were read are cached by name.
    assert load_rules(tmp_path / "." / path).name == "mine"


def test_tables_of_editions_in_another_order(tmp_path, answer):
    """Starts are ranked by their edition's number: red wins this deal, whichever table is used."""
    path = tmp_path / "turned.toml"
    path.write_text('name = "collapsi"\n[editions]\nsingle = [1]\nwild = [1, 2, 3, 4]\n')
    deal, file = "A223/4A2J/3A23/J3A4", tmp_path / "tables.h5"
    answer("build", deal, "-o", file)
    for rules in ("collapsi", path):
        printed = answer("probe", deal, "--in", file, "--rules", rules, "--edition", "single")
        assert "red wins in 13" in printed


def test_tables_of_different_rules_lie_apart():
    published = load_rules("3x3")
    assert published.table_name == "3x3"
    variants = [
        published,
        parse_rules('board = "3x3"\nwrap = false', "3x3"),
        parse_rules('board = "3x3"\nlanding = true', "3x3"),
        parse_rules('board = "3x3"\n[editions]\nwild = [2]', "3x3"),
        parse_rules('board = "3x3"\n[editions]\nsingle = [1]\nwild = [1, 2, 3, 4]', "3x3"),
        parse_rules('board = "### ### ##_"', "3x3"),
        parse_rules('board = "3x3"\nplayers = 3', "3x3"),
    ]
    variants.append(parse_rules('board = "3x3"', variants[1].table_name))
    assert len({rules.table_name for rules in variants}) == len(variants)
    assert all(rules.table_name.startswith("3x3-") for rules in variants[1:])


def test_a_deal_for_three_players_is_not_one_for_two():
    rules = load_rules("3-players")
    deal = Deal.parse("JA23/A2J3/23A2/3A4J", rules)
    assert deal == Deal.parse(str(deal), "3-players")
    assert deal.start().sides == ("red", "blue", "green")
    assert not isinstance(of_deal(deal), DealGame)
    with pytest.raises(MissingTableError, match="for 3 players: expected 2"):
        _ = DealGame(rules.deck, rules).size


@pytest.mark.parametrize("rules", [SMALL_RULES[0], ODD_RULES[0], ODD_RULES[2]], ids=by_name)
def test_commands_play_by_rules_files(rules, tmp_path, answer):
    path = tmp_path / "odd.toml"
    steps = "\n".join(f"{e.name} = {list(e.joker_steps)}" for e in rules.editions)
    path.write_text(
        f'board = "{" ".join(rules.board.picture)}"\nwrap = {str(rules.board.wrap).lower()}\n'
        f'deck = "{"".join("JA23456789"[card] for card in rules.deck)}"\n[editions]\n{steps}\n'
    )
    deal = str(random_deal(random.Random(1), rules))
    start = Position.parse(deal, rules.editions[0], rules)
    assert str(start) in answer("show", deal, "--rules", path)
    wins, plies = two(start)
    expected = f"red {'wins' if wins else 'loses'} in {plies}"
    assert expected in answer("probe", deal, "--rules", path)
    found = answer("probe", deal, "--rules", path, "--method", "search")
    assert f"{'red' if wins else 'blue'} wins in {plies}" in found
    assert "red" in answer("line", deal, "--rules", path, "--edition", rules.editions[-1].name)
    file = tmp_path / "tables.h5"
    answer("build", deal, "--rules", path, "-o", file)
    answer("build", "-n", 2, "--seed", 1, "--rules", path, "-o", file)
    assert "3 tables" in answer("verify", file)
    assert expected in answer("probe", deal, "--rules", path, "--in", file)


# --- what people read ---------------------------------------------------------------------


def test_the_rules_are_listed(answer):
    lines = answer("rules").splitlines()
    assert [line.split()[0] for line in lines[1:]] == [*presets()]
    listed = json.loads(answer("rules", "--json"))
    assert {one["name"]: one.pop("origin") for one in listed} == presets()
    files = installed_data("rules").glob("*.toml")
    assert {file.stem for file in files} == {*presets()}
    assert [Rules.from_dict(one) for one in listed] == list(map(load_rules, presets()))


@pytest.mark.parametrize("size", ["10x10", "0x4", "99x1"])
def test_sizes_that_no_board_has(size, fails):
    assert f"board {size}: expected 1 to 9 rows" in fails(2, "show", "--rules", size, "A")


def test_variants_of_one_name_are_not_compared(tmp_path, fails):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.toml").write_text('board = "2x3"')
    paths = [tmp_path / folder / "mine.toml" for folder in ("one", "two")]
    assert "variants mine, mine: expected different names" in fails(2, "lab", *paths)


@pytest.mark.thorough
def test_long_positions_are_whole_in_a_pipe(answer):
    deal = next(tablebase.random_deals(1, 3, load_rules("4x5")))
    lines = answer("line", deal, "--rules", "4x5").splitlines()
    moves = [line for line in lines if re.match(r"\d+ +(red|blue) ", line)]
    assert len(moves) == search(deal.start()).value.dte
    for line in moves:
        notation = re.search(r"\S+ [rb]$", line.rstrip())[0]
        assert notation in answer("show", notation, "--rules", "4x5")


# --- editions -------------------------------------------------------------------------------


def test_a_new_game_has_todays_edition_on_the_page_too():
    assert todays_edition(COLLAPSI).name == TODAY
    assert todays_edition(load_rules("joker-steps")) == load_rules("joker-steps").editions[0]
    script = Path(tablebase.__file__).with_name("games") / "collapsi/page/shared/variants.ts"
    assert f'const TODAY = "{TODAY}";' in script.read_text()

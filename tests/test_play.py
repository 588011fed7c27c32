"""`tablebase play`, fed from a pipe: a whole game, hints, take-back, and how it ends."""

import re

import pytest
from support import DEAL, one_line, python

import tablebase
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules_file import load_rules

WILD = "--edition", "wild"


@pytest.fixture
def play(answer):
    """Play a game from lines of input, under `wild` or named rules; returns the output."""

    def play(typed, *args):
        named = {"--edition", "--rules"} & set(map(str, args))
        return answer("play", *args, *(() if named else WILD), typed=typed)

    return play


def perfect_game():
    """The moves of best play by both sides."""
    line = tablebase.Tablebase().line(tablebase.Deal.parse(DEAL).start())
    return [str(probe.moves[0].move) for probe in line[:-1]]


def last_moves(out):
    return out.rstrip().splitlines()[-1].removeprefix("moves: ").split()


def test_a_whole_game_of_two_people(play):
    moves = perfect_game()
    out = play("\n".join(moves), DEAL, "--blue", "human")
    assert "red wins, score +3" in out
    assert "with perfect play red wins in 13 from the start" in out
    assert "gave the win away" not in out
    assert last_moves(out) == moves
    # What is printed replays the game, on one line too.
    assert last_moves(play(" ".join(moves), DEAL, "--blue", "human")) == moves


def test_against_the_perfect_player(play):
    out = play("a1\n" + "1\n" * 14, DEAL, "--seed", 1)
    assert "blue wins, score -" in out
    assert "ply 1: red's a1 gave the win away; a3 would have won in 13" in out
    assert out.count("gave the win away") == 1


def test_two_computers_need_nobody(play):
    games = [
        play("", DEAL, "--red", "casual", "--blue", "beginner", "--seed", n) for n in (1, 1, 2)
    ]
    assert games[0] == games[1] != games[2]
    position = tablebase.Position.parse(DEAL)
    for move in last_moves(games[0]):
        position = position.play(move)
    assert position.is_terminal


def test_strategies_play(play, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('order = ["most worst_moves"]')
    games = [play("", DEAL, "--red", "traps", "--blue", mine, "--seed", n) for n in (1, 1)]
    assert games[0] == games[1]
    assert games[0].startswith("red: traps, blue: mine, seed 1")
    position = tablebase.Position.parse(DEAL)
    for move in last_moves(games[0]):
        position = position.play(move)
    assert position.is_terminal


def test_numbers_hints_values_and_help(play):
    out = play("?\nhint\nvalues\n3\nquit\n", DEAL, "--blue", "human")
    assert "take back your last move" in out
    assert "hint: a3, red wins in 13" in out
    assert "red loses in 12" in out
    third = tablebase.Position.parse(DEAL).legal_moves()[2]
    assert last_moves(out) == [str(third)]
    assert "red loses" not in play("q", DEAL)


def test_a_new_game_has_todays_rules(answer):
    assert f"game: {DEAL}, single edition" in answer("play", DEAL).replace("Jr", "J").replace(
        "Jb", "J"
    ).replace(" r,", ",")
    assert ", single edition" in answer("play", "--seed", 1)
    said = (" ".join(answer(*words, "--help").split()) for words in (["play"], ["probe"]))
    assert ["by default single" in text for text in said] == [True, False]
    assert ", wild edition" in answer("play", "--seed", 1, "--edition", "wild")


def test_a_board_is_no_deal(fails):
    assert "expected --rules 5x5" in fails(2, "play", "5x5")


def test_reasons(play):
    out = play("d2 c2", "A223/4A2rxJ/3A23/Jb3A4 b", "--blue", "human")
    assert "the card on d2 has collapsed: expected " in out
    assert "another pawn is on c2" in play("c2", "A223/4A2rxJ/3A23/Jb3A4 b", "--blue", "human")


def test_take_back(play):
    assert last_moves(play("a1 undo a3 q", DEAL, "--blue", "human")) == ["a3"]
    # Against the computer, its move is taken back too.
    assert last_moves(play("a1\nu\na3\nu\nq", DEAL)) == ["none"]
    out = play("u\nq", DEAL, "--red", "perfect", "--blue", "human")
    assert "nothing to take back" in out
    assert last_moves(out) == ["a3"]


def test_nonsense_is_explained_and_changes_nothing(play):
    out = play("z9\n99\na2 a2 a2\n\nq", DEAL, "--blue", "human")
    assert "'z9' is not legal here: expected a1, " in out
    assert "'99' is not legal here" in out
    assert last_moves(out) == ["a2"]


def test_the_end_of_the_input_ends_the_game(play):
    out = play("", DEAL)
    assert last_moves(out) == ["none"]
    assert "wins, score" not in out


def test_a_game_that_is_over(play):
    position = tablebase.Deal.parse(DEAL).start()
    for move in perfect_game():
        position = position.play(move)
    out = play("", position)
    assert "red wins, score +3" in out


@pytest.mark.parametrize(
    ("side", "options"), [("red", ()), ("blue", ("--red", "casual", "--blue", "human"))]
)
def test_the_random_deal_can_be_won(play, side, options):
    for seed in range(3):
        out = play("", "--seed", seed, "--edition", "single", *options)
        start = out.split("game: ")[1].split(",")[0]
        assert tablebase.Tablebase().probe(tablebase.Position.parse(start, "single")).winner == side


def test_bad_input_is_one_line(tmp_path):
    for args in (("play", "nonsense"), ("play", "--red", "god"), ("play", DEAL, "--in", "no.h5")):
        done = python("import tablebase_cli; tablebase_cli.main()", *args, input="", cwd=tmp_path)
        assert done.returncode == 2
        assert one_line(done.stderr), done.stderr


# Other rules


def test_a_random_deal_of_other_rules(play):
    out = play("values q", *WILD, "--rules", "3x4", "--seed", 5)
    deal = next(random_deals(1, 5, load_rules("3x4")))
    assert f"game: {deal.start()}, wild edition, rules 3x4" in out
    probe = tablebase.Tablebase().probe(deal.start())
    assert f"with perfect play {probe.winner} wins in {probe.dte} from the start" in out
    verb = "wins" if probe.winner == "red" else "loses"
    typed = "values\n\nq"
    assert f"red {verb} in {probe.dte}" in play(typed, *WILD, "--rules", "3x4", "--seed", 5)


def test_rules_of_a_file(play, tmp_path):
    path = tmp_path / "cross.toml"
    path.write_text(
        'board = "_#_ ### _#_"\ndeck = "JJAAA"\nwrap = false\nlanding = true\n'
        "[editions]\nnear = [1]\n"
    )
    out = play("c2 q", "_J_/AAA/_J_", "--rules", path, "--blue", "human")
    assert "c2 is not 1 step away over open cards: expected b2" in out
    out = play("b2\nb2\na2\nq", "_J_/AAA/_J_", "--rules", path, "--blue", "human")
    assert "A RB" in out
    assert "game: _Jr_/AAA/_Jb_ r, near edition, rules cross" in out
    assert last_moves(out)[:3] == ["b2", "b2", "a2"]


LARGE = "JA33J/5464A/24A23/65642/3A255"


@pytest.mark.thorough
def test_a_board_too_large_for_a_table(play):
    out = play("values\nhint\n1\nq", LARGE, "--rules", "5x5", "--blue", "human")
    assert "hint: " in out
    assert len(last_moves(out)) == 1
    assert "with perfect play" not in out
    out = play("1\n1\nq", LARGE, "--rules", "5x5", "--red", "human")
    assert "red: human, blue: search" in out
    assert len(last_moves(out)) == 4


def test_two_searches_play_perfectly(play):
    deal = next(random_deals(1, 1, load_rules("4x5")))
    out = play("", deal, *WILD, "--rules", "4x5", "--red", "search", "--blue", "search")
    probe = tablebase.Tablebase().probe(deal.start())
    assert f"{probe.winner} wins" in out
    assert len(last_moves(out)) == probe.dte
    assert "gave the win away" not in out


def test_levels_need_a_table():
    args = ("play", LARGE, "--rules", "5x5", "--red", "casual")
    done = python("import tablebase_cli; tablebase_cli.main()", *args, input="")
    assert done.returncode == 2
    assert one_line(done.stderr), done.stderr
    assert "casual play from a table" in done.stderr
    assert "1,061,159,008 positions" in done.stderr
    assert "expected human or search" in done.stderr


def test_a_move_onto_a_pawn_has_its_number_too(play):
    """Rules may allow to end there."""
    out = play("q", "--rules", "landing", "--seed", 3)
    assert re.search(r"│JB:1 │", out)
    marks = re.findall(r"[(:](\d+)\)? ?│", out.split("red to move")[0])
    assert sorted(map(int, marks)) == [1, 2, 3, 4]

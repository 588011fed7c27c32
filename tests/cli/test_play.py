"""`tablebase play`, fed from a pipe: a whole game, hints, take-back, and how it ends."""

from types import SimpleNamespace

import pytest
from support import last_moves

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


def test_the_help_says_that_a_new_game_has_todays_rules(answer):
    said = (" ".join(answer(*words, "--help").split()) for words in (["play"], ["probe"]))
    assert ["By default single, today" in text for text in said] == [True, False]


@pytest.mark.parametrize(
    ("side", "options"), [("red", ()), ("blue", ("--red", "casual", "--blue", "human"))]
)
def test_the_random_deal_can_be_won(play, side, options):
    for seed in range(3):
        out = play("", "--seed", seed, "--edition", "single", *options)
        start = out.split("game: ")[1].split(",")[0]
        assert tablebase.Tablebase().probe(tablebase.Position.parse(start, "single")).winner == side


@pytest.fixture
def person(monkeypatch):
    """Somebody types at a terminal."""
    terminal = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("tablebase_cli.terminal.sys", terminal)


PUBLISHED = ("collapsi", "big-board", "big-board-4", "players-choice", "shifting-board")


@pytest.mark.parametrize("rules", PUBLISHED)
@pytest.mark.usefixtures("person")
def test_the_first_screen_has_the_rules_and_a_first_opponent(play, rules):
    """The rules in five lines, and one more for a shift; `?` has them too."""
    first, again = play("?", "--rules", rules, "--seed", 1).split("red> ")[:2]
    turn = load_rules(rules).turn
    players, *lines = first.splitlines()[: 7 if turn.lines_move else 6]
    assert lines[0] == "Move your pawn exactly as many cards as its card says: A is 1."
    assert ("over the edge" in lines[2]) == (not turn.spreads)
    assert lines[3].endswith("the other pawn." if turn.players == 2 else "another pawn.")
    assert lines[-2].startswith("Then you must shift") == turn.lines_move
    assert lines[-1].endswith(turn.rule or "If you cannot move, you lose.")
    assert again.startswith("\n".join([*lines, "a move "]))
    computer = {"big-board-4": "random", "collapsi": "beginner", "players-choice": "beginner"}
    assert players.startswith(f"red: human, blue: {computer.get(rules, 'search')}, ")


@pytest.mark.usefixtures("person")
def test_a_person_types_cells_that_stand_on_the_board(play):
    out = play("a1", "A223/4A2J/3A23/J3A4", *WILD, "--seed", 1)
    assert "│A(a1)│2(b1)│2(c1)│3(d1)│" in out
    assert "blue plays a3\n" in out


def test_a_random_deal_of_other_rules(play):
    out = play("values q", *WILD, "--rules", "3x4", "--seed", 5)
    deal = next(random_deals(1, 5, load_rules("3x4")))
    assert f"game: {deal.start()}, wild edition, rules 3x4" in out
    probe = tablebase.Tablebase().probe(deal.start())
    assert f"with perfect play {probe.winner} wins in {probe.dte} plies from the start" in out
    verb = "wins" if probe.winner == "red" else "loses"
    typed = "values\n\nq"
    assert f"red {verb} in {probe.dte}" in play(typed, *WILD, "--rules", "3x4", "--seed", 5)


def test_two_searches_play_perfectly(play):
    deal = next(random_deals(1, 1, load_rules("4x5")))
    out = play("", deal, *WILD, "--rules", "4x5", "--red", "search", "--blue", "search")
    probe = tablebase.Tablebase().probe(deal.start())
    assert f"{probe.winner} wins" in out
    assert len(last_moves(out)) == probe.dte
    assert "gave the win away" not in out

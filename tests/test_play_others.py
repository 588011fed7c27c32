"""2D Nim, Pair Solitaire and The Game in a terminal, fed from a pipe."""

from __future__ import annotations

import io
import random

import pytest
from pairs.test_game import random_stacks

import tablebase
import tablebase_cli
from tablebase.engine.play.history import History
from tablebase.errors import IllegalMoveError
from tablebase.games.nim import Position as Stones
from tablebase.games.nim import Rules
from tablebase.games.pairs import Position as Stack
from tablebase.games.pairs import generators
from tablebase.games.pairs.solver import solve
from tablebase.games.thegame.advice import Player, game, opinion
from tablebase.games.thegame.referee import Round
from tablebase.games.thegame.strategies import STRATEGIES
from tablebase.library import build_large


@pytest.fixture
def play(answer):
    """Play a game from lines of input; returns the output."""
    return lambda typed, name, *args: answer(name, "play", *args, typed=typed)


def last_moves(out):
    return out.rstrip().splitlines()[-1].removeprefix("moves: ").split()


class Interrupted(io.StringIO):
    """A person who presses Ctrl-C."""

    def readline(self, *_):
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["nim", "pairs", "thegame"])
def test_the_end_of_the_input_and_ctrl_c(name, play, monkeypatch, capsys):
    assert last_moves(play("", name)) == ["none"]
    assert last_moves(play("\n  \nquit\nz9", name)) == ["none"]
    monkeypatch.setattr("sys.stdin", Interrupted())
    with pytest.raises(SystemExit) as exit_:
        tablebase_cli.main([name, "play"])
    assert exit_.value.code == 1
    assert capsys.readouterr().err == "\ntablebase: interrupted\n"  # ends the line of ^C


@pytest.mark.parametrize("name", ["nim", "pairs", "thegame"])
def test_nonsense_changes_nothing(name, play):
    out = play("zz\nundo\n?\nq", name)
    assert "'zz' is not legal here: expected " in out
    assert "nothing to take back" in out
    assert "quit          leave the game" in out
    assert last_moves(out) == ["none"]


def test_a_history_is_taken_back_to_its_start():
    start = Stack.parse("2H 9C 2S KD 2C 2D")
    history = History(start)
    for card in ("KD", "9C"):
        history.play(card)
    assert list(map(str, history.moves)) == ["KD", "9C"]
    assert history.positions[1] == start.play("KD")
    history.take_back()
    history.take_back()
    assert (history.position, history.moves) == (start, [])
    with pytest.raises(IllegalMoveError, match="nothing to take back"):
        history.take_back()


# 2D Nim


def test_nim_against_the_perfect_player(play):
    """From a full 4x4 board, the second player wins, whatever the first does."""
    rng = random.Random(3)
    typed = "\n".join(str(rng.randint(1, 4)) for _ in range(60))
    for options in ((), ("--normal",)):
        out = play(typed, "nim", "--seed", 1, *options)
        assert "took the last stone: second wins" in out
        assert "with perfect play second wins" in out
        position = Stones.parse("4x4")
        for move in last_moves(out):
            position = position.play(move)
        assert position.is_terminal


def test_nim_hints_values_and_mistakes(play):
    out = play("hint\nvalues\nc1-a1\nundo\n1\nq", "nim", "1110/1000", "--second", "human")
    assert "hint: a1-c1, first wins in 2" in out
    assert "3 a1-c1  first wins in 2" in out
    assert "ply 1: first's a1 gave the win away; a1-c1 would have won in 2" in out
    assert "game: 1110/1000, take 1 to 3, misère" in out
    assert last_moves(out) == ["a1"]
    assert "first wins" not in play("q", "nim", "1110/1000").split("with perfect play")[0]


def test_nim_of_two_computers(play):
    games = [
        play("", "nim", "--first", "beginner", "--second", "casual", "--seed", n) for n in (1, 1, 2)
    ]
    assert games[0] == games[1] != games[2]


def test_nim_by_search_on_a_board_too_large_for_a_table(play, fails):
    few = "/".join(["1000000"] + ["0000000"] * 5 + ["0000011"])
    out = play("hint\nvalues\n1\nq", "nim", few, "--second", "human")
    assert "hint: f7-g7, first wins in 2" in out
    assert "with perfect play" not in out
    error = fails(2, "nim", "play", few, "--second", "casual")
    assert "casual play from a table" in error
    assert "expected human or search" in error


def test_nim_by_a_file_of_who_wins(play, tmp_path, fails):
    rules = Rules(4, 6)
    path = tmp_path / "nim.h5"
    build_large(path, rules)
    board = "111111/000000/000000/000011"
    with tablebase.open(path) as tables:
        winning = list(map(str, tables.outcome(Stones.parse(board)).winning))
        lost = str(tables.outcome(Stones.parse(board).play(winning[0])).position)
    assert 0 < len(winning) < len(Stones.parse(board).legal_moves())
    out = play(f"hint\nvalues\n{winning[0]}\nq", "nim", board, "--in", path, "--seed", 1)
    assert f"hint: {winning[0]} wins" in out
    assert out.partition("second plays")[0].count("  wins\n") == len(winning)
    assert "gave the win away" not in out
    assert "hint: no move wins" in play("h q", "nim", lost, "--in", path)
    mistake = next(
        str(move) for move in Stones.parse(board).legal_moves() if str(move) not in winning
    )
    out = play(f"{mistake}\nq", "nim", board, "--in", path, "--seed", 1)
    assert f"ply 1: first's {mistake} gave the win away; {winning[0]} would have won" in out
    reply = last_moves(out)[1]
    with tablebase.open(path) as tables:
        replies = tables.outcome(Stones.parse(board).play(mistake)).winning
    assert reply in map(str, replies)
    error = fails(2, "nim", "play", board, "--in", path, "--second", "casual")
    assert "casual play from distances" in error


# Pair Solitaire


def test_pairs_from_hint_to_hint(play):
    for stack in random_stacks(4, seed=5, most=9):
        text = " ".join(stack)
        start = Stack.parse(text)
        best = min(end.layer for end in ends(start))
        position, typed = start, []
        while position.legal_moves():
            out = play("\n".join([*typed, "hint", "q"]), "pairs", text)
            typed.append(out.split("hint: ")[-1].split()[0])
            position = position.play(typed[-1])
        assert position.layer == best
        assert f"{best} cards remain" in play("\n".join(typed), "pairs", text)


def ends(position):
    moves = position.legal_moves()
    if not moves:
        return [position]
    return [end for move in moves for end in ends(position.play(move))]


def test_pairs_chance_and_score(play):
    out = play("chance score 2C undo KD 9c score c", "pairs", "2H 9C 2S KD 2C 2D")
    assert "the game can still be perfect, score up to 104" in out
    assert "score 44" in out  # of a king and a nine
    assert last_moves(out) == ["KD", "9C"]
    out = play("2C c", "pairs", "2H 9C 2S KD 2C 2D")
    assert "no longer perfect: at least 3 cards remain, score up to 18" in out
    assert "a perfect game, score 104" in play("2H 2S 9C KD", "pairs", "2H 9C 2S KD 2C 2D")


def test_a_shuffle_of_pairs_can_be_beaten(play):
    out = play("q", "pairs", "--seed", 3, "--cards", 8)
    stack = next(line for line in out.splitlines() if line.startswith("game: "))[6:]
    assert stack == str(generators.filtered(random.Random(3), 8))
    assert solve(Stack.parse(stack)).perfect
    assert "seed 3" in out


# The Game


def test_the_adviser_followed_is_its_own_game(play):
    for number in range(2):
        now, typed = Round.start(5, number), []
        while moves := now.legal_moves():
            plays = opinion(STRATEGIES["real"], now).plays
            names = {move.lay: str(move) for move in moves}
            for lay in plays or [None]:
                name = names[lay] if lay in names else str(next(
                    move for move in now.legal_moves() if move.lay == lay
                ))  # fmt: skip
                typed.append(name)
                now = now.play(name)
        *_, (_, last) = game(Player(STRATEGIES["real"]), 5, number)
        assert now.position == last.position
        out = play(" ".join(typed), "thegame", "--seed", 5, "--game", number, "--adviser", "real")
        assert last_moves(out) == typed
        remaining = last.position.remaining
        ended = "won" if not remaining else f"over: {remaining} card"
        assert out.count(ended) == 2  # by the person, and by the adviser


def test_the_referee():
    now = Round.start(1, 0)
    assert (len(now.position.hand), len(now.deck), now.minimum) == (8, 90, 2)
    assert "draw" not in map(str, now.legal_moves())
    with pytest.raises(IllegalMoveError, match="'draw' is not legal"):
        now.play("draw")
    low, high = now.position.hand[0], now.position.hand[-1]
    now = now.play(f"{low}u1").play(f"{high}d2")
    assert now.position.tops == (low, 1, 100, high)
    assert now.can_draw
    drawn = now.play("draw")
    assert (len(drawn.position.hand), len(drawn.deck), drawn.minimum) == (8, 88, 2)
    assert (drawn.turn, drawn.laid) == (2, 0)


def test_a_turn_of_the_game(play, fails):
    out = play("2\nhint\n2u1 95d1\nundo\n95d1\nhint\nd\nu\nhint\nq", "thegame", "--seed", 1)
    assert "'2' is not legal here: expected 24d1" in out  # on which of two piles?
    assert "turn 1, 90 cards in the deck: lay 2 or more" in out
    assert "hint: 2 on up 1, 95 on down 1" in out
    assert "hint: draw" in out
    assert "turn 2, 88 cards in the deck: lay 2 or more" in out
    assert "nothing to take back: you have drawn" in out
    assert last_moves(out) == ["2u1", "95d1", "draw"]
    assert "unknown strategy" in fails(2, "thegame", "play", "--adviser", "nobody")
    assert "expected one" in fails(2, "thegame", "play", "--json")

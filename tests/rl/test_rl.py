"""The benchmark for learning machines, and Collapsi as its task."""

from __future__ import annotations

import json
import random
import re
import shlex
import sys
from itertools import islice
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from oracles import collapsi as collapsi_oracle
from support import dags
from support.learning import BOARD, SMALL, check_labels, instances, positions_of, run

import tablebase
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Coding, Result
from tablebase.errors import FileFormatError, NotationError, PositionError
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.rules_file import load_rules, presets
from tablebase.games.collapsi.strategy.advice import advise
from tablebase.games.collapsi.strategy.preferences import load_strategy
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.collapsi.tasks import CollapsiTask, strategy_moves
from tablebase.rl import network as network_module
from tablebase.rl.baselines import random_moves
from tablebase.rl.batch import Batch
from tablebase.rl.labels import label, stream
from tablebase.rl.network import Network, train
from tablebase.rl.play import Play
from tablebase.rl.regret import score_policy, score_values
from tablebase.rl.splits import split_of
from tablebase.rl.task import Arena, Instance, Moves, Task, check_turns
from tablebase.rl.tasks import names, task_of


@pytest.mark.parametrize("edition", ["wild", "single"])
def test_labels_of_collapsi(edition):
    memo, steps = {}, {"wild": (1, 2, 3, 4), "single": (1,)}[edition]

    def values(position):
        state = collapsi_oracle.parse(str(position))
        found = {}
        for row, column in collapsi_oracle.destinations(state, steps, 2, 4):
            after = collapsi_oracle.play(state, (row, column))
            wins, plies = collapsi_oracle.solve(after, steps, 2, 4, memo=memo)
            found[4 * row + column] = (not wins, plies + 1)
        return found

    task = CollapsiTask(BOARD, edition)
    (instance,) = instances(task, 1)
    ranks = instance.ranks
    assert len(ranks) == 6 * 5 * 2**4 + 2 * 7
    batch = Batch(task, instance, instance.rows_of(ranks))
    found = label(batch, build_table(instance.game))
    check_labels(found, values, lambda position: (False, 0))


def test_labels_of_the_real_board(deals, built):
    """Some positions of real deals, first plies included, against probes."""
    for edition in ("wild", "single"):
        task = CollapsiTask(edition=edition)
        for deal, table in zip(deals[:2], built, strict=False):
            instance = task.instance(deal.start())
            ranks = np.append(instance.ranks[::30_011], instance.ranks[-30:])
            batch = Batch(task, instance, instance.rows_of(ranks))
            found = label(batch, table)
            for row, start in enumerate(positions_of(batch)):
                position = tablebase.Position.parse(str(start), edition)
                probe = table.probe(position)
                assert found.wins[row] == (probe.result is Result.WIN)
                assert found.distances[row] == probe.dte
                best = {m.move.destination for m in probe.moves if m.is_best}
                assert set(np.flatnonzero(found.optimal[row])) == best
                sign = 1 if position.side_to_move == "red" else -1
                assert found.points[row] == sign * probe.score
                for move in probe.moves:
                    after = sign * move.position.score(move.value._replace(dte=move.value.dte - 1))
                    own = found.move_points[row, move.move.destination]
                    assert abs(own) == abs(after)
                    assert (own > 0) == move.keeps_win


def test_what_a_player_of_collapsi_sees():
    task = CollapsiTask()
    position = task.start("A223/4A2rxJ/3A23b/xJ3A4 r")
    instance = task.instance(position)
    planes = instance.observe(instance.row_of(position))[0]
    assert task.planes == (
        "joker", "card 1", "card 2", "card 3", "card 4", "own pawn", "other pawn",
    )  # fmt: skip
    drawn = ["".join(".X"[cell] for cell in plane.ravel()) for plane in planes]
    assert drawn == [
        "................",
        "X....X...X....X.",
        ".XX...X...X.....",
        "...X....X..X.X..",
        "....X..........X",
        "......X.........",
        "...........X....",
    ]
    assert (planes == task.observe(position, "red")).all()
    other = task.observe(position, "blue")
    assert (other[:5] == planes[:5]).all()
    assert (other[5] == planes[6]).all()
    assert (other[6] == planes[5]).all()


def small_shifting():
    return Rules("small", Board(2, 3), (0, 0, 1, 1, 2, 3), shift="must", pushed="out")


def test_what_players_see_of_a_board_that_loses_its_outline():
    """Its layout in the corner of a grid that every game fits, and the cards that are face down."""
    task = task_of("collapsi", rules=small_shifting())
    assert (task.shape, task.actions) == ((7, 6, 7), 6 * 7 * 4)
    assert task.planes[3:] == ("card 3", "card face down", "own pawn", "other pawn")
    play = Play(task, task.start("_A2Ar/3bxJxJ_ r"))
    drawn = {
        name: [divmod(place, 7) for place in np.flatnonzero(plane)]
        for name, plane in zip(task.planes, play.observation(0), strict=True)
    }
    assert drawn == {
        "joker": [],
        "card 1": [(0, 1), (0, 3)],
        "card 2": [(0, 2)],
        "card 3": [(1, 0)],
        "card face down": [(1, 1), (1, 2)],
        "own pawn": [(0, 3)],
        "other pawn": [(1, 0)],
    }
    assert np.flatnonzero(play.mask(0)).tolist() == [4, 5, 6, 7, 8, 9, 10, 11]
    assert str(play.after(10).position) == "__2r_/_AxJxA/3bxJ__ b"


def test_a_layout_that_play_cannot_reach_is_no_start():
    with pytest.raises(ValueError, match="4x5 places after ply 1: expected at most 3x4"):
        task_of("collapsi", rules=small_shifting()).start("Ar____/__A2_/__xJ3_/____Jb b")


@pytest.mark.parametrize("rules", presets())
def test_all_rules_are_played(rules):
    """Random games under every preset, in lockstep with the engine's positions."""
    task, rng = task_of("collapsi", rules=rules), random.Random(rules)
    own = task.planes.index("own pawn")
    for start in islice(task.starts("train", 2), 3):
        play, plies = Play(task, start), 0
        while not play.is_over:
            position = play.position
            places = on_grid(task, position)
            assert len(play.moves) == len(position.legal_moves())
            for number, agent in enumerate(task.agents):
                seen = play.observation(number).reshape(len(task.planes), -1)
                up = {places[c] for c in range(len(position.cards)) if position.face_up >> c & 1}
                kinds = 1 + max(task.rules.deck)
                assert set(np.flatnonzero(seen[:kinds].any(axis=0))) == up
                if kinds < own:
                    assert set(np.flatnonzero(seen[kinds])) == {*places} - up
                pawns = position.pawns[number:] + position.pawns[:number]
                for plane, cell in zip(seen[own:], pawns, strict=False):
                    assert np.flatnonzero(plane).tolist() == [places[cell]] * (cell >= 0)
                if len(task.agents) > 2:
                    seats = [task.agents.index(name) for name in position.out]
                    gone = {places[position.pawns[s]] for s in seats if position.pawns[s] >= 0}
                    assert set(np.flatnonzero(seen[-1])) == gone
                assert play.mask(number).any() == (agent == position.side_to_move)
            action = rng.choice(list(play.moves))
            assert 0 <= action < task.actions
            play = play.after(action)
            assert play.position == position.play(play_name(task, position, action))
            plies += 1
        assert plies <= task.most_plies
        paid = dict(zip(task.agents, play.returns("result"), strict=True))
        assert paid.pop(play.position.winner) == 1
        assert set(paid.values()) == {-1}


def on_grid(task, position):
    """Where each card lies on the grid of observations, by the name of its cell."""
    cells = map(position.board.cell_name, range(len(position.cards)))
    return [(int(cell[1:]) - 1) * task.shape[2] + ord(cell[0]) - ord("a") for cell in cells]


def play_name(task, position, action):
    """The name of the move that an action means: its cell, and the letter of a shift."""
    letters = tuple(task.rules.turn.followed_by)
    place, letter = divmod(action, len(letters))
    return position.board.cell_name(on_grid(task, position).index(place)) + letters[letter]


def test_what_each_of_three_players_sees():
    task = CollapsiTask("3-players")
    position = task.start("xJAr23/A2Jb3/23A2/3A4Jg b")
    planes = task.observe(position, "green").reshape(len(task.planes), -1)
    assert task.planes[5:] == ("own pawn", "next pawn", "last pawn", "pawns that are out")
    assert [np.flatnonzero(plane).tolist() for plane in planes[5:]] == [[15], [1], [6], []]
    with pytest.raises(ValueError, match="reward 'points' under the rules '3-players'"):
        task.most_reward("points")


@pytest.mark.parametrize("rules", ["collapsi", "shift-back", "3-players"])
def test_identities_are_the_same_only_under_the_symmetries_of_the_rules(rules):
    task, rng = CollapsiTask(rules), random.Random(rules)
    start = next(task.starts("train"))
    kept = task.rules.symmetries
    for g in rng.sample(automorphisms(task.rules.board), 40):
        image = Deal.image(start.deal, g).start()
        assert (task.identity(image) == task.identity(start)) == (g in kept)


def test_proportions_of_splits():
    found = [split_of(str(number)) for number in range(10_000)]
    assert abs(found.count("test") - 1_000) < 150
    assert abs(found.count("validation") - 1_000) < 150


def test_intervals_take_deals_to_be_independent():
    task = SMALL
    deals = list(dict.fromkeys(instances(task, 12)))
    sums, numbers = [], []
    for deal in deals:
        one = score_policy(random_moves, stream(task, [deal]))
        assert one.best.low == one.best.figure == one.best.high
        sums.append(one.best.figure * one.best.number)
        numbers.append(one.best.number)
    sums, numbers = np.array(sums), np.array(numbers)
    score = score_policy(random_moves, stream(task, deals))
    ratio = sums.sum() / numbers.sum()
    half = 1.959963984540054 * np.sqrt(((sums - ratio * numbers) ** 2).sum()) / numbers.sum()
    assert score.best.number == numbers.sum()
    assert score.best.figure == pytest.approx(ratio)
    assert score.best.high - score.best.figure == pytest.approx(half)
    assert sum(row[0].number for row in score.layers.values() if row[0]) == numbers.sum()
    json.dumps(score.as_dict())


def test_a_strategy_as_a_policy(deals, built):
    """The same moves as the coach's, including the first plies."""
    strategy = load_strategy("safe-moves")
    for edition in ("wild", "single"):
        task = CollapsiTask(edition=edition)
        instance = task.instance(deals[0].start())
        ranks = np.append(instance.ranks[::60_013], instance.ranks[-30::3])
        batch = Batch(task, instance, instance.rows_of(ranks))
        chances = strategy_moves(strategy)(batch)
        for row, start in enumerate(positions_of(batch)):
            probe = built[0].probe(tablebase.Position.parse(str(start), edition))
            if probe.moves:
                made = {move.move.destination for move in advise(strategy, probe).made}
                assert set(np.flatnonzero(chances[row])) == made


def test_samples_are_fixed():
    task = SMALL
    one, same, other = (
        np.concatenate([found.batch.rows for found in stream(task, instances(task), 50, seed=seed)])
        for seed in (1, 1, 2)
    )
    assert len(one) == 100
    assert (one == same).all()
    assert (one != other).any()


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (lambda batch: np.zeros((len(batch), 2)), r"probabilities of shape \(\d+, 2\)"),
        (lambda batch: np.zeros(3, int), "3 actions: expected"),
        (lambda batch: np.full(len(batch), 99), "policy gives 99 in row"),
        (lambda batch: (~batch.legal).argmax(axis=1), "expected a legal action"),
        (lambda batch: batch.legal * 1.0, "that add up to 1"),
        (lambda batch: np.full(batch.legal.shape, 1 / batch.task.actions), "that add up to 1"),
        (lambda batch: batch.legal * np.nan, "not finite"),
    ],
)
def test_bad_policies(policy, message):
    with pytest.raises(ValueError, match=message):
        score_policy(policy, stream(SMALL, instances(SMALL, 1)))


class Numbered(dags.Graph):
    def rank_many(self, positions):
        return positions


class Nodes(Instance):
    def rows_of(self, ranks):
        return ranks

    def observe(self, rows):
        return np.zeros((len(rows), 1, 1, 1), np.int8)

    def moves(self, rows):
        found = [
            (at, move, after)
            for at, row in enumerate(rows.tolist())
            for move, (after, _) in enumerate(self.game.after[row])
        ]
        of, actions, after = np.array(found, np.int64).T
        return Moves(of, actions, after.astype(np.uint32))


class NodesTask(Task):
    name, agents, planes, shape = "graph", ("a", "b"), ("nothing",), (1, 1, 1)
    actions, most_plies, most_points = dags.MOST, 9, 10
    example = start = draw = identity = action_of = instance = None

    def points(self, layers, wins, distances):
        return np.where(wins, 10 - distances, distances - 10).astype(np.int16)


def test_ranks_without_a_position_have_no_labels():
    drawn = dags.draw_graph(random.Random(5), Coding(4, Result.LOSS))
    game = Numbered(drawn.after, drawn.layers_of, drawn.values)
    (found,) = stream(NodesTask(), [Nodes(game)])
    ranks = [rank for rank, after in enumerate(game.after) if after is not None]
    assert found.batch.rows.tolist() == ranks
    assert len(ranks) < game.size
    table = build_table(game)
    probes = [table.probe(game.unrank(rank)) for rank in ranks]
    assert found.wins.tolist() == [probe.result is Result.WIN for probe in probes]
    assert found.distances.tolist() == [probe.dte for probe in probes]


def test_sides_that_move_twice_have_no_labels():
    deal = next(random_deals(1, 1, load_rules("3-players")))
    with pytest.raises(ValueError, match="2 players, who may move twice in a row: expected"):
        check_turns(CollapsiTask(), game_of(deal))
    check_turns(CollapsiTask(), game_of(next(random_deals(1, 1))))


def test_bad_arguments():
    with pytest.raises(ValueError, match=f"unknown game 'go': expected {', '.join(names())}$"):
        task_of("go")
    with pytest.raises(ValueError, match="split 'dev': expected train, validation, test"):
        next(CollapsiTask().starts("dev"))
    with pytest.raises(ValueError, match="split test: no start in 10,000 draws"):
        next(CollapsiTask("2x3").starts("test"))
    for rules in ("3-players", "shift-back", "landing", "big-board"):
        task = CollapsiTask(rules)
        expected = f"rules '{rules}': expected (two players|at most 18 cells)"
        with pytest.raises(ValueError, match=expected):
            task.instance(next(task.starts("train")))
    with pytest.raises(ValueError, match="unknown edition"):
        CollapsiTask(edition="old")
    with pytest.raises(NotationError):
        CollapsiTask().start("nonsense")
    with pytest.raises(PositionError):
        CollapsiTask().start("AAAA/AAAA/JAAA/AAAJ")
    with pytest.raises(ValueError, match="reward 'gold': expected result or points"):
        score_values(lambda batch: np.zeros(len(batch)), [], "gold")
    with pytest.raises(ValueError, match="no positions"):
        score_values(lambda batch: np.zeros(len(batch)), [])
    with pytest.raises(ValueError, match="no position with a legal move"):
        score_policy(random_moves, [])


def test_the_gradients_of_a_network():
    network = Network.random([5, 4, 3, 1], seed=1)
    state = np.random.RandomState(2)
    seen = state.normal(size=(6, 5)).astype(np.float32)
    arrays = [a for pair in zip(network.weights, network.biases, strict=True) for a in pair]

    def loss():
        return float((network.forward(seen)[-1] ** 2).sum() / 2)

    layers = network.forward(seen)
    for array, gradient in zip(arrays, network.gradients(layers, layers[-1]), strict=True):
        assert gradient.shape == array.shape
        at = np.unravel_index(abs(gradient).argmax(), array.shape)
        kept = array[at]
        array[at] = kept + 1e-2
        above = loss()
        array[at] = kept - 1e-2
        assert (above - loss()) / 2e-2 == pytest.approx(gradient[at], rel=0.05)
        array[at] = kept


def test_a_network_learns(monkeypatch, tmp_path):
    for name in ("POSITIONS", "STEP"):
        monkeypatch.setattr(network_module, name, 256)
    task = SMALL
    one, same, other = (train(task, 2, [8], seed=seed).weights[0] for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()
    network = train(task, 80, [32])
    network.save(tmp_path / "net.npz")
    read = Network.load(tmp_path / "net.npz")
    deals = list(task.instances("test", 30))
    learnt = score_policy(read.policy, stream(task, deals))
    chance = score_policy(random_moves, stream(task, deals))
    assert learnt.regret_wins.figure < 0.8 * chance.regret_wins.figure
    assert score_values(read.value, stream(task, deals)).mean_squared.figure < 0.9


def test_a_file_that_is_not_a_network(tmp_path):
    path = tmp_path / "net.npz"
    network = Network.random([5, 3, 1], seed=1)
    network.save(path)
    data = path.read_bytes()
    for some in (b"hello", b"", data[: len(data) // 2], data[:-9] + data[-8:]):
        path.write_bytes(some)
        with pytest.raises(FileFormatError, match="is not a network"):
            Network.load(path)
    with ZipFile(path, "w") as file:
        file.writestr("a.txt", "hello")
    with pytest.raises(FileFormatError, match="is not a network"):
        Network.load(path)
    first, second = network.weights
    for arrays in (
        [np.zeros(3)],
        [first, network.biases[0]],
        [first, network.biases[0], first, network.biases[1]],
        [first, network.biases[0], second.astype(str), network.biases[1]],
        [first, network.biases[0], second],
    ):
        np.savez(path, *arrays)
        with pytest.raises(FileFormatError, match="is not a network"):
            Network.load(path)
    with path.open("wb") as file:
        np.save(file, first)
    with pytest.raises(FileFormatError, match="is not a network"):
        Network.load(path)


def test_a_network_is_written_completely_or_not_at_all(monkeypatch, tmp_path):
    def interrupted(file, *arrays):
        file.write(b"half of it")
        raise KeyboardInterrupt

    network = Network.random([5, 3, 1], seed=1)
    network.save(tmp_path / "net.npz")
    monkeypatch.setattr(np, "savez", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Network.random([5, 3, 1], seed=2).save(tmp_path / "net.npz")
    assert (Network.load(tmp_path / "net.npz").weights[0] == network.weights[0]).all()
    assert len(list(tmp_path.iterdir())) == 1


def test_the_command(capsys, tmp_path):
    few = "-n", 2, "--positions", 100
    code, out, _ = run(capsys, "score", "collapsi", "random", *few, "--json")
    task = CollapsiTask()
    score = score_policy(random_moves, stream(task, task.instances("test", 2), 100))
    assert (code, json.loads(out)) == (0, json.loads(json.dumps(score.as_dict())))

    (tmp_path / "my_entry.py").write_text(
        "from tablebase.rl.baselines import random_moves as policy\n"
    )
    entry = f"{tmp_path / 'my_entry.py'}:policy"
    code, out, _ = run(capsys, "score", "collapsi", entry, *few)
    assert code == 0
    assert out.splitlines()[-1].split()[:2] == ["all", str(score.best.number)]
    code, out, _ = run(capsys, "labels", "collapsi", *few)
    assert code == 0
    assert out.startswith("200 positions: ")
    assert run(capsys, "score", "collapsi", "room", *few)[0] == 0


ENTRIES = {
    "raises": "1 / 0",
    "ends": "import json\ndef policy(batch):\n    return json.loads('x')\nnumber = 5",
}
"""Modules of users, whose errors are reported in one line."""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("score", "go", "random"), "'go' is not one of"),
        (("score", "nim", "random", "--seed", -1), "-1 is not in the range 0 to 4,294,967,295"),
        (("labels", "nim", "--positions", 10**20), "is not in the range 1 to 10,000,000"),
        (("dataset", "nim", "-o", "data", "-n", 2), "2 is not in the range 3 to 1,000,000"),
        (("score", "nim", "raises.py:policy"), "raises.py:policy: ZeroDivisionError: division by"),
        (("score", "nim", "ends.py:policy", "-n", 1, "--positions", 1), "ends.py, line 3: JSON"),
        (("score", "nim", "ends.py:number"), "ends.py:number: 5 is no function"),
        (("score", "collapsi", "nope"), "no strategy 'nope'"),
        (("score", "nim", "room"), "no policy 'room' for nim: expected random, "),
        (("score", "collapsi", "nope.py"), "expected FILE.py:NAME or MODULE:NAME"),
        (("score", "collapsi", "nope.py:policy"), "expected FILE.py:NAME or MODULE:NAME"),
        (("score", "collapsi", "json:nope"), "expected FILE.py:NAME or MODULE:NAME"),
        (("score", "collapsi", "missing.npz"), "missing.npz: no such file"),
        (("train", "collapsi", "-o", "net.txt"), "net.txt: expected a file that ends in .npz"),
        (("train", "collapsi", "-o", "none/net.npz"), "none/net.npz: no such folder"),
    ],
)
def test_errors_of_the_command(capsys, monkeypatch, tmp_path, arguments, message):
    monkeypatch.chdir(tmp_path)
    for name, text in ENTRIES.items():
        (tmp_path / f"{name}.py").write_text(text)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (1 if "ends.py:policy" in arguments else 2, "")
    assert message in err
    assert err.startswith("tablebase: ")
    assert err.count("\n") == 1


@pytest.mark.thorough
def test_the_code_on_its_page():
    """Run in order, on one deal each; the blocks for PettingZoo and OpenSpiel are slow tests."""
    page = (Path(__file__).parents[2] / "docs" / "learning-machines.md").read_text()
    page = page.partition("## PettingZoo")[0]
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    given = {
        "my_model": lambda observations, legal: legal.argmax(1),
        "my_values": lambda observations: np.zeros(len(observations)),
        "print": lambda *figures: printed.extend(figures),
    }
    printed: list[Any] = []
    assert len(blocks) == 4
    for block in blocks:
        for many, one in (("100)", "1)"), ("count=100", "count=1"), ("range(len(census))", "[0]")):
            block = block.replace(many, one)
        exec(block, given)
    assert given["best"].shape == (len(given["labels"].wins), 16)
    figures = (estimate.figure for estimate in printed)
    regret_wins, regret_points, kept, wrong, absolute, squared = figures
    assert 0 < regret_wins < 1 < regret_points / regret_wins
    assert 0 < kept < 1
    assert 0 < wrong <= 1
    assert absolute == squared == 1  # 0 is as far from 1 as from -1
    assert given["score"].regret_wins.number > 500_000


def commands_of_the_pages():
    """The commands of both pages as words, without those of tools/, in the pages' order."""
    for page in ("learning-machines", "leaderboard"):
        text = (Path(__file__).parents[2] / "docs" / f"{page}.md").read_text("utf-8")
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
            for line in block.splitlines():
                words = shlex.split(line, comments=True)
                if words[:3] == ["python", "-m", "tablebase.rl"] and "tools/" not in line:
                    yield words[3:]


def test_the_commands_of_the_pages(monkeypatch, capsys, tmp_path):
    """Each runs as it is written, with fewer deals, positions and steps."""
    pytest.importorskip("pyarrow")
    for name in ("POSITIONS", "STEP"):
        monkeypatch.setattr(network_module, name, 64)
    (tmp_path / "my_entry.py").write_text(
        "from tablebase.rl.baselines import random_moves as policy\n"
        "def value(batch): return batch.legal.any(axis=1) - 0.5\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "my_entry", raising=False)  # of another test
    asked = []
    for verb, game, *words in commands_of_the_pages():
        if game not in names():
            continue
        few = ["-n", "10"] if verb == "dataset" else ["-n", "1"]
        few = ["--steps", "2", "--hidden", "8"] if verb == "train" else [*few, "--positions", "50"]
        code, _, err = run(capsys, verb, game, *words, *few)
        assert (code, err) == (0, "")
        asked.append(verb)
    assert {"dataset", "score", "values", "train"} <= set(asked)


@pytest.mark.parametrize(
    "task", [SMALL, task_of("collapsi", edition="single")], ids=["small", "single"]
)
def test_positions_of_many_deals_side_by_side(task):
    """The arena of many deals, against the deals one by one."""
    rng = np.random.default_rng(8)
    starts = list(islice(task.starts("train", 3), 5))
    arena, plain = task.arena(starts), Arena(task, starts)
    assert (arena.starts == plain.starts).all()
    deals = rng.integers(5, size=200)
    rows = arena.starts[deals]
    for _ in range(task.most_plies + 1):
        moves, expected = arena.moves(deals, rows), plain.moves(deals, rows)
        assert by_position(moves) == by_position(expected)
        assert (arena.observe(deals, rows) == plain.observe(deals, rows)).all()
        assert (arena.layers(deals, rows) == plain.layers(deals, rows)).all()
        if not len(moves.of):
            break
        chosen = rng.permutation(len(moves.of))
        chosen = chosen[np.unique(moves.of[chosen], return_index=True)[1]]
        deals, rows = deals[moves.of[chosen]], moves.after[chosen]
    assert not len(moves.of)


def by_position(moves):
    """The moves in an order of their own."""
    return sorted(zip(moves.of.tolist(), moves.actions.tolist(), moves.after.tolist(), strict=True))

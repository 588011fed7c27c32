"""The network that played itself: its search, what it sees, and the weights of the leaderboard.

Slow: the tree search of tools/alphazero against tables, training, and the committed weights. Needs
``pip install -e '.[torch]'``.
"""

import hashlib
import subprocess
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra [torch] is not installed")

from tablebase.engine.tables.table import build_table
from tablebase.errors import FileFormatError
from tablebase.rl.batch import Batch
from tablebase.rl.labels import label, stream
from tablebase.rl.regret import score_policy
from tablebase.rl.tasks import task_of

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tools" / "alphazero"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def program():
    """The modules of the folder, which imports them by their own names."""
    sys.path.insert(0, str(FOLDER))
    import network
    import player
    import search
    import train

    yield {"network": network, "player": player, "search": search, "train": train}
    sys.path.remove(str(FOLDER))


def late(instance, layer, number, seed=1):
    """Random positions of a deal in a layer."""
    ranks = instance.ranks[instance.layers[instance.ranks] == layer]
    return np.random.default_rng(seed).choice(ranks, number, replace=False)


def test_a_long_search_finds_the_winner(program):
    """Even with a network that knows nothing: few cards are left, and the ends are the rules'."""
    task = task_of("collapsi")
    torch.manual_seed(1)
    start = next(task.starts("train"))
    arena = task.arena([start])
    (instance,) = arena.instances
    rows = instance.rows_of(late(instance, 5, 400))
    found = label(Batch(task, instance, rows), build_table(instance.game))
    deals = np.zeros(len(rows), np.int64)
    tree = program["search"].Search(arena, program["network"].Network(), deals, rows, 400)
    tree.run()
    assert (tree.legal == found.batch.legal).all()
    chosen = tree.visits.argmax(axis=1)
    critical = tree.searched & found.wins & ~(found.winning | ~tree.legal).all(axis=1)
    assert critical.sum() > 10
    assert found.winning[np.arange(len(rows)), chosen][critical].mean() > 0.97
    decided = tree.searched
    assert ((tree.values > 0) == found.wins)[decided].mean() > 0.97


def test_what_the_network_sees_and_says(program):
    network, task = program["network"], task_of("collapsi")
    instance = task.instance(next(task.starts("train")))
    batch = Batch(task, instance, instance.rows_of(late(instance, 8, 50)))
    others = instance.moves(network.turned(batch.rows))
    seen = network.inputs(batch.observations, batch.moves, others)
    assert (seen[:, :7].reshape(batch.observations.shape) == batch.observations).all()
    assert (seen[:, network.LEGAL] == batch.legal).all()
    logits, values = network.Network().answers(seen)
    assert (np.isfinite(logits) == batch.legal).all()
    assert (abs(values) <= 1).all()
    # A shift of the torus shifts the answers, because cells are counted from the mover's pawn.
    right = np.roll(np.arange(16).reshape(4, 4), 1, axis=1).ravel()
    one = network.Network()
    plain, moved = one.answers(seen), one.answers(seen[:, :, right])
    np.testing.assert_allclose(moved[0], plain[0][:, right], atol=1e-5)
    np.testing.assert_allclose(moved[1], plain[1], atol=1e-5)


def test_a_seed_gives_the_same_weights_and_they_are_kept(program, tmp_path, monkeypatch):
    train, network = program["train"], program["network"]
    for name, value in (("DEALS", 8), ("TRIES", 4), ("STEPS", 3), ("BATCH", 32)):
        monkeypatch.setattr(train, name, value)
    files = [tmp_path / f"{number}.npz" for number in range(3)]
    for file, seed in zip(files, (1, 1, 2), strict=True):
        train.main([str(file), "--rounds", "2", "--seed", str(seed)], standalone_mode=False)
    one, same, other = (network.Network.load(file).state_dict() for file in files)
    assert all((one[name] == same[name]).all() for name in one)
    assert any((one[name] != other[name]).any() for name in one)
    files[0].write_bytes(b"hello")
    with pytest.raises(FileFormatError, match="is not a network"):
        network.Network.load(files[0])


def test_the_weights_are_those_of_the_leaderboard(program):
    weights = (FOLDER / "weights.npz").read_bytes()
    assert len(weights) < 300_000
    digest = hashlib.sha256(weights).hexdigest()
    assert digest in (ROOT / "docs" / "leaderboard.md").read_text()
    task = task_of("collapsi")
    deals = list(islice(task.instances("test", 10), 10))
    policy, ahead = (
        score_policy(entry, stream(task, deals, 2000)).regret_wins.figure
        for entry in (program["player"].policy, program["player"].ahead)
    )
    assert ahead < 0.04 < policy < 0.07  # on 200 deals 0.0327 and 0.0588


def test_the_command_of_the_docs():
    entry = "tools/alphazero/player.py:ahead"
    some = ("--deals", "1", "--positions", "100")
    command = (sys.executable, "-m", "tablebase.rl", "score", "collapsi", entry, *some)
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].split()[0] == "all"

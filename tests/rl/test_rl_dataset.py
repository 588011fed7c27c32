"""The labels as a data set in files; needs the extra ``[parquet]``."""

from pathlib import Path
from weakref import ref

import numpy as np
import pytest
from support.learning import run

import tablebase
from tablebase.engine.rooms import game_of
from tablebase.errors import FileFormatError
from tablebase.games.collapsi import tasks
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.tasks import CollapsiTask, DealArrays
from tablebase.rl.card import Shard
from tablebase.rl.dataset import DEALS_A_SHARD, columns, write
from tablebase.rl.splits import SHARES, split_of
from tablebase.rl.tasks import names, task_of

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet", reason="the extra [parquet] is not installed")

TASK = CollapsiTask("3x4")
DEALS, POSITIONS = 50, 40


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    return folder, write(TASK, folder, deals=DEALS, positions=POSITIONS, seed=3)


def rows_of(folder, shard):
    return parquet.read_table(folder / shard.path).to_pylist()


def test_every_row_is_true(made):
    """Against the table of its deal, built again."""
    folder, shards = made
    for row in rows_of(folder, shards[-1])[::7]:
        deal = Deal.parse(row["deal"], TASK.rules)
        table = tablebase.build(deal)
        position = table.game.unrank(row["rank"])
        instance = TASK.instance(position)
        planes = instance.observe(instance.rows_of(np.array([row["rank"]], np.uint32)))
        assert row["observation"] == planes.ravel().tolist()
        probe = table.probe(position)
        assert (row["win"], row["distance"]) == (probe.value.result == "win", probe.dte)
        assert abs(row["points"]) == position.layer + 2 - probe.dte
        moves = {TASK.action_of(position, one.move): one.is_best for one in probe.moves}
        assert [at for at, legal in enumerate(row["legal"]) if legal] == sorted(moves)
        best = [at for at in sorted(moves) if moves[at]]
        assert [at for at, is_best in enumerate(row["optimal"]) if is_best] == best


def test_no_deal_is_in_two_splits(made):
    folder, shards = made
    splits = {}
    for shard in shards:
        for row in rows_of(folder, shard):
            splits.setdefault(row["deal"], set()).add(shard.split)
    assert all(len(found) == 1 for found in splits.values())
    for key, (split,) in splits.items():
        deal = Deal.parse(key, TASK.rules)
        assert split_of(TASK.identity(deal.start(TASK.edition))) == split
    counts = [[*splits.values()].count({name}) for name in ("train", "validation", "test")]
    assert counts == [DEALS * 8 // 10, DEALS // 10, DEALS // 10]
    assert len([shard for shard in shards if shard.split == "train"]) == 2 > DEALS / DEALS_A_SHARD


def test_few_deals_are_as_many_as_asked_for(tmp_path):
    write(TASK, tmp_path, deals=5, positions=1)
    rows = {name: len(parquet.read_table(tmp_path / name)) for name in SHARES}
    assert rows == {"train": 3, "validation": 1, "test": 1}
    with pytest.raises(ValueError, match="2 deals: expected at least 3, one for each split"):
        write(TASK, tmp_path / "none", deals=2)


def test_the_card_says_what_is_there(made):
    folder, shards = made
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.parquet")}
    assert there == {shard.path for shard in shards}
    assert parquet.read_schema(folder / shards[0].path).names == [*columns(TASK)]
    text = (folder / "README.md").read_text()
    assert text.startswith("---\nlicense: mit\n")
    assert all(f"`{name}` | {meaning} |" in text for name, meaning in columns(TASK).items())
    assert f"| train | {40 * POSITIONS:,} |" in text


def test_an_interrupted_run_goes_on_and_no_other(made):
    folder, shards = made
    again = {"deals": DEALS, "positions": POSITIONS, "seed": 3}
    lost = folder / shards[1].path
    content = lost.read_bytes()
    lost.unlink()
    kept = (folder / shards[0].path).stat().st_mtime_ns
    assert write(TASK, folder, **again) == shards
    assert lost.read_bytes() == content
    assert (folder / shards[0].path).stat().st_mtime_ns == kept
    with pytest.raises(FileFormatError, match="of another data set"):
        write(TASK, folder, **{**again, "seed": 4})
    lost.write_bytes(content[:100])
    with pytest.raises(FileFormatError, match="move it away to write it again"):
        write(TASK, folder, **again)
    lost.write_bytes(content)


def test_only_one_shards_deals_are_in_memory(tmp_path, monkeypatch):
    made, held = [], []

    def arrays(game, edition):
        found = DealArrays(game, edition)
        made.append(ref(found))
        return found

    def progress(done, total):
        there = [vars(found) for one in made if (found := one()) is not None]
        held.append({name: sum(name in names for names in there) for name in ("ranks", "layers")})

    monkeypatch.setattr(tasks, "_arrays", arrays)
    write(TASK, tmp_path, deals=DEALS, positions=2, progress=progress)
    assert len(made) == DEALS > DEALS_A_SHARD
    assert held == 4 * [{"ranks": 0, "layers": 0}]


@pytest.mark.thorough
def test_the_command(tmp_path, capsys):
    folder = tmp_path / "data"
    code, out, _ = run(capsys, "dataset", "collapsi", "-o", folder, "-n", 3, "--positions", 5)
    assert (code, out) == (0, f"15 positions in 3 files of {folder}\n")
    (tmp_path / "file").touch()
    code, _, err = run(capsys, "dataset", "collapsi", "-o", tmp_path / "file")
    assert code in (1, 2)
    assert str(tmp_path / "file") in err
    assert "Errno" not in err


def test_a_game_with_one_board_has_a_shard_a_split(tmp_path):
    task = task_of("nim", rows=2, columns=3)
    shards = write(task, tmp_path, positions=None)
    splits = [shard.split for shard in shards]
    assert splits == [name for name in SHARES if len(next(task.instances(name)).ranks)]
    assert sum(shard.rows for shard in shards) == game_of(task.start(task.example)).size
    assert isinstance(shards[0], Shard)
    assert Path(tmp_path / shards[0].path).exists()
    assert "rows=2, columns=3" in (tmp_path / "README.md").read_text()
    with pytest.raises(FileFormatError, match="another data set"):
        write(task_of("nim", rows=3, columns=3), tmp_path, positions=None)


def test_a_file_of_something_else_is_not_taken_for_a_shard(tmp_path):
    (tmp_path / "train").mkdir()
    table = pyarrow.table({"a": [1]})
    parquet.write_table(table.replace_schema_metadata(None), tmp_path / "train" / "00000.parquet")
    with pytest.raises(FileFormatError, match="another data set"):
        write(task_of("nim", rows=2, columns=3), tmp_path, positions=None)


@pytest.mark.parametrize("name", names())
def test_a_task_has_its_options_as_attributes(name):
    task = task_of(name)
    assert all(hasattr(task, option) for option in task.options)

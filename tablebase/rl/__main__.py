"""``python -m tablebase.rl``: train the baseline, score an entry, measure the labels."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

import click

from tablebase.rl.tasks import names
from tablebase_cli import run
from tablebase_cli.options import (
    SEED,
    Whole,
    flag,
    folder_to,
    number_option,
    output_to,
    together,
    whole_option,
)
from tablebase_cli.output import figures, printed, show
from tablebase_cli.progress import progress_share

if TYPE_CHECKING:
    from tablebase.rl.labels import Labels
    from tablebase.rl.regret import PolicyScore, ValueScore
    from tablebase.rl.task import Task
    from tablebase.study.intervals import Estimate

GAMES = click.Choice(names())
MOST = Whole(1, 10_000_000)

ENTRY = """ENTRY is a network that `train` wrote, or FILE.py:NAME or MODULE:NAME, a function of
yours that takes a batch."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
def main() -> None:
    """A benchmark for machine learning; docs/learning-machines.md is the guide."""


seed_option = whole_option(
    "--seed", SEED, "Random seed, always the same if omitted, so that scores can be compared.", 0
)


def _positions_option(**options: Any) -> Callable[..., Any]:
    return whole_option("--positions", MOST, "Random positions of each deal.", **options)


_labels_options = together(
    click.option(
        "--split",
        type=click.Choice(["train", "validation", "test"]),
        default="test",
        help="Which deals.",
    ),
    number_option("How many deals of the split, at most.", 100, name="deals"),
    _positions_option(show_default="all"),
    seed_option,
)
"""The options that choose positions."""


@main.command(epilog=ENTRY)
@click.argument("game", type=GAMES)
@click.argument("entry")
@_labels_options
@printed
def score(game: str, entry: str, **chosen: Any) -> None:
    """Print what the moves of an ENTRY give away in GAME.

    ENTRY may also be `random`, or a policy of the game itself, such as a strategy, by its
    name or file.
    """
    from tablebase.rl.regret import score_policy

    found = score_policy(_policy(game, entry), _labels(game, **chosen))
    _print(found, ("regret in wins", "regret in points", "best move", "win kept"))


@main.command(epilog=ENTRY)
@click.argument("game", type=GAMES)
@click.argument("entry")
@click.option(
    "--reward",
    type=click.Choice(["result", "points"]),
    default="result",
    help="What the value function expects: the result, 1 or -1, or the points at the end.",
)
@_labels_options
@printed
def values(game: str, entry: str, reward: Any, **chosen: Any) -> None:
    """Print how wrong a value function, an ENTRY, is in GAME."""
    from tablebase.rl.network import Network
    from tablebase.rl.regret import score_values

    value = Network.load(entry).value if entry.endswith(".npz") else _function(entry)
    found = score_values(value, _labels(game, **chosen), reward)
    _print(found, ("wrong sign", "mean absolute error", "mean squared error"))


@main.command()
@click.argument("game", type=GAMES)
@output_to("The file to write, which ends in .npz.")
@whole_option("--steps", MOST, "Batches to learn from.", 4000)
@click.option(
    "--hidden",
    type=Whole(1, 100_000),
    metavar="N",
    multiple=True,
    default=(256, 256),
    help="Size of a hidden layer; once for each.",
)
@seed_option
def train(game: str, output: Path, steps: int, hidden: tuple[int, ...], seed: int) -> None:
    """Train the baseline network for GAME and write it to FILE."""
    from tablebase.rl.network import train as trained
    from tablebase.rl.tasks import task_of
    from tablebase.support.files import new_file

    if output.suffix != ".npz":
        raise click.UsageError(f"{output}: expected a file that ends in .npz")
    new_file(output)

    def report(step: int, loss: float) -> None:
        if step % 100 == 0 or step == steps:
            click.echo(f"step {step:,}: loss {loss:.4f}, {time.process_time():.0f} s of processor")

    trained(task_of(game), steps, list(hidden), seed=seed, report=report).save(output)


@main.command()
@click.argument("game", type=GAMES)
@_labels_options
@printed
def labels(game: str, **chosen: Any) -> None:
    """Label positions of GAME, and print how many a second.

    Solving the deals is included.
    """
    for _ in _labels(game, split=chosen["split"], deals=1, positions=1, seed=chosen["seed"]):
        pass  # compile the kernels before the measurement
    wall, processor, number = time.perf_counter(), time.process_time(), 0
    for found in _labels(game, **chosen):
        number += len(found.wins) * bool(len(found.distances)) * bool(len(found.optimal))
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    parts = [
        f"{number:,} positions: {number / wall:,.0f} a second",
        f"{number / processor:,.0f} a second of processor time",
    ]
    show({"positions": number, "seconds": wall, "processor_seconds": processor}, parts)


@main.command()
@click.argument("game", type=GAMES)
@folder_to("The folder to write.")
@number_option(
    "Deals: 80% for training, 10% for validation, 10% for the test.",
    1000,
    of=Whole(3, 1_000_000),
    name="deals",
)
@_positions_option(default=4096)
@flag("--every", "All positions of each deal instead.")
@seed_option
def dataset(game: str, output: Path, deals: int, positions: int, every: bool, seed: int) -> None:
    """Write labelled positions of GAME into FOLDER as Parquet files.

    A run that was interrupted goes on where it was.
    """
    from tablebase.rl.dataset import write
    from tablebase.rl.tasks import task_of

    with progress_share("writing") as progress:
        shards = write(
            task_of(game),
            output,
            deals=deals,
            positions=None if every else positions,
            seed=seed,
            progress=lambda done, total: progress(done / total),
        )
    rows = sum(shard.rows for shard in shards)
    click.echo(f"{rows:,} positions in {len(shards)} files of {output}")


def _labels(
    game: str, split: str, deals: int, positions: int | None, seed: int
) -> Iterator[Labels]:
    from tablebase.rl.labels import stream
    from tablebase.rl.tasks import task_of

    task: Task = task_of(game)
    return stream(task, task.instances(split, deals, seed), positions, seed=seed)


def _policy(game: str, entry: str) -> Callable[..., Any]:
    """The policy that an argument names."""
    from tablebase.rl.baselines import random_moves
    from tablebase.rl.network import Network
    from tablebase.rl.tasks import task_of

    if entry == "random":
        return random_moves
    if entry.endswith(".npz"):
        return Network.load(entry).policy
    if ":" in entry or entry.endswith(".py"):
        return _function(entry)
    return task_of(game).policy(entry)


def _function(entry: str) -> Callable[..., Any]:
    """The function of an argument ``FILE.py:NAME`` or ``MODULE:NAME``."""
    module, _, name = entry.rpartition(":")
    path = Path(module)
    if path.suffix == ".py":
        sys.path.insert(0, str(path.parent.resolve()))
        module = path.stem
    try:
        found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    except Exception as error:  # whatever a stranger's module raises
        what = f"{entry}: {type(error).__name__}: {error}"
        raise click.UsageError(f"{what}, expected FILE.py:NAME or MODULE:NAME") from error
    if not callable(found):
        raise click.UsageError(f"{entry}: {found!r:.60} is no function")

    def called(batch: Any) -> Any:
        try:
            return found(batch)
        except Exception as error:
            at = extract_tb(error.__traceback__)[:2][-1]  # in the function itself, below this line
            what = f"{type(error).__name__}: {error}"
            raise click.ClickException(f"{at.filename}, line {at.lineno}: {what}") from error

    return called


def _print(found: PolicyScore | ValueScore, names: tuple[str, ...]) -> None:
    """Print a score: a row for each layer, and one for all positions."""
    totals: list[Estimate | None] = [
        getattr(found, field) for field in found.__dataclass_fields__ if field != "layers"
    ]
    rows = [*found.layers.items(), ("all", totals)]
    show(found.as_dict(), [figures(("layer", "positions", *names), (_row(*row) for row in rows))])


def _row(name: object, estimates: Any) -> list[str]:
    number = estimates[0].number if estimates[0] else 0
    cells = (f"{each.figure:.5f} ± {each.high - each.figure:.5f}" if each else "-"
             for each in estimates)  # fmt: skip
    return [str(name), f"{number:,}", *cells]


if __name__ == "__main__":
    run.main(command=main, name="python -m tablebase.rl")

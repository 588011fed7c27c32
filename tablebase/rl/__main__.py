"""``python -m tablebase.rl``: train the baseline, score an entry, measure the labels."""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tablebase.rl.tasks import names

if TYPE_CHECKING:
    from tablebase.rl.labels import Labels
    from tablebase.rl.regret import PolicyScore, ValueScore
    from tablebase.rl.task import Task
    from tablebase.study.intervals import Estimate

F = TypeVar("F", bound=Callable[..., Any])

GAMES = click.Choice(names())

ENTRY = """ENTRY is a network that `train` wrote, or FILE.py:NAME or MODULE:NAME, a function of
yours that takes a batch."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
def main() -> None:
    """A benchmark for machine learning; docs/learning-machines.md is the guide."""


def _labels_options(command: F) -> F:
    """The options that choose positions."""
    for option in (
        click.option("--seed", default=0, help="Random seed of the deals."),
        click.option(
            "--positions",
            type=click.IntRange(1),
            help="Random positions of each deal. All if omitted.",
        ),
        click.option(
            "--deals",
            type=click.IntRange(1),
            default=100,
            help="Deals of the split, if there are so many.",
        ),
        click.option(
            "--split",
            type=click.Choice(["train", "validation", "test"]),
            default="test",
            help="Which deals.",
        ),
    ):
        command = option(command)
    return command


_json_option = click.option("--json", "as_json", is_flag=True, help="Print the score as JSON.")


@main.command(epilog=ENTRY)
@click.argument("game", type=GAMES)
@click.argument("entry")
@_labels_options
@_json_option
def score(game: str, entry: str, as_json: bool, **chosen: Any) -> None:
    """Print what the moves of an ENTRY give away in GAME.

    ENTRY may also be `random`, or a policy of the game itself, such as a strategy, by its
    name or file.
    """
    from tablebase.rl.regret import score_policy

    found = score_policy(_policy(game, entry), _labels(game, **chosen))
    _print(found, as_json, ("regret in wins", "regret in points", "best move", "win kept"))


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
@_json_option
def values(game: str, entry: str, reward: Any, as_json: bool, **chosen: Any) -> None:
    """Print how wrong a value function, an ENTRY, is in GAME."""
    from tablebase.rl.network import Network
    from tablebase.rl.regret import score_values

    value = Network.load(entry).value if entry.endswith(".npz") else _function(entry)
    found = score_values(value, _labels(game, **chosen), reward)
    _print(found, as_json, ("wrong sign", "mean absolute error", "mean squared error"))


@main.command()
@click.argument("game", type=GAMES)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--steps", type=click.IntRange(1), default=4000)
@click.option(
    "--hidden",
    type=click.IntRange(1),
    multiple=True,
    default=(256, 256),
    help="Size of a hidden layer; once for each.",
)
@click.option("--seed", default=0, help="Random seed.")
def train(game: str, file: Path, steps: int, hidden: tuple[int, ...], seed: int) -> None:
    """Train the baseline network for GAME and write it to FILE, which ends in .npz."""
    from tablebase.rl.network import train as trained
    from tablebase.rl.tasks import task_of
    from tablebase.support.files import new_file

    if file.suffix != ".npz":
        raise click.UsageError(f"{file}: expected a file that ends in .npz")
    new_file(file)

    def report(step: int, loss: float) -> None:
        if step % 100 == 0 or step == steps:
            click.echo(f"step {step:,}: loss {loss:.4f}, {time.process_time():.0f} s of processor")

    trained(task_of(game), steps, list(hidden), seed=seed, report=report).save(file)


@main.command()
@click.argument("game", type=GAMES)
@_labels_options
def labels(game: str, **chosen: Any) -> None:
    """Label positions of GAME, and print how many a second, solving the deals included."""
    for _ in _labels(game, split=chosen["split"], deals=1, positions=1, seed=chosen["seed"]):
        pass  # compile the kernels before the measurement
    wall, processor, number = time.perf_counter(), time.process_time(), 0
    for found in _labels(game, **chosen):
        number += len(found.wins) * bool(len(found.distances)) * bool(len(found.optimal))
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    click.echo(f"{number:,} positions: {number / wall:,.0f} a second")
    click.echo(f"{number / processor:,.0f} a second of processor time")


@main.command()
@click.argument("game", type=GAMES)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=1000,
    help="Deals: 80% for training, 10% for validation, 10% for the test.",
)
@click.option(
    "--positions",
    type=click.IntRange(1),
    default=4096,
    help="Random positions of each deal.",
)
@click.option("--every", is_flag=True, help="All positions of each deal instead.")
@click.option("--seed", default=0, help="Random seed of deals and positions.")
def dataset(game: str, folder: Path, deals: int, positions: int, every: bool, seed: int) -> None:
    """Write labelled positions of GAME into FOLDER: Parquet files with cards.

    A run that was interrupted goes on where it was.
    """
    from rich.console import Console
    from rich.progress import Progress

    from tablebase.rl.dataset import write
    from tablebase.rl.tasks import task_of

    stderr = Console(stderr=True)
    with Progress(console=stderr, disable=not stderr.is_terminal, transient=True) as bar:
        task = bar.add_task("Writing", total=None)
        shards = write(
            task_of(game),
            folder,
            deals=deals,
            positions=None if every else positions,
            seed=seed,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    rows = sum(shard.rows for shard in shards)
    click.echo(f"{rows:,} positions in {len(shards)} files of {folder}")


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
    return _function(entry) if ":" in entry else task_of(game).policy(entry)


def _function(entry: str) -> Callable[..., Any]:
    """The function of an argument ``FILE.py:NAME`` or ``MODULE:NAME``."""
    module, _, name = entry.rpartition(":")
    path = Path(module)
    if path.suffix == ".py":
        sys.path.insert(0, str(path.parent.resolve()))
        module = path.stem
    try:
        found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise click.UsageError(f"{entry}: {error}, expected FILE.py:NAME or MODULE:NAME") from error
    return found


def _print(found: PolicyScore | ValueScore, as_json: bool, names: tuple[str, ...]) -> None:
    """Print a score: a row for each layer, and one for all positions."""
    if as_json:
        click.echo(json.dumps(found.as_dict(), indent=2))
        return
    totals: list[Estimate | None] = [
        getattr(found, field) for field in found.__dataclass_fields__ if field != "layers"
    ]
    click.echo(f"{'layer':>5} {'positions':>13}" + "".join(f"{name:>22}" for name in names))
    for layer, row in found.layers.items():
        click.echo(_row(str(layer), row))
    click.echo(_row("all", totals))


def _row(name: str, row: Any) -> str:
    number = row[0].number if row[0] else 0
    cells = (f"{each.figure:.5f} ± {each.high - each.figure:.5f}" if each else "-" for each in row)
    return f"{name:>5} {number:>13,}" + "".join(f"{cell:>22}" for cell in cells)


def run() -> int:
    """Run the command and return its exit code; an error is reported in one line."""
    try:
        main.main(prog_name="python -m tablebase.rl", standalone_mode=False)
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _complain("interrupted", 130)
    except (ValueError, TypeError, FileNotFoundError) as error:
        return _complain(str(error), 2)
    except (OSError, ImportError, MemoryError) as error:
        return _complain(str(error) or "out of memory", 1)
    return 0


def _complain(message: str, code: int) -> int:
    click.echo(f"tablebase: {' '.join(message.split())}", err=True)
    return code


if __name__ == "__main__":
    sys.exit(run())

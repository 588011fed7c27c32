"""Games that a person has left: the command that continues each, and the last of every game.

A game is what was typed for `play`, the random seed, and the moves so far. The last game that was
left is kept in `games.json`, in the folder of the user's own files, until one is played to its end.
"""

from __future__ import annotations

import contextlib
import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from .group import GameCommand

MOVES, SEED, CONTINUE = "--moves", "--seed", "--continue"
_TYPED = "typed"
MOST_BYTES = 1 << 20


class PlayCommand(GameCommand):
    """A command that plays a game in a terminal, and can continue one.

    `Terminal` plays the moves of `moves_before`, and calls `leave` or `finish` at the end.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.params += [
            click.Option(
                [MOVES],
                metavar="MOVES",
                default="",
                show_default=False,
                expose_value=False,
                callback=_keep,
                help="Begin after these moves, separated by blanks.",
            ),
            click.Option(
                [CONTINUE],
                is_flag=True,
                expose_value=False,
                help="Continue the last game that you left; takes no other arguments.",
            ),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what is typed; the last game's own words for --continue."""
        if CONTINUE in args:
            if args != [CONTINUE]:
                raise click.UsageError(f"{CONTINUE} goes without other arguments", ctx)
            args = _last(ctx.command_path)
        ctx.meta[_TYPED] = list(args)
        return super().parse_args(ctx, args)


def _keep(context: click.Context, parameter: click.Parameter, value: str) -> None:
    context.meta[MOVES] = value.split()


def moves_before() -> list[str]:
    """The moves with which the game under way begins."""
    context = click.get_current_context(silent=True)
    return [] if context is None else list(context.meta.get(MOVES, ()))


def leave(moves: Sequence[str], seed: int | None) -> str:
    """Keep the game under way, and get the command that continues it."""
    context = click.get_current_context()
    args = _without_moves(context.meta[_TYPED])
    if seed is not None and not any(arg == SEED or arg.startswith(f"{SEED}=") for arg in args):
        args += [SEED, str(seed)]
    if moves:
        args += [MOVES, " ".join(moves)]
    _write({**_read(), context.command_path: args})
    return shlex.join([*context.command_path.split(), *args])


def finish() -> None:
    """Forget the last game that was left, because one was played to its end."""
    context = click.get_current_context(silent=True)
    kept = _read()
    if context is not None and kept.pop(context.command_path, None) is not None:
        _write(kept)


def _without_moves(args: Sequence[str]) -> list[str]:
    found, words = [], iter(args)
    for word in words:
        if word == MOVES:
            next(words, None)
        elif not word.startswith(f"{MOVES}="):
            found.append(word)
    return found


def _last(command: str) -> list[str]:
    args = _read().get(command)
    if not isinstance(args, list) or not all(isinstance(arg, str) for arg in args):
        raise click.UsageError(f"there is no game to continue: expected one left in `{command}`")
    return args


def _file() -> Path:
    from tablebase.home import own_file

    return own_file("games").with_suffix(".json")


def _read() -> dict[str, Any]:
    from tablebase.support.files import read_small

    with contextlib.suppress(OSError, ValueError, RecursionError):
        kept = json.loads(read_small(_file(), MOST_BYTES))
        return kept if isinstance(kept, dict) else {}
    return {}


def _write(kept: dict[str, Any]) -> None:
    from tablebase.support.files import replacing

    path = _file()
    with contextlib.suppress(OSError):  # the command is printed in any case
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            temporary.write_text(json.dumps(kept) + "\n")

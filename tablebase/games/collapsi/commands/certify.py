"""`tablebase certify`: a proof of who wins a position of a large board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tablebase.engine.compiling import clock
from tablebase.errors import plural
from tablebase.games.collapsi.commands.options import edition_option, rules_of, rules_option
from tablebase.games.collapsi.position import Position
from tablebase_cli.group import command
from tablebase_cli.options import check_new, force_option, memory_option, output_to
from tablebase_cli.output import printed, show
from tablebase_cli.progress import spinner


@command(
    "# Who wins a deal of 5x5, with a proof",
    "tablebase certify 34433/224AA/A22A3/JJ22A/2A33A --rules 5x5-a4 -o proof.h5",
)
@click.argument("position", metavar="POSITION")
@output_to("The file to write.")
@edition_option
@rules_option
@memory_option("Memory for the positions that the search remembers.", 1.0)
@force_option
@printed
def certify(
    position: str,
    output: Path,
    edition: str | None,
    rules: str | None,
    memory: float,
    force: bool,
) -> None:
    """Prove who wins a position and how soon, and save the proof.

    POSITION may be a deal, which means its starting position. The board has 17 to 42 cells. An
    opening of `big-board` takes 20 seconds.

    The proof has a move for every position that can arise when a player follows it, for both
    players. You can check it without this package: python docs/certificate/winner.py FILE

    An interrupted search leaves no file.
    """
    check_new(output, force)
    from tablebase.games.collapsi.studies.certificate import certify
    from tablebase.library import GENERATED_BY

    wanted = Position.parse(position, edition, rules_of(None, rules))
    started = clock()
    with spinner("searching") as say:
        proof = certify(wanted, int(memory * 2**30), say)
        proof.save(output, GENERATED_BY)
    seconds, size = clock() - started, output.stat().st_size
    layers = {side: [len(moves) for moves in own] for side, own in proof.layers.items()}
    report: dict[str, Any] = {
        "position": str(wanted),
        "edition": wanted.edition.name,
        "winner": proof.winner,
    }
    report |= {"plies": proof.plies, "searched": proof.nodes, "positions": layers}
    moves = plural(proof.positions, "position")
    show(
        {**report, "file": str(output), "bytes": size, "seconds": round(seconds, 3)},
        [
            f"{proof.winner} wins in {proof.plies} plies, {wanted.edition.name} edition",
            f"wrote the moves for {moves} to {output}, {size:,} bytes",
            f"searched {plural(proof.nodes, 'position')} in {seconds:.2f} s",
        ],
    )

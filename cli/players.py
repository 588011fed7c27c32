"""Collapsi for three and four players on the command line: what the commands print."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from .common import console, open_tables, plural, print_json, progress_share, table_of

if TYPE_CHECKING:
    from tablebase.engine.probe import Probe
    from tablebase.engine.values import Value
    from tablebase.games.collapsi.position import Deal, Position
    from tablebase.games.collapsi.rules import Rules
    from tablebase.games.collapsi.studies.forced import Forced
    from tablebase.games.collapsi.studies.players import Study

    from .game import GameCommands

STYLES = {"red": "red", "blue": "blue", "green": "green", "yellow": "yellow"}


def say(value: Value) -> str:
    """What a player can force, in few words: 'last in 7', 'out in 9'."""
    won = value.result.value == "win"
    if value.dte == 0:
        return "has won" if won else "is out"
    return f"{'last' if won else 'out'} in {value.dte}"


def probe(game: GameCommands, position: Position, file: Path | None, as_json: bool) -> None:
    """Print what every player can force, and after each move."""
    with open_tables(game, file) as tables:
        answer = tables.probe(position)
    if as_json:
        print_json(answer.as_dict())
        return
    out = console()
    out.print(game.draw(answer.position))
    _print_headline(game, answer)
    if answer.moves:
        players = list(answer.values)
        table = table_of("move", *players, "position after it")
        for move in answer.moves:
            style = "bold green" if move.is_best else ""
            values = (say(move.values[player]) for player in players)
            best = " (best)" if move.is_best else ""
            table.add_row(f"{move.move}{best}", *values, str(move.position), style=style)
        out.print(table)
    out.print(f"table: {answer.origin}", style="dim")


def line(game: GameCommands, position: Position, file: Path | None, as_json: bool) -> None:
    """Print the principal variation: everybody for himself, against all others."""
    with open_tables(game, file) as tables:
        answers = tables.line(position)
    if as_json:
        print_json([answer.as_dict() for answer in answers])
        return
    out = console()
    out.print(game.draw(answers[0].position))
    _print_headline(game, answers[0])
    table = table_of("ply", "side", "move", "can force", "position after it")
    for answer in answers[:-1]:
        now, best = answer.position, answer.moves[0]
        side = now.side_to_move
        cells = (str(now.ply + 1), side, str(best.move), say(answer.values[side]))
        table.add_row(*cells, str(best.position), style=STYLES[side])
    out.print(table)
    last = answers[-1].position
    out.print(f"{last.side_to_move} has no legal move: {last.winner} is last", style="bold")


def _print_headline(game: GameCommands, answer: Probe[Position]) -> None:
    position = answer.position
    if position.winner:
        told = f"{position.side_to_move} has no move and is out, {position.winner} has won"
    elif player := answer.winner:
        told = f"{player} can force to be last in {answer.values[player].dte}"
    else:
        told = "nobody can force to be last"
    out = console()
    where = f"{position.side_to_move} to move ({game.describe(position)})"
    out.print(f"{where}: {told}", style="bold")
    values = [f"{player} {say(value)}" for player, value in answer.values.items()]
    out.print(f"against all others: {', '.join(values)}")
    if position.out:
        out.print(f"out: {', '.join(position.out)}")


def table_stats(game: GameCommands, deal: Deal, file: Path | None, as_json: bool) -> None:
    """Print how many positions of a deal somebody can force."""
    from tablebase.games.collapsi.duels.layout import DuelLayout
    from tablebase.games.collapsi.studies.forced import forced_of

    with open_tables(game, file) as tables:
        table = tables.table(deal)
        counts = forced_of(table, DuelLayout(deal.cards, deal.rules))
    if as_json:
        data = {"table": deal.game.key, "origin": table.origin, "size": deal.game.size}
        print_json({**data, "positions": counts.as_dict()})
        return
    console().print(f"{deal.game.key}: a table of {deal.game.size:,}", style="bold")
    _print_forced(counts)


def study(rules: Rules, count: int | None, seed: int, as_json: bool, plot: Path | None) -> None:
    """Print who can force to be last from the start of many deals."""
    from tablebase.games.collapsi.studies.players import study as run

    started = time.perf_counter()
    with progress_share("solving") as advance:
        found = run(rules, count, seed, progress=advance)
    seconds = time.perf_counter() - started
    if plot is not None:
        from tablebase.plotting import players, save

        save(players.study(found), plot)
    if as_json:
        print_json({**found.as_dict(), "seconds": round(seconds, 2)})
    else:
        _print_study(found, seconds)


def _print_study(found: Study, seconds: float) -> None:
    out = console()
    how = "all deals" if found.seed is None else f"random deals of seed {found.seed}"
    name, players = found.rules.name, found.rules.players
    out.print(
        f"{name}, {players} players: {plural(found.deals, 'deal')}, {how}, in {seconds:.1f} s",
        style="bold",
    )
    for edition in found.starts:
        out.print(f"\n{edition} edition: who can force to be last from the start")
        rows = []
        for player, number in found.by_winner(edition).items():
            interval = found.interval(number)
            between = "exact" if interval is None else "{:.2%} to {:.2%}".format(*interval)
            rows.append((player or "nobody", number, f"{number / found.deals:.2%}", between))
        _print_rows(("player", "deals", "%", "95% interval"), rows)
        out.print("\nwhat each can force against all others, and in how many deals")
        for player in found.players:
            values = found.by_value(edition, player).items()
            told = ", ".join(f"{say(value)}: {number:,}" for value, number in values)
            out.print(f"  {player}: {told}")
    out.print()
    _print_forced(found.forced)


def _print_forced(counts: Forced) -> None:
    out = console()
    out.print("positions after everybody's first turn, by who can force to be last")
    names = ("side to move", "next", "third", "fourth")
    for k in counts.players:
        total = counts.number(k)
        shares = [counts.number(k, None, place) / total for place in (*range(k), None)]
        told = zip((*names[:k], "nobody"), shares, strict=True)
        line = ", ".join(f"{name} {share:.1%}" for name, share in told)
        out.print(f"  {k} in, {total:,}: {line}")
    k = max(counts.players)
    rows = []
    for left in counts.cards_left(k):
        number, nobody = counts.number(k, left), counts.number(k, left, None)
        rows.append((left, f"{number:,}", f"{nobody:,}", f"{nobody / number:.1%}"))
    out.print(f"\nwith {k} in, by face-up cards without a pawn")
    _print_rows(("cards", "positions", "nobody can force", "%"), rows)


def _print_rows(header: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
    table = Table(box=None, pad_edge=False)
    for name in header:
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*map(str, row))
    console().print(table)

"""`tablebase learn`: what the solution teaches, as strategies that a person can follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import quote
from tablebase.games.collapsi.commands.learn_games import check_names, games, in_play
from tablebase.games.collapsi.commands.learn_search import search
from tablebase.games.collapsi.commands.options import edition_option, rules_of, rules_option
from tablebase.games.collapsi.strategy.preferences import Strategy, load_strategy, strategy_names
from tablebase.support.files import new_file, replacing
from tablebase_cli.game import GameCli
from tablebase_cli.group import command, pass_game
from tablebase_cli.options import FILE, in_option, threads_option
from tablebase_cli.output import Part, bold, figures, printed, show, table_of, texts
from tablebase_cli.progress import hinting, progress_share

if TYPE_CHECKING:
    from tablebase.games.collapsi.rules import Rules
    from tablebase.games.collapsi.strategy.advice import Advice
    from tablebase.games.collapsi.strategy.first_move import FirstMoves, Moves
    from tablebase.games.collapsi.strategy.scoring import Score

PERCENT = ".2f"
"""How a percentage is written."""


@click.group()
def learn() -> None:
    """Score strategies exactly: rules of thumb for Collapsi.

    A strategy is a name that `tablebase learn list` shows, or a TOML file of your own.
    """


for each in (games, in_play, search):
    learn.add_command(each)


@command(
    "# Strategies and features",
    "tablebase learn list",
    name="list",
    group=learn,
)
@printed
def list_() -> None:
    """List the installed strategies and the features they can use."""
    from tablebase.games.collapsi.strategy.features import FEATURES

    strategies = [load_strategy(name) for name in strategy_names()]
    features = {feature.name: feature.words for feature in FEATURES}
    data = [strategy.as_dict() for strategy in strategies]
    show({"strategies": data, "features": features}, _listed(strategies, features))


def _listed(strategies: Iterable[Strategy], features: Mapping[str, str]) -> Iterator[Part]:
    for strategy in strategies:
        yield bold(f"{strategy.name} ({strategy.length} words)")
        yield f"    {strategy.words}"
        yield from (f"    {phase}" for phase in strategy.phases)
    header = "feature", "of the position after the move: you have moved, they are to move"
    yield ""
    yield texts(header, features.items())


@command(
    "# How good a strategy is in every position",
    "tablebase learn score worst-case",
    group=learn,
)
@click.argument("strategies", metavar="STRATEGY...", nargs=-1, required=True)
@edition_option
@rules_option
@threads_option
@printed
def score(
    strategies: tuple[str, ...],
    edition: str | None,
    rules: str | None,
    threads: int | None,
) -> None:
    """Count how often strategies keep the win, in every position.

    Counts every position of every deal in which the side to move has both a winning and a losing
    move. A score is the probability that the strategy makes a winning move; it chooses at random
    between moves that it considers equal. Scores are exact.

    They are shown by the number of face-up cards before the move, and as three totals: over the
    positions of a random deal, as the mean over the numbers of cards, and over all positions, each
    counted once however many deals it occurs in. Blue's first move has its own row; the edition
    matters only there.

    The whole game is solved in memory first, which takes 3 GB.
    """
    from tablebase.games.collapsi.strategy.scoring import score_whole

    variant = _solvable(rules)
    chosen = [load_strategy(name) for name in strategies]
    check_names(chosen)
    with progress_share("scoring") as progress:
        scores = score_whole(chosen, variant, edition, threads=threads, progress=progress)
    name = variant.edition(edition).name
    data = [{"edition": name, **found.as_dict()} for found in scores]
    show(data, _of_scores(scores, name))


def _solvable(rules: str | None) -> Rules:
    """Rules whose whole game can be solved."""
    from tablebase.games.collapsi.fast import WHOLE

    variant = rules_of(None, rules)
    WHOLE.check(variant)
    return variant


def _of_scores(scores: list[Score], edition: str) -> Iterator[Part]:
    first = scores[0]
    rows: list[tuple[object, ...]] = [
        (
            cards,
            *(_percent(found.deals[cards].score) for found in scores),
            first.all[cards].critical,
        )
        for cards in sorted(first.deals, reverse=True)
    ]
    rows += [
        ("a random deal", *(_percent(found.of_deal) for found in scores), ""),
        ("mean of cards", *(_percent(found.of_layers) for found in scores), ""),
        ("all positions", *(_percent(found.of_all) for found in scores), ""),
    ]
    second = (_percent(found.second.score) for found in scores)
    rows.append((f"blue's first, {edition}", *second, first.second.critical))
    names = {found.strategy.name: PERCENT for found in scores}
    columns = {"cards": "", **names, "labelled critical positions": ","}
    yield figures(columns, rows)
    yield (
        "wins kept, % of critical positions; in each row, all positions of a random deal count "
        "equally"
    )


def _percent(score: Fraction | None) -> float | None:
    return None if score is None else float(100 * score)


@command(
    "# Which first moves win, under today's rules",
    "tablebase learn opening --edition single",
    group=learn,
)
@click.argument("strategies", metavar="[STRATEGY]...", nargs=-1)
@edition_option
@rules_option
@threads_option
@printed
def opening(
    strategies: tuple[str, ...],
    edition: str | None,
    rules: str | None,
    threads: int | None,
) -> None:
    """Count which of red's first moves win, over all deals.

    Moves are counted by features of the position after them, and deals by the number of aces and
    twos next to red's joker. Each deal counts with either joker as red's. A strategy is scored by
    how often it makes a winning move, in the deals in which red has both a winning and a losing
    one. By default all strategies that come with the package are scored.

    The whole game is solved in memory first, which takes 3 GB.
    """
    from tablebase.games.collapsi.strategy.first_move import first_moves
    from tablebase.games.collapsi.whole.build import solve_whole

    variant = _solvable(rules)
    chosen = [load_strategy(name) for name in strategies or strategy_names()]
    editions = variant.editions if edition is None else (variant.edition(edition),)
    with progress_share("solving the whole game") as progress:
        whole = solve_whole(variant, progress, threads, keep=False)
    found = [first_moves(whole, chosen, each, threads=threads) for each in editions]
    parts = _of_openings(found, [strategy.name for strategy in chosen])
    show([each.as_dict() for each in found], parts)


def _of_openings(found: list[FirstMoves], names: list[str]) -> Iterator[Part]:
    editions = [each.edition.name for each in found]
    for feature in found[0].moves:
        yield from _shares(
            feature, "first moves", editions, [each.moves[feature] for each in found]
        )
    title = "aces and twos around red"
    yield from _shares(title, "deals", editions, [each.around for each in found])
    rows = [
        (name, *(_percent(each.scores[number].score) for each in found))
        for number, name in enumerate(names)
    ]
    yield figures({"strategy": "", **dict.fromkeys(editions, PERCENT)}, rows)
    yield "red's first move: wins kept, % of the deals with a choice that matters"


def _shares(
    title: str, what: str, editions: list[str], found: list[dict[int, Moves]]
) -> Iterator[Part]:
    rows = []
    for value in sorted(set().union(*found)):
        row = [f"{value}"]
        for kinds in found:
            number = sum(kind.number for kind in kinds.values())
            kind = kinds.get(value)
            shares = [None, None] if kind is None else [kind.number / number, kind.share]
            row += ["-" if share is None else f"{100 * share:.2f}" for share in shares]
        rows.append(row)
    header = (each for edition in editions for each in (f"{edition}: % of {what}", "red wins, %"))
    yield figures((title, *header), rows)
    yield ""


def _svg(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    """The file of a picture that is drawn without matplotlib."""
    if path is not None and path.suffix.lower() != ".svg":
        raise click.BadParameter(f"{path}: unknown extension {quote(path.suffix)}, expected .svg")
    return path


@command(
    "# What a strategy says, as text and as a picture",
    "tablebase learn explain A223/4A2J/3A23/J3A4 safe-moves --plot moves.svg",
    group=learn,
)
@click.argument("position")
@click.argument("strategies", metavar="[STRATEGY]...", nargs=-1)
@edition_option
@rules_option
@in_option
@click.option(
    "--plot", type=FILE, callback=_svg, metavar="FILE", help="Save a picture of the board (.svg)."
)
@printed
@pass_game
def explain(
    game: GameCli,
    position: str,
    strategies: tuple[str, ...],
    edition: str | None,
    rules: str | None,
    file: Path | None,
    plot: Path | None,
) -> None:
    """Show what each strategy says in POSITION.

    By default shows a line for each strategy that comes with the package: its move, and whether
    that keeps the win. For strategies that are named, shows what each move is worth to them. In the
    picture a solid frame marks a winning move, a dashed frame a losing move, and a thick frame the
    strategy's choice. The number is the value of its first preference.
    """
    from tablebase.games.collapsi.strategy.advice import advise

    chosen = [load_strategy(name) for name in strategies or strategy_names()]
    asked = game.parse(position, edition=edition, rules=rules)
    with hinting(asked), game.open_tables(file) as tables:
        probe = tables.probe(asked)
    if not probe.moves:
        raise click.UsageError(f"{probe.position}: the game is over, expected moves to choose from")
    advices = [advise(strategy, probe) for strategy in chosen]
    if plot is not None:
        with replacing(new_file(plot)) as temporary:
            temporary.write_text(advices[0].svg(), "utf-8")
    if strategies:
        parts = (part for advice in advices for part in _explained(game, advice))
    else:
        rows = ((each.strategy.name, _made(each), _verdict(each)) for each in advices)
        parts = (table for table in [texts(("strategy", "move", "result"), rows)])
    data = [{"edition": asked.edition.name, **advice.as_dict()} for advice in advices]
    show(data, chain([bold(game.headline(probe))], parts))


def _explained(game: GameCli, advice: Advice) -> Iterator[Part]:
    yield bold(f"\n{advice.strategy.name}: {_made(advice)}: {_verdict(advice)}")
    yield f"    {advice.strategy.words}"
    names = sorted({name for values in advice.values.values() for name in values})
    table = table_of("move", *names, "value")
    for move in advice.probe.moves:
        values = advice.values[move.move.destination]
        cells: list[Any] = [str(move.move), *(str(values[name]) for name in names)]
        style = "bold" if move in advice.made else "" if move.keeps_win else "dim"
        table.add_row(*cells, game.say(advice.probe.position, move.value), style=style)
    yield table


def _made(advice: Advice) -> str:
    return " or ".join(str(move.move) for move in advice.made)


def _verdict(advice: Advice) -> str:
    """Whether a strategy keeps the win."""
    if not any(move.keeps_win for move in advice.probe.moves):
        return "all moves lose"
    kept = advice.keeps_win
    if kept in (0, 1):
        return "wins" if kept else "loses"
    return f"wins with probability {kept}"

"""`tablebase play` for three and four players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

import click

from tablebase.engine.lazy import cached_property
from tablebase.errors import MissingTableError
from tablebase.games.collapsi.commands.placings import own_points
from tablebase_cli.game import GameCli
from tablebase_cli.sources import DescribedMove, Source
from tablebase_cli.two_sided import HUMAN

if TYPE_CHECKING:
    from tablebase.engine.play.playthrough import Playthrough
    from tablebase.games.collapsi.placings.solved import Placings
    from tablebase.games.collapsi.position import Position
    from tablebase.games.collapsi.rules import Rules
    from tablebase.games.collapsi.strategy.preferences import Strategy

DEFAULT = "alone"


def seated(chosen: Mapping[str, str | Strategy | None], rules: Rules) -> dict[str, str]:
    """Who plays each colour, from the options; a usage error if the rules have no such player."""
    from tablebase.games.collapsi.placings.opponents import CONCEPTS

    fitting = (HUMAN, *(each.name for each in CONCEPTS if each.players <= rules.players))
    seats = {}
    for number, (colour, player) in enumerate(chosen.items()):
        if number >= rules.players:
            if player is not None:
                raise click.UsageError(f"--{colour}: rules {rules.name} are for three players")
            continue
        seats[colour] = DEFAULT if player is None else str(player)
        if seats[colour] not in fitting:
            raise click.UsageError(
                f"--{colour} {seats[colour]}: rules {rules.name} are for {rules.players} players, "
                f"expected {', '.join(fitting)}"
            )
    return seats


class ByPlacings(Source):
    """Points for placings, of three or four players."""

    opponent = DEFAULT

    def __init__(self, game: GameCli, start: Position) -> None:
        super().__init__(game)
        self._start = start

    def check(self, seats: Mapping[str, str]) -> None:
        """Refuse computer players on a board that is too large for placings."""
        from tablebase.games.collapsi.duels.layout import DuelLayout

        computers = sorted({*seats.values()} - {HUMAN})
        if computers:
            try:
                _ = DuelLayout(self._start.deal.cards, self._start.rules).index
            except MissingTableError as error:
                raise click.UsageError(
                    f"{' and '.join(computers)}: {error}; or {HUMAN} for every player"
                ) from None

    @cached_property
    def _placings(self) -> Placings:
        from tablebase.games.collapsi.placings.solved import Placings

        return Placings(self._start)

    def hint(self, position: Position) -> str:
        """A move for a player alone, and the points that the side to move can force."""
        from tablebase.games.collapsi.placings.opponents import concept

        move = concept(DEFAULT, position.rules.players).choose(position, self._placings, 0)
        points = self._placings.expected(position).alone[position.side_to_move]
        return f"{move}, {position.side_to_move} can force {points} points"

    def values(self, position: Position) -> tuple[str, Sequence[DescribedMove]]:
        """What the side to move can expect after every move."""
        (_, *names), *rows = own_points(position, self._placings)
        described = [
            DescribedMove(
                str(move),
                ", ".join(f"{name} {points}" for name, points in zip(names, row, strict=True)),
                "",
            )
            for move, *row in rows
        ]
        return f"{self.game.to_move(position)}: your points", described

    def choose(self, player: str, playthrough: Playthrough[Position], seed: int) -> str:
        """The move of a concept."""
        from tablebase.games.collapsi.placings.opponents import concept

        position = playthrough.position
        chosen = concept(player, position.rules.players)
        return str(chosen.choose(position, self._placings, seed))

    def review(self, playthrough: Playthrough[Position]) -> Iterator[str]:
        """The points of a game that is over, and what each player could force at the start."""
        from tablebase.games.collapsi.placings.opponents import put_out

        try:
            _ = self._placings
        except (MissingTableError, MemoryError):
            return  # nothing is known of the game
        if playthrough.winner is not None:
            points = self._placings.expected(playthrough.position).alone
            for before, after in pairwise(playthrough.positions):
                points = points | put_out(before, after)
            best_first = sorted(points.items(), key=itemgetter(1), reverse=True)
            yield f"points: {_listed(dict(best_first))}"
        forced = self._placings.expected(playthrough.start).alone
        yield f"points that each player could force at the start: {_listed(forced)}"


def _listed(points: Mapping[str, int]) -> str:
    return ", ".join(f"{player} {number}" for player, number in points.items())

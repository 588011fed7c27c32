"""`tablebase play`: the game in a terminal, against the tables or between two people."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablebase.engine.values import Result, Value
from tablebase.errors import MissingTableError
from tablebase.games.collapsi.commands.options import (
    edition_of,
    rules_of,
    rules_option,
    todays_edition,
)
from tablebase.games.collapsi.commands.placings import own_points
from tablebase.games.collapsi.deck import COLOURS, JOKER
from tablebase.games.collapsi.placings.opponents import CONCEPTS, concept, put_out
from tablebase.games.collapsi.position import Position, random_deals
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.games.collapsi.strategy.players import choose
from tablebase.games.collapsi.strategy.preferences import Strategy, load_strategy
from tablebase.support.lazy import cached_property
from tablebase_cli.game import GameCli
from tablebase_cli.group import game_command
from tablebase_cli.options import in_option, seed_option
from tablebase_cli.terminal import PlayCommand
from tablebase_cli.two_sided import HUMAN, NAMED, RANDOM, DescribedMove, Source, TwoSided, source_of

if TYPE_CHECKING:
    from tablebase.engine.play.playthrough import Playthrough
    from tablebase.games.collapsi.placings.solved import Placings

COMPUTERS = tuple(each.name for each in CONCEPTS)
"""The computer players of games for three and four."""

DEFAULT = "alone"
"""The computer player if none is named."""


def _read_player(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> str | Strategy | None:
    """A player: one of `NAMED` or `COMPUTERS`, or a strategy by its name or file."""
    if value is None or value in (*NAMED, *COMPUTERS):
        return value
    try:
        return load_strategy(value)
    except FileNotFoundError as error:
        raise click.BadParameter(f"{error}; or {', '.join(NAMED)}") from None


@game_command(
    "# Play a random deal that you can win",
    "tablebase play",
    "# Play blue against a casual computer",
    "tablebase play A223/4A2J/3A23/J3A4 --red casual --blue human",
    cls=PlayCommand,
)
@click.argument("position", required=False)
@edition_of("single, today's rules")
@rules_option
@click.option(
    "--red",
    callback=_read_player,
    default=HUMAN,
    metavar="PLAYER",
    help=f"Who plays red: {', '.join(NAMED)}, or a strategy (`tablebase learn list`). With three "
    f"or four players: {HUMAN}, {', '.join((*COMPUTERS, RANDOM))}.",
)
@click.option(
    "--blue",
    callback=_read_player,
    metavar="PLAYER",
    help="Who plays blue; by default beginner, or search on a board too large for a table; with "
    "three or four players as green.",
)
@click.option(
    "--green",
    type=click.Choice((HUMAN, *COMPUTERS, RANDOM)),
    help="Who plays green, with three or four players; by default alone, or random on a board too "
    "large for a table.",
)
@click.option(
    "--yellow",
    type=click.Choice((HUMAN, *COMPUTERS, RANDOM)),
    help="Who plays yellow, with four players; by default as green.",
)
@seed_option
@in_option
def play(
    game: GameCli,
    position: str | None,
    edition: str | None,
    rules: str | None,
    red: str | Strategy,
    blue: str | Strategy | None,
    green: str | None,
    yellow: str | None,
    seed: int,
    file: Path | None,
) -> None:
    """Play Collapsi from POSITION, by default a random deal.

    Without --edition a game has today's rules, `single`. You can always win a random deal of the
    published game. The computer plays at these strengths:
    perfect makes no mistake. strong, casual and beginner see 8, 4 and 2 plies ahead, and are
    careless beyond that. search plays the best move that it finds in two seconds, and random plays
    any legal move; they need no table. A strategy follows a rule of thumb. At the end you see which
    moves gave the win away, and all moves of the game; enter them to replay it.

    With rules for three or four players, the computer plays for points (`tablebase placings`):
    alone expects all others to play against it, maxn expects everybody to play for themselves, and
    pair (four players only) plays with the player opposite.
    """
    variant = rules_of(position, rules)
    edition = edition or todays_edition(variant).name
    start = _start(position, edition, variant, {"red": red, "blue": blue}, seed)
    from tablebase.engine.play.playthrough import Playthrough

    everybody = dict(zip(COLOURS, (red, blue, green, yellow), strict=True))
    if not variant.turn.two_sided:
        many = ByPlacings(game, start)
        seats = seated(everybody, variant, many.opponent)
        many.check(seats)
        with game.open_tables(file) as tables:
            ManyTerminal(game, Playthrough(tables, start), many, seats, seed).run()
        return
    if strangers := [player for player in everybody.values() if player in COMPUTERS] + [
        colour for colour in COLOURS[2:] if everybody[colour]
    ]:
        raise click.UsageError(
            f"{' and '.join(map(str, strangers))}: expected rules for three or four players"
        )
    with game.open_tables(file) as tables:
        source = source_of(game, tables, start, needed={red, blue} - {HUMAN, None})
        players = {"red": red, "blue": blue or source.opponent}
        terminal = ShiftTerminal if variant.turn.lines_move else CollapsiTerminal
        terminal(game, Playthrough(tables, start), source, players, seed).run()


def _start(
    text: str | None,
    edition: str,
    rules: Rules,
    players: Mapping[str, str | Strategy | None],
    seed: int,
) -> Position:
    """The position that the command line names, or the start of a random deal."""
    from tablebase.games.collapsi.studies.finder import draw

    if text is not None:
        return Position.parse(text, edition, rules)
    if rules != COLLAPSI:
        return next(random_deals(1, seed, rules)).start(edition)
    people = [colour for colour, player in players.items() if player == HUMAN]
    dealt = draw(edition, seed=seed, winner=people[0] if len(people) == 1 else None)
    assert dealt is not None  # each colour wins some deals
    return dealt.found.deal.start(edition)


class CollapsiTerminal(TwoSided):
    """A game of Collapsi in a terminal, or from a pipe. A player may be a strategy."""

    how_to_move = "its cell, as it stands behind the card, such as c2; several are played in turn"

    @property
    def rules(self) -> Sequence[str]:
        """How to play, in five lines or six; none without wrap-around, or where pawns share."""
        start = self.playthrough.start
        rules, turn = start.rules, start.rules.turn
        if not rules.board.wrap or turn.pawns_share:
            return ()
        *most, last = map(str, start.edition.joker_steps)
        steps = f"{', '.join(most)} or {last}" if most else last
        over = "" if turn.spreads else ", also over the edge of the board"
        pawn = "the other pawn" if turn.two_sided else "another pawn"
        shift = f"Then you {rules.shift} shift the row or column of your pawn by one."
        lost = "lose" if turn.ending is Result.LOSS else "win"
        return (
            "Move your pawn exactly as many cards as its card says: A is 1.",
            f"From J, its starting card, it goes {steps}.",
            f"Each step is to the next card in a row or column{over}.",
            f"It visits no card twice, no collapsed card, and does not end on {pawn}.",
            *([shift] if turn.lines_move else []),
            f"The card it leaves collapses. {turn.rule or f'If you cannot move, you {lost}.'}",
        )

    def choose(self, player: str | Strategy) -> str:
        """The move of a computer player or a strategy."""
        if isinstance(player, str):
            return super().choose(player)
        return str(choose(player, self.playthrough.probe, self.seed).move)

    def said(self, move: str) -> str:
        """The move, and the cells between."""
        played = next(each for each in self.position.legal_moves() if str(each) == move)
        between = " ".join(map(self.position.board.cell_name, played.path[1:-1]))
        return f"{move}, by {between}" if between else move

    def why_not(self, word: str) -> str:
        """Why the pawn cannot go there."""
        from tablebase.games.collapsi.commands.drawing import why_not_there

        position = self.position
        turn, card = position.rules.turn, position.cards[position.mover]
        steps = position.edition.joker_steps if card == JOKER else (card,)
        board, jokers = position.board, turn.open_jokers(position)
        if word in map(board.cell_name, jokers):
            return f"nobody ends on the joker on {word}, whose player is out"
        reason = why_not_there(
            board,
            word,
            position.face_up,
            position.mover,
            turn.taken(position),
            steps,
        )
        return reason or super().why_not(word)

    def draw(self) -> None:
        """Print the board, with the cells where moves end."""
        from tablebase.games.collapsi.commands.drawing import draw

        ends = [move.destination for move in self.position.legal_moves()]
        self.out.print(draw(self.position, ends))

    def end(self) -> str:
        """Print who has no move, and the score."""
        score = self.position.score(Value(self.position.rules.turn.ending, 0))
        return super().end() + ("" if score is None else f", score {score:+d}")

    def title(self) -> str:
        """The deal, the edition, and rules that are not the published ones."""
        first = self.playthrough.start
        published = first.rules.name == self.game.name
        variant = "" if published else f", rules {first.rules.name}"
        return f"{first}, {first.edition.name} edition{variant}"


class ShiftTerminal(CollapsiTerminal):
    """A game in which a row or a column moves after the pawn: several moves end on one cell."""

    how_to_move = (
        "its number, or its name: after c2L the pawn on c2 shifts row 2 to the left (R right), "
        "after c2U column c up (D down)"
    )

    def why_not(self, word: str) -> str:
        """Why the pawn cannot go there, or that the shift is missing."""
        board, cell = self.position.board, word.rstrip("lrud")
        moves = self.position.legal_moves()
        if cell in {board.cell_name(move.destination) for move in moves}:
            return f"{cell} needs a shift"
        return super().why_not(cell)

    def draw(self) -> None:
        """Print the board, and the moves with their numbers unless their values follow."""
        self.out.print(self.game.draw(self.position))
        if not self.with_values:
            self.out.print(f"moves: {', '.join(map(' '.join, self.numbered().items()))}")


class ManyTerminal(CollapsiTerminal):
    """A game of three or four players in a terminal; says who is out."""

    words: Mapping[str, str] = {
        **CollapsiTerminal.words,
        "values": "show or hide your points after every move, if all play against you (alone) or "
        "each for themselves (max^n; if moves are worth the same, they hinder or help the next)",
    }
    out_before: Collection[str] = ()

    def answer(self) -> bool:
        """Say who is out since the last move; then make the computer's move."""
        self.say_out()
        return super().answer()

    def end(self) -> str:
        """Say who the last move has put out, and print how the game has ended."""
        self.say_out()
        return super().end()

    def say_out(self) -> None:
        """Print who is out since this was last called."""
        for player in self.position.out:
            if player not in self.out_before:
                self.out.print(f"{player} has no legal move and is out")
        self.out_before = self.position.out


def seated(
    chosen: Mapping[str, str | Strategy | None], rules: Rules, default: str
) -> dict[str, str]:
    """Who plays each colour, from the options; a usage error if the rules have no such player."""
    fitting = (HUMAN, *(each.name for each in CONCEPTS if each.players <= rules.players), RANDOM)
    seats = {}
    for number, (colour, player) in enumerate(chosen.items()):
        if number >= rules.players:
            if player is not None:
                raise click.UsageError(f"--{colour}: rules {rules.name} are for three players")
            continue
        seats[colour] = default if player is None else str(player)
        if seats[colour] not in fitting:
            raise click.UsageError(
                f"--{colour} {seats[colour]}: rules {rules.name} are for {rules.players} players, "
                f"expected {', '.join(fitting)}"
            )
    return seats


class ByPlacings(Source):
    """Points for placings, of three or four players."""

    def __init__(self, game: GameCli, start: Position) -> None:
        from tablebase.games.collapsi.placings.late import layout_of

        super().__init__(game)
        self._start, self.opponent, self._too_large = start, DEFAULT, ""
        try:
            layout_of(start)
        except MissingTableError as error:
            self.opponent, self._too_large = RANDOM, str(error)

    def check(self, seats: Mapping[str, str]) -> None:
        """Refuse computer players that need placings on a board that is too large for them."""
        if self._too_large and (needed := {*seats.values()} - {HUMAN, RANDOM}):
            raise click.UsageError(
                f"{' and '.join(sorted(needed))}: {self._too_large}; or {HUMAN} and {RANDOM} for "
                "the players"
            )

    @cached_property
    def _solved(self) -> Callable[[Position], Placings]:
        from tablebase.games.collapsi.placings.solved import Placings

        return lru_cache(maxsize=1)(Placings)

    def _placings(self, position: Position) -> Placings:
        """The placings of the game, or of what is left of it on a board too large for them."""
        return self._solved(position if self._too_large else self._start)

    def hint(self, position: Position) -> str:
        """A move for a player alone, and the points that the side to move can force."""
        placings = self._placings(position)
        move = concept(DEFAULT, position.rules.players).choose(position, placings, 0)
        points = placings.expected(position).alone[position.side_to_move]
        return f"{move}, {position.side_to_move} can force {points} points"

    def values(self, position: Position) -> tuple[str, Sequence[DescribedMove]]:
        """What the side to move can expect after every move."""
        (_, *names), *rows = own_points(position, self._placings(position))
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
        position = playthrough.position
        chosen = concept(player, position.rules.players)
        return str(chosen.choose(position, self._placings(position), seed))

    def review(self, playthrough: Playthrough[Position]) -> Iterator[str]:
        """The points of a game that is over, and what each player could force at the start."""
        if self._too_large and playthrough.winner is None:
            return
        try:
            placings = self._placings(playthrough.position)
        except (MissingTableError, MemoryError):
            return  # nothing is known of the game
        if playthrough.winner is not None:
            points = placings.expected(playthrough.position).alone
            for before, after in pairwise(playthrough.positions):
                points = points | put_out(before, after)
            best_first = sorted(points.items(), key=itemgetter(1), reverse=True)
            yield f"points: {_listed(dict(best_first))}"
        if not self._too_large:
            forced = placings.expected(playthrough.start).alone
            yield f"points that each player could force at the start: {_listed(forced)}"


def _listed(points: Mapping[str, int]) -> str:
    return ", ".join(f"{player} {number}" for player, number in points.items())

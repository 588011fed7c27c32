"""`tablebase play`: the game in a terminal, against the tables or between two people."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.play.opponents import STRENGTHS, strength
from tablebase.engine.seeds import any_seed

from ..common import ask, console, in_option
from ..game import GameCli
from ..group import pass_game
from ..numbers import SEED
from .options import edition_option, rules_of, rules_option

if TYPE_CHECKING:
    from rich.console import Console

    from tablebase.engine.play.match import Match
    from tablebase.engine.search.searched import Searched
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.games.collapsi.position import Position
    from tablebase.games.collapsi.rules import Rules
    from tablebase.games.collapsi.strategy.strategy import Strategy

HUMAN = "human"
SEARCH = "search"
NAMED = (HUMAN, *(found.name for found in STRENGTHS), SEARCH)
SECONDS = 2
"""How long a search may take, for one move or for the values of all moves."""
HELP = """\
a move        its number on the board, or its cell such as c2; several are played in turn
hint          the best move
values        show or hide what every move is worth
undo          take back your last move
quit          leave the game
(the first letter of a word is enough)"""


def _read_player(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> str | Strategy | None:
    """One of `NAMED`, or a strategy by its name or file."""
    if value is None or value in NAMED:
        return value
    from tablebase.games.collapsi.strategy.strategy import load_strategy

    try:
        return load_strategy(value)
    except FileNotFoundError as error:
        raise click.BadParameter(f"{error}; or {', '.join(NAMED)}") from None


@click.command()
@click.argument("position", required=False)
@edition_option
@rules_option
@click.option(
    "--red",
    callback=_read_player,
    default=HUMAN,
    show_default=True,
    metavar="PLAYER",
    help=f"Who plays red: {', '.join(NAMED)}, or a strategy (`tablebase learn list`).",
)
@click.option(
    "--blue",
    callback=_read_player,
    metavar="PLAYER",
    help="Who plays blue; by default perfect, or search on a board too large for a table.",
)
@click.option(
    "--seed",
    type=SEED,
    help="Random seed of the deal and the computer; chosen and printed if omitted.",
)
@in_option
@pass_game
def play(
    game: GameCli,
    position: str | None,
    edition: str | None,
    rules: str | None,
    red: str | Strategy,
    blue: str | Strategy | None,
    seed: int | None,
    file: Path | None,
) -> None:
    """Play Collapsi from POSITION, by default a random deal.

    Random deals of the published game are always ones you can win. The computer plays at these
    strengths: perfect makes no mistake. strong, casual and beginner see 8, 4 and 2 plies ahead, and
    are careless beyond that. search plays the best move that it finds in two seconds, and needs no
    table. A strategy follows a rule of thumb. At the end you see which moves gave the win away, and
    all moves of the game; enter them to replay it.
    """
    seed = any_seed() if seed is None else seed
    variant = rules_of(position, rules)
    start = _start(position, edition, variant, {"red": red, "blue": blue}, seed)
    if not start.game.is_searched:
        raise click.UsageError(
            f"rules {variant.name} are for {variant.players} players, expected two: play them in "
            "the explorer (tablebase serve)"
        )
    from tablebase.engine.play.match import Match

    with game.open_tables(file) as tables:
        tabled = _has_table(tables, start, needed={red, blue} - {HUMAN, SEARCH, None})
        players = {"red": red, "blue": blue or (STRENGTHS[0].name if tabled else SEARCH)}
        Terminal(game, Match(tables, start), players, seed, tabled=tabled).run()


def _has_table(tables: Tablebase, start: Position, *, needed: set[str | Strategy | None]) -> bool:
    """Whether there is a table for a game; raises if an opponent needs one."""
    from tablebase.errors import MissingTableError

    try:
        tables.table(start)
    except MissingTableError as error:
        if needed:
            raise click.UsageError(
                f"{' and '.join(sorted(map(str, needed)))} play from a table: {error}; expected "
                f"{HUMAN} or {SEARCH}"
            ) from None
        return False
    return True


def _start(
    text: str | None,
    edition: str | None,
    rules: Rules,
    players: Mapping[str, str | Strategy | None],
    seed: int,
) -> Position:
    """The position that the command line names, or the start of a random deal."""
    from tablebase.games.collapsi.position import Position, random_deals
    from tablebase.games.collapsi.rules import COLLAPSI
    from tablebase.games.collapsi.studies.dealing import draw

    if text is not None:
        return Position.parse(text, edition, rules)
    if rules != COLLAPSI:
        return next(random_deals(1, seed, rules)).start(edition)
    people = [colour for colour, player in players.items() if player == HUMAN]
    dealt = draw(edition, seed=seed, winner=people[0] if len(people) == 1 else None)
    assert dealt is not None  # both colours win some deals
    return dealt.found.deal.start(edition)


class Terminal:
    """A game in a terminal, or from a pipe.

    Parameters
    ----------
    players : mapping
        Who plays each colour: one of `NAMED`, or a strategy.
    seed : int
        Random seed of the computer's moves.
    tabled : bool
        Whether there is a table; without one, values come from a search.
    """

    def __init__(
        self,
        game: GameCli,
        match: Match[Any],
        players: Mapping[str, str | Strategy],
        seed: int,
        *,
        tabled: bool,
    ) -> None:
        self.game = game
        self.match = match
        self.players = players
        self.seed = seed
        self.tabled = tabled
        self.out: Console = console()
        self.values = False
        self.left = False  # whether somebody has left the game

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        names = self.players
        self.out.print(f"red: {names['red']}, blue: {names['blue']}, seed {self.seed}; ? for help")
        shown: tuple[Any, bool] | None = None
        while self.match.winner is None and not self.left:
            if self._is_person(self._side):
                if (self.match.position, self.values) != shown:
                    self._show()
                    shown = self.match.position, self.values
                self._obey(ask(self._side))
            else:
                self._answer(self.players[self._side])
        self._report()

    @property
    def _side(self) -> str:
        side: str = self.match.position.side_to_move
        return side

    def _is_person(self, side: str) -> bool:
        return self.players[side] == HUMAN

    def _answer(self, player: str | Strategy) -> None:
        """Make the computer's move."""
        side = self._side
        if player == SEARCH:
            move = self._searched()
        else:
            from tablebase.games.collapsi.strategy.players import choose

            chosen = strength(player) if isinstance(player, str) else player
            move = str(choose(chosen, self.match.probe, self.seed).move)
        self.match.play(move)
        self.out.print(f"{side} plays {move}", style=side)

    def _obey(self, words: list[str]) -> None:
        """Obey the words of a line in turn, up to the first that is not possible."""
        for word in words:
            if self.left or self.match.winner is not None:
                return
            try:
                self._do(word.lower())
            except ValueError as error:
                self.out.print(str(error), style="yellow")
                return

    def _do(self, word: str) -> None:
        commands = {
            "hint": self._hint,
            "values": self._toggle,
            "undo": self._undo,
            "quit": self._quit,
        }
        for name, command in commands.items():
            if word in (name, name[0]):
                command()
                return
        if word in ("?", "help"):
            self.out.print(HELP)
        else:
            self._move(word)

    def _move(self, word: str) -> None:
        """Play a person's move, given by its number or its name, in any case."""
        moves = self._numbered()
        moves |= {name.lower(): name for name in moves.values()}
        self.match.play(moves.get(word, word))

    def _numbered(self) -> dict[str, str]:
        """The moves by number, in reading order of the cells."""
        moves = self.match.position.legal_moves()
        return {str(number): str(move) for number, move in enumerate(moves, start=1)}

    def _search(self) -> Searched[Any]:
        from tablebase.engine.search.search import search

        return search(self.match.position, seconds=SECONDS)

    def _searched(self) -> str:
        """The best move that a search finds; the first legal move if it finds none in time."""
        return str(self._search().best or self.match.position.legal_moves()[0])

    def _hint(self) -> None:
        if not self.tabled:
            found = self._search()
            self.out.print(f"hint: {found.best or 'none found'}, {found}", style="green")
            return
        probe = self.match.probe
        best = probe.moves[0]
        self.out.print(
            f"hint: {best.move}, {self.game.say(probe.position, best.value)}", style="green"
        )

    def _toggle(self) -> None:
        self.values = not self.values

    def _undo(self) -> None:
        """Back to the last turn of a person."""
        if not any(map(self._is_person, self.match.sides)):
            raise ValueError("nothing to take back: you have not moved yet")
        self.match.take_back()
        while not self._is_person(self._side):
            self.match.take_back()

    def _quit(self) -> None:
        self.left = True

    def _show(self) -> None:
        from .drawing import draw

        position, numbers = self.match.position, self._numbered()
        cells = {move.name: move.destination for move in position.legal_moves()}
        if position.rules.shift:  # several moves end on a cell
            self.out.print(draw(position))
            self.out.print(f"moves: {' '.join(cells)}")
        else:
            marks = {cells[name]: number for number, name in numbers.items()}
            self.out.print(draw(position, marks))
        if not self.values:
            self.out.print(f"{self._side} to move", style=f"bold {self._side}")
            return
        show = self._show_values if self.tabled else self._show_searched
        show({name: number for number, name in numbers.items()})

    def _show_values(self, number_of: Mapping[str, str]) -> None:
        """Print what every move is worth."""
        probe = self.match.probe
        self.out.print(self.game.headline(probe), style=f"bold {self._side}")
        for move in probe.moves:
            style = "bold green" if move.is_best else "" if move.keeps_win else "dim"
            name = str(move.move)
            value = self.game.say(probe.position, move.value)
            self.out.print(f"{number_of[name]:>3} {name}  {value}", style=style)

    def _show_searched(self, number_of: Mapping[str, str]) -> None:
        """Print what a search finds out about every move."""
        from tablebase.engine.search.moves import search_moves

        position = self.match.position
        found, moves = search_moves(position, SECONDS)
        self.out.print(f"{self.game.to_move(position)}: {found}", style=f"bold {self._side}")
        for move in moves:
            if move.value is not None:
                value = self.game.say(position, move.value)
            elif move.result is not None:
                value = f"{self._side} {'wins' if move.result.value == 'win' else 'loses'}"
            else:
                value = "not known"
            style = "bold green" if move.is_best else ""
            name = str(move.move)
            self.out.print(f"{number_of[name]:>3} {name}  {value}", style=style)

    def _report(self) -> None:
        """Print how the game ended, where it was lost, and its moves."""
        from tablebase.engine.values import Result, Value

        from .drawing import draw

        match, position = self.match, self.match.position
        if match.winner is not None:
            self.out.print(draw(position))
            score = position.score(Value(Result.LOSS, 0))
            told = "" if score is None else f", score {score:+d}"
            self.out.print(
                f"{self._side} has no legal move: {match.winner} wins{told}", style="bold"
            )
        if self.tabled:
            self._review()
        first = match.start
        moves = " ".join(map(str, match.moves))
        published = first.rules.name == self.game.name
        variant = "" if published else f", rules {first.rules.name}"
        self.out.print(f"game: {first}, {first.edition.name} edition{variant}")
        self.out.print(f"moves: {moves or 'none'}")

    def _review(self) -> None:
        """Print where the game was lost."""
        from tablebase.engine.play.review import given_away

        turns = self.match.turns
        first = turns[0].probe if turns else self.match.probe
        self.out.print(f"with perfect play {first.winner} wins in {first.dte} from the start")
        for turn in given_away(turns):
            side, best = turn.probe.position.side_to_move, turn.probe.moves[0]
            self.out.print(
                f"ply {turn.probe.position.ply + 1}: {side}'s {turn.played.move} gave the win "
                f"away, {best.move} would have won in {best.value.dte}"
            )

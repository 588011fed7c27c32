"""Collapsi on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import plural
from tablebase.games.collapsi.commands.options import (
    board_option,
    edition_option,
    parse_deal,
    rules_of,
    rules_option,
)
from tablebase.games.collapsi.position import Deal, Position, random_deals
from tablebase.home import own_file
from tablebase_cli.game import Answer, GameCli, say_winning, shared
from tablebase_cli.group import GameGroup
from tablebase_cli.options import Decorator, flag

if TYPE_CHECKING:
    from rich.text import Text

    from tablebase.engine.probe import Probe


SECTIONS: Mapping[str, Sequence[str]] = {
    "Tables": ("build", "probe", "line", "show", "info", "verify", "certify", "export"),
    "Play": ("play", "puzzles", "deals", "rules"),
    "Page": ("serve", "site", "npm"),
    "Studies": ("stats", "count", "sweep", "lab", "match", "placings", "atlas", "learn", "compare"),
}


class Collapsi(GameCli):
    """Exact solutions of Collapsi: build tables of deals, look up any position.

    Write a deal as rows of cards: A223/4A2J/3A23/J3A4. A position adds the pawns r and b after
    their cards, x before face-down cards, and the side to move: "A223/4A2rxJ/3A23/Jb3A4 b".

    Look-ups and studies assume the edition wild, which the published solution is for, or show
    both editions; a new game in `play` has today's rules, single. Answers name their edition.

    Other games have the same commands under their own names: `tablebase games` lists them.
    """

    name = "collapsi"
    item = "DEAL"
    notation = (
        "A deal means its starting position. A pawn is drawn as R or B after its card, and a "
        "collapsed card is shaded."
    )
    example = "A223/4A2J/3A23/J3A4"
    columns = (
        "rank, edition (empty where it does not matter), face_up (mask, bit 0 is the first card), "
        "red, blue (cells counted from 0 in reading order), ply, red_to_move. For three and four "
        "players, docs/format.md lists the columns."
    )
    layer = "plies left at most"
    line_help = "With three or four players, each plays for themselves, against all others."
    probe_help = (
        "POSITION may be a deal, which means its starting position. If no file has the deal's "
        "table, the opening book gives the value and the number of winning moves at once; --build "
        "shows which ones win. The distance is the number of plies, moves of either side, until "
        "the game is over. The score is the number of cards still face up then, negative if blue "
        "wins.\n\n"
        "With three or four players, shows what each can force against all others: in how many "
        "plies they can be the last one left, or how many plies they can survive."
    )
    draws = True
    rule_options = (edition_option, rules_option, board_option)
    probe_options = (
        flag(
            "--build",
            "Show the value of every move of an opening, even if its table must be built.",
            "moves",
        ),
        flag("--count", "Also count the games that can be played from POSITION.", "games"),
    )
    show_options = (
        flag(
            "--numeric",
            "Print only the position, in the numeric notation of the published Rust solver.",
        ),
    )
    sections = SECTIONS
    commands: Mapping[str, str] = {
        **{name: f"{__name__}.{name}" for names in SECTIONS.values() for name in names},
        **shared("probe", "line", "show", "info", "verify", "export", "compare"),
        **dict.fromkeys(SECTIONS["Page"], f"{__name__}.web"),
    }

    @property
    def program(self) -> str:
        """Its commands need no name of the game."""
        return "tablebase"

    @property
    def item_options(self) -> Sequence[Decorator]:
        """A deal has no edition."""
        return rules_option, board_option

    def parse(
        self,
        text: str,
        edition: str | None = None,
        rules: str | None = None,
        board: tuple[int, int] | None = None,
    ) -> Position:
        """Read a position; a deal stands for its start."""
        return Position.parse(text, edition, rules_of(text, rules, board))

    def parse_item(
        self, text: str, rules: str | None = None, board: tuple[int, int] | None = None
    ) -> Deal:
        """Read a deal."""
        return parse_deal(text, rules, board)

    def variants(self, text: str, **rules: Any) -> Sequence[Position]:
        """The position under each edition, if the edition matters and none is given."""
        position = self.parse(text, **rules)
        from tablebase.games.collapsi.game import of_position

        if not of_position(position).is_searched:
            raise click.UsageError(
                f"a search is for two players, not {position.rules.players}: expected rules for two"
            )
        if not position.is_opening or rules["edition"] is not None:
            return [position]
        return [
            self.parse(text, **{**rules, "edition": edition.name})
            for edition in position.rules.editions
        ]

    def random_items(
        self,
        count: int,
        seed: int,
        edition: str | None = None,
        rules: str | None = None,
        board: tuple[int, int] | None = None,
    ) -> list[str]:
        """`count` random deals."""
        if board is not None:
            raise click.UsageError("-n N draws from a deck: expected --rules instead of --board")
        return [str(deal) for deal in random_deals(count, seed, rules_of(None, rules))]

    def draw(self, position: Position) -> Text:
        """Draw the board."""
        from tablebase.games.collapsi.commands.drawing import draw

        return draw(position)

    def stage(self, position: Position) -> str:
        """The ply, and the edition of an opening."""
        where = f"ply {position.ply}" if position.ply else "opening"
        return f"{where}, {position.edition.name}" if position.is_opening else where

    def describe(self, position: Position) -> str:
        """The ply and the edition."""
        return f"ply {position.ply}, {position.edition.name} edition"

    def ply(self, position: Position) -> int:
        """Plies played before a position."""
        return position.ply

    def side_style(self, side: str) -> str:
        """A player's colour."""
        return side

    def over(self, position: Position) -> str:
        """The words for the end of a game, which name the last player if others went out before."""
        last = f": {position.winner} is last" if position.out else ""
        return super().over(position) + last

    def headline(self, probe: Probe[Any]) -> str:
        """Who is to move, how the game ends, and the score."""
        score = None if probe.values else probe.score
        return super().headline(probe) + ("" if score is None else f", score {score:+d}")

    def own_files(self) -> Sequence[Path]:
        """The file of the whole game, then the file of tables."""
        return [own_file("whole"), *super().own_files()]

    def answer(
        self, position: Position, file: Path | None, *, moves: bool = False, games: bool = False
    ) -> Answer:
        """Look up a position; an opening whose table is in no file, in the opening book."""
        from tablebase.games.collapsi.studies.book import has_book

        if games:
            from tablebase.games.collapsi.studies.games import number_of_games

            number = number_of_games(position)
            found = self.answer(position, file, moves=moves)
            details = [*found.details, f"{plural(number, 'game')} can be played from here"]
            return replace(found, data={**found.data, "games": number}, details=details)
        if moves or position.ply or not has_book(position.rules):
            return super().answer(position, file)
        with self.open_tables(file, build_missing=False) as tables:
            probe = tables.get(position, None)
        return self._from_book(position) if probe is None else self.of_probe(probe)

    def _from_book(self, position: Any) -> Answer:
        from tablebase.engine.probe import Probe
        from tablebase.games.collapsi.game import of_position
        from tablebase.games.collapsi.studies.book import ORIGIN, book

        opening = book().opening(position.deal, position.edition)
        key = of_position(position).key
        probe: Probe[Any] = Probe(position, opening.value, (), ORIGIN, key)
        # An empty list of moves would mean that the game is over.
        known = {"moves": None, "winning_moves": opening.winning_moves}
        return Answer(
            {**probe.as_dict(), **known},
            self.headline(probe),
            [say_winning(position, opening.winning_moves)],
            f"from the {ORIGIN}; --build builds the table and values every move",
        )


GAME = Collapsi()

collapsi = GameGroup(GAME)

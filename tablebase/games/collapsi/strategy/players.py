"""Computer players by name: strengths, which see values, and strategies, which follow a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tablebase.engine.play.opponents import STRENGTHS, Strength
from tablebase.errors import quote
from tablebase.games.collapsi.strategy.preferences import Strategy, load_strategy, strategy_names

if TYPE_CHECKING:
    from tablebase.engine.probe import MoveValue, Probe
    from tablebase.games.collapsi.position import Position

Player: TypeAlias = Strategy | Strength


def player_names() -> tuple[str, ...]:
    """The names of the strengths, strongest first, and of the strategies, simplest first."""
    return *(each.name for each in STRENGTHS), *strategy_names()


def load_player(name: str) -> Player:
    """The strength or strategy with this name, or the strategy in a file.

    Raises as `load_strategy`.
    """
    named: dict[str, Player] = {each.name: each for each in STRENGTHS}
    try:
        return named.get(name) or load_strategy(name)
    except FileNotFoundError:
        raise FileNotFoundError(
            f"no player {quote(name)}: expected a file, or one of {', '.join(player_names())}"
        ) from None


def choose(player: Player, probe: Probe[Position], seed: int) -> MoveValue[Position]:
    """The move that a player makes; the same for the same seed, position and player.

    Raises ValueError if the game is over, StrategyError if the player is a strategy and these rules
    have none.
    """
    if isinstance(player, Strength):
        return player.choose(probe, seed)
    from tablebase.games.collapsi.strategy.advice import advise

    return advise(player, probe).choose(seed)

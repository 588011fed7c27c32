"""The oracle of games: Collapsi played move by move by strategies and computer players.

It shares nothing with the package; positions and strategies are those of the oracles `collapsi` and
`strategies`. If a player has several moves, numbers drawn beforehand decide which one is made.
"""

from oracles.collapsi import play, solve
from oracles.strategies import chosen, critical, ends

STRENGTHS = {"perfect": (14, 0.0), "strong": (8, 0.2), "casual": (4, 0.4), "beginner": (2, 0.8)}
"""How many plies each sees ahead, and the probability of a careless move beyond that."""


def with_sight(game, state, found, name, slips, memo):
    """The moves among those found that a computer player may make, all equally likely."""
    sight, slip = STRENGTHS[name]
    values = {}
    for end in found:
        opponent_wins, plies = solve(play(state, end), game.joker_steps, *game.board, memo=memo)
        values[end] = (not opponent_wins, plies + 1)
    wins = [plies for won, plies in values.values() if won]
    best = (True, min(wins)) if wins else (False, max(plies for _, plies in values.values()))
    careless = {end for end, (won, plies) in values.items() if won or plies > sight}
    if slips < slip and careless and not (wins and min(wins) <= sight):
        return careless
    return {end for end in found if values[end] == best}


def one_of(cells, share):
    """One of some cells, in reading order, by a number from 0 to 1."""
    return sorted(cells)[int(share * len(cells))]


def play_out(game, state, players, asked, luck, memo):
    """The length of a game, and the chance that `asked` keeps the win, by face-up cards.

    Players are names of strengths or texts of strategies, red first; `luck` has two numbers a ply.
    """
    plies, kept = 0, {}
    while found := ends(game, state.cards, state.mover, state.opponent):
        if asked is not None:
            both = critical(game, state, memo)
            if both is not None:
                made = chosen(game, state, asked, found)
                kept[len(state.cards)] = len(made & both[1]) / len(made)
        player = players[plies % 2]
        slips, which = luck[plies]
        if player in STRENGTHS:
            made = with_sight(game, state, found, player, slips, memo)
        else:
            made = chosen(game, state, player, found)
        state = play(state, one_of(made, which))
        plies += 1
    return plies, kept

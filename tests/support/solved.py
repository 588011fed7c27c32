"""What a position of any rules is worth, by the oracle that knows their options."""

from oracles import players, pushed, shift

from support.samples import oracle_state, two
from tablebase.games.collapsi.duels.duel import Duel
from tablebase.games.collapsi.rules import DEFAULTS


def solved(position, memo=None):
    """(does the side to move win?, plies to the end), with three or four players against all."""
    return ORACLES[options(position.rules)](position, {} if memo is None else memo)


def options(rules):
    """The options that differ from the published game's, in order."""
    return tuple(sorted(name for name, own in rules.options.items() if own != DEFAULTS[name]))


def shape(rules):
    return rules.board.rows, rules.board.columns, rules.board.wrap


def shifting(position, memo):
    rules, steps = position.rules, position.edition.joker_steps
    return shift.solve(oracle_state(position), rules.shift, steps, *shape(rules), memo)


def pushing(position, memo):
    rules, steps = position.rules, position.edition.joker_steps
    return pushed.solve(pushed.parse(str(position)), steps, rules.edges, rules.shift, memo)


def against_all(position, memo):
    return of_hero(Duel(position, position.order[0]), memo)


def of_hero(duel, memo):
    """(does the hero win?, plies until they are the last, or until they are out)."""
    rules, steps = duel.position.rules, duel.position.edition.joker_steps
    text, hero = str(duel).rsplit(" ", 1)
    state = players.parse(text, rules.players)
    return players.solve(state, hero, steps, shape(rules), memo, rules.out)


ORACLES = {
    (): two,
    ("landing",): two,
    ("pushed", "shift"): shifting,
    ("edges", "pushed", "shift"): pushing,
    ("players",): against_all,
    ("out", "players"): against_all,
}
"""By options; a preset with an option that no oracle here knows fails: write its oracle first."""

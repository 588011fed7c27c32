"""What several tests draw from: small boards, random deals and positions."""

import random

from oracles import collapsi as oracle

from support import deal_with
from tablebase import COLLAPSI, Board, Edition, Position, Result, Rules, Value, random_deals
from tablebase.compare import playout

SMALL_RULES = [
    Rules(f"{rows}x{columns}{'' if wrap else ' flat'}", Board(rows, columns, wrap), deck)
    for rows, columns, deck in [
        (3, 3, (0, 0, 1, 1, 2, 2, 3, 3, 4)),
        (3, 4, (0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5)),
        (2, 4, (0, 0, 1, 1, 2, 2, 3, 4)),
        (1, 6, (0, 0, 1, 1, 2, 3)),
    ]
    for wrap in (True, False)
]
ALL_RULES = [COLLAPSI, *SMALL_RULES]

ODD_RULES = [
    Rules("ring", Board.from_picture("### #_# ###", wrap=False), (0, 0, 1, 1, 2, 2, 3, 3)),
    Rules("cross", Board.from_picture("_#__ #### _##_", wrap=True), (0, 0, 1, 1, 2, 2, 3)),
    Rules(
        "steps",
        Board.from_picture("##_ ### _##"),
        (0, 0, 1, 1, 1, 2, 9),
        (Edition("two", (2,)), Edition("odd", (1, 3))),
    ),
]
"""Boards with gaps, and other editions."""

LANDING_RULES = [
    Rules("landing", Board(2, 3), (0, 0, 1, 1, 2, 3), landing=True),
    Rules("landing flat", Board(3, 3, wrap=False), (0, 0, 1, 1, 1, 2, 2, 2, 3), landing=True),
    Rules(
        "landing ring",
        Board.from_picture("### #_# ###", wrap=False),
        (0, 0, 1, 1, 2, 2, 3, 4),
        (Edition("two", (2,)), Edition("all", (1, 2, 3, 4))),
        landing=True,
    ),
    Rules("landing published", COLLAPSI.board, COLLAPSI.deck, landing=True),
]

SYMMETRIC_DEAL = "JAA2/2334/A2JA/3423"
"""Half a turn of both rings maps this deal to itself and swaps the jokers."""


def rules_of(board, players, deck=None, out="stays"):
    """Rules with a deck of few high cards, unless one is given."""
    low = tuple(1 + number % 3 for number in range(board.size - players))
    return Rules("test", board, deck or (0,) * players + low, players=players, out=out)


def random_deal(rng, rules=COLLAPSI):
    """A random deal; `rng` is a random.Random, or hypothesis's."""
    cards = list(rules.deck)
    rng.shuffle(cards)
    red = rng.choice([cell for cell, card in enumerate(cards) if card == 0])
    return deal_with(tuple(cards), red, rules)


def random_position(rng, rules=COLLAPSI, ply=None, hide=False):
    """A random position, which play may not be able to reach; some cards unknown if `hide`."""
    deal = random_deal(rng, rules)
    edition = rng.choice(rules.editions)
    cells = range(rules.board.size)
    free = [cell for cell in cells if deal.cards[cell] != 0]
    ply = rng.randint(0, rules.board.size - 2) if ply is None else ply
    if ply < 2:
        up, pawns = set(cells), [deal.red, deal.blue]
        if ply == 1:
            up.remove(deal.red)
            pawns[0] = rng.choice(free)
    else:
        up = set(rng.sample(free, rules.board.size - ply))
        pawns = rng.sample(sorted(up), 2)
    cards = [
        -1 if hide and cell not in up and rng.random() < 0.5 else deal.cards[cell] for cell in cells
    ]
    return Position(tuple(cards), sum(1 << cell for cell in up), tuple(pawns), edition, rules)


def playouts(rules, seed, deals=3):
    """The positions of some random games."""
    rng = random.Random(seed)
    for deal in random_deals(deals, seed, rules):
        yield from playout(deal.start(rng.choice(rules.editions)), rng)


def oracle_state(position):
    """A position as the oracle reads it."""
    return oracle.parse(str(position))


def oracle_board(rules):
    """The board as the oracle's functions take it."""
    board = {"rows": rules.board.rows, "columns": rules.board.columns, "wrap": rules.board.wrap}
    return {**board, "landing": rules.landing} if rules.landing else board


def two(position, memo=None):
    """(does the side to move win?, plies to the end), with two players."""
    steps, board = position.edition.joker_steps, oracle_board(position.rules)
    return oracle.solve(oracle_state(position), steps, **board, memo=memo)


def oracle_value(position, memo=None):
    """What a position of two players is worth."""
    wins, dte = two(position, memo)
    return Value(Result.WIN if wins else Result.LOSS, dte)


def oracle_cell(rules, cell):
    """A cell as the oracle names it: (row, column)."""
    return divmod(rules.board.places[cell], rules.board.columns)

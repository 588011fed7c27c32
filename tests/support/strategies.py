"""Strategies and positions in the form of their oracle."""

from oracles import strategies as oracle

from tablebase.home import installed_data

MANY_FEATURES = """
[[phases]]
cards = 5
order = [{ moves = 2, their_moves = -1 }, "least stuck_replies", "most region", "least card"]

[[phases]]
cards = 4
order = [
    { their_worst_moves = -3, walks = 1, their_walks = -1, distance = 2, even = 1 },
    { next_cards = 1, neighbours = -1 },
    "most ahead_4",
]

[[phases]]
order = ["least escapes", "most worst_moves", "most worst_walks"]
"""


def game_of(rules, edition):
    board = rules.board
    return oracle.Game(board.rows, board.columns, board.wrap, edition.joker_steps)


def text_of(name):
    return installed_data(f"strategies/{name}.toml").read_text()

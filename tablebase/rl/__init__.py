"""A benchmark for machine learning: exact labels and exact regret for the games that have a task.

docs/learning-machines.md is the guide. Read the files in this order:

splits.py      which deals are for training, validation and test
task.py        the protocol between a game and learners
tasks.py       the tasks of the installed games, by name
selftest.py    whether a task is the rules'
play.py        one position as learners see it: the adapter over the engine's games
aec.py         environments of PettingZoo; needs the extra ``[rl]``
openspiel.py   games of OpenSpiel; needs the extra ``[rl]``
single.py      games of one agent for Gymnasium, against an opponent; needs the extra ``[rl]``
vector.py      many games side by side; needs the extra ``[rl]``
batch.py       many positions of a deal as arrays
labels.py      their exact values, distances and best moves
dataset.py     the labels as files, with cards: card.py
regret.py      what a policy gives away, and how wrong a value function is
baselines.py   random moves as a policy
network.py     a small network in plain NumPy, and its training
__main__.py    ``python -m tablebase.rl``: every figure of docs/leaderboard.md
"""

"""Placings by brute force, over the states of `players`; shares no code with the package.

Points are a dictionary from the players' letters: the first player out gets 0, the next 1, and so
on; where the game ends with the first player who cannot move, the one who moved last gets 1.
"""

from itertools import product

from oracles.players import destinations, play, without


class Oracle:
    """A game of some rules; `out` is "stays", "removed" or "ends"."""

    def __init__(self, players, joker_steps, shape, out):
        self.players, self.joker_steps, self.shape, self.out = players, joker_steps, shape, out
        self.memo = {}

    def after(self, state):
        """The states after each move; none if the side to move cannot move."""
        return [
            play(state, end) for end in sorted(destinations(state, self.joker_steps, self.shape))
        ]

    def stuck(self, state):
        """What the side to move gets if it cannot move, and the rest of the game; or all points."""
        if self.out == "ends":
            return {player: int(player == state.order[-1]) for player in state.order}, None
        lowest = self.players - len(state.order)
        points = {state.order[0]: lowest}
        if len(state.order) == 2:
            return {**points, state.order[1]: lowest + 1}, None
        return points, without(state, self.out)

    def _remembered(self, what, state, find):
        key = what, frozenset(state.cards), tuple(sorted(state.pawns.items())), state.order
        if key not in self.memo:
            self.memo[key] = find(state)
        return self.memo[key]

    def forced(self, state, team):
        """The points that a set of players can force together, against all others."""

        def find(state):
            after = self.after(state)
            if after:
                choose = max if state.order[0] in team else min
                return choose(self.forced(each, team) for each in after)
            points, rest = self.stuck(state)
            mine = sum(number for player, number in points.items() if player in team)
            return mine + (self.forced(rest, team) if rest else 0)

        return self._remembered(team, state, find)

    def possible(self, state):
        """All possible points, as sorted pairs, if everybody plays for their own.

        Each move is assumed to lead to one of its possible outcomes, in all combinations. The mover
        then takes any that is best for them.
        """

        def find(state):
            after, mover = self.after(state), state.order[0]
            if not after:
                points, rest = self.stuck(state)
                outcomes = self.possible(rest) if rest else [()]
                return {tuple(sorted({**points, **dict(each)}.items())) for each in outcomes}
            outcomes = [self.possible(each) for each in after]
            found = set()
            for combination in product(*({dict(each)[mover] for each in few} for few in outcomes)):
                best = max(combination)
                for points, few in zip(combination, outcomes, strict=True):
                    if points == best:
                        found |= {each for each in few if dict(each)[mover] == best}
            return found

        return self._remembered("possible", state, find)

    def by_tie(self, state, tie):
        """Everybody's points if ties are broken to "hinder" or to "help" the player who is next."""

        def find(state):
            after = self.after(state)
            if not after:
                points, rest = self.stuck(state)
                return {**points, **(self.by_tie(rest, tie) if rest else {})}
            sign = 1 if tie == "help" else -1
            mover, *others = state.order

            def value(points):
                return points[mover], *(sign * points[player] for player in others)

            return max((self.by_tie(each, tie) for each in after), key=value)

        return self._remembered(tie, state, find)

"""A slow, obvious group of players of The Game that shares no code with the package.

Positions of a turn, value functions, shuffles and the chance of winning are those of `oracle`. Of
piles in one direction the one further along comes first, unless the value function weighs piles by
their numbers, which they then keep.
"""

from dataclasses import replace

from rooms.thegame.oracle import (
    GOLDEN,
    MASK,
    chance_by,
    fits,
    searched,
    seed_of,
    shuffled,
    splitmix,
)

SOLO_HAND = 8


def play(rules, players, seed, game, value, depth, extra, foresight=None):
    """A whole game; gives cards remaining and backwards tricks."""
    cards = shuffled(rules, seed, game)
    hands = [frozenset(cards[i * rules.hand : (i + 1) * rules.hand]) for i in range(players)]
    stock = cards[players * rules.hand :]
    tops = (rules.lowest - 1,) * rules.ups + (rules.highest + 1,) * rules.downs
    player = tricks = 0
    while any(hands):
        if not hands[player]:
            player = (player + 1) % players
            continue
        table = Table(rules, hands, player, stock, value, depth, extra, foresight)
        tops, kept, used, enough = table.turn(tops)
        tricks += used
        missing = rules.hand - len(kept)
        hands[player] = kept
        if not enough:
            break
        hands[player] |= set(stock[:missing])
        stock = stock[missing:]
        player = (player + 1) % players
    return sum(map(len, hands)) + len(stock), tricks


class Table:
    """What one player sees in a turn, and the others' hands for what they say."""

    def __init__(self, rules, hands, player, stock, value, depth, extra, foresight):
        self.rules, self.player, self.stock = rules, player, stock
        self.hand, self.hands = hands[player], hands
        self.value, self.depth, self.extra, self.foresight = value, depth, extra, foresight
        self.unseen = frozenset(stock).union(*(h for i, h in enumerate(hands) if i != player))
        others = [(player + step) % len(hands) for step in range(1, len(hands))]
        self.next = next((other for other in others if hands[other]), None)

    def back(self, tops, pile):
        """The card that takes a pile back."""
        return tops[pile] + (-self.rules.trick if pile < self.rules.ups else self.rules.trick)

    def lowered(self, said):
        """The value function that counts promised piles as brought back."""

        def value(rules, tops, hand, before, deck):
            after = list(tops)
            for up, top in said:
                for pile in range(len(after)):
                    if (pile < rules.ups) == up and after[pile] == top:
                        after[pile] = self.back(after, pile)
                        break
            return self.value(rules, tuple(after), hand, before, deck)

        value.scale = self.value.scale
        return value

    def said(self, tops, hands):
        """The piles, by direction and top, that cards in some hands take back."""
        return [
            (pile < self.rules.ups, top)
            for pile, top in enumerate(tops)
            if any(self.back(tops, pile) in hand for hand in hands)
        ]

    def turn(self, tops):
        """The piles and the hand after the turn, the tricks, and whether enough cards were laid."""
        others = [hand for player, hand in enumerate(self.hands) if player != self.player]
        value = self.lowered(self.said(tops, others))
        least = min(self.rules.minimum if self.stock else 1, len(self.hand))
        rules = replace(self.rules, minimum=least)
        levels, best, promises = searched(
            rules, tops, self.hand, self.unseen, value, self.depth, self.value.symmetric
        )
        if best is None:
            last = list(levels[-1].items())[-1] if levels else ((tops, self.hand), (0, None))
            (tops, kept), (tricks, _) = last
            return tops, kept, tricks, False
        roots = [best[1]]
        if self.foresight and self.next is not None:
            roots = sorted(promises, key=lambda root: -promises[root])[: self.foresight.plays]
        plays = [self.laid_on(root[1], root[2], value) for root in roots]
        if len(plays) > 1:
            plays = [self.best(tops, plays)]
        return *plays[0], True

    def laid_on(self, node, tricks, value):
        """Lay the best next card while it raises the value enough."""
        rules = self.rules
        while True:
            tops, kept = node
            found = []
            for card in sorted(kept):
                for pile, top in enumerate(tops):
                    if how := fits(rules, card, top, pile < rules.ups):
                        after = [*tops[:pile], card, *tops[pile + 1 :]]
                        ups, downs = after[: rules.ups], after[rules.ups :]
                        if self.value.symmetric:
                            after = *sorted(ups, reverse=True), *sorted(downs)
                        after = tuple(after), kept - {card}
                        found.append((value(rules, *after, self.hand, self.unseen), after, how))
            if not found:
                return tops, kept, tricks
            worth, after, how = max(found, key=lambda one: one[0])
            now = value(rules, tops, kept, self.hand, self.unseen)
            if worth - now < self.extra * self.value.unit:
                return tops, kept, tricks
            node, tricks = after, tricks + (how == 2)

    def best(self, tops, plays):
        """The play after which the next player has the best chances."""
        theirs, dealt = len(self.hands[self.next]), sorted(self.unseen)
        state = seed_of(self.rules, tops, self.hand, self.unseen)
        left, sums = list(range(len(plays))), [0.0] * len(plays)
        while len(left) > 1:
            for _ in range(self.foresight.samples):
                for i in range(len(dealt) - 1, 0, -1):
                    state = (state + GOLDEN) & MASK
                    j = (splitmix(state) >> 32) * (i + 1) >> 32
                    dealt[i], dealt[j] = dealt[j], dealt[i]
                self.keep_words(tops, dealt, theirs, state)
                for place in left:
                    sums[place] += self.chance(plays[place], dealt, theirs)
            left = sorted(left, key=lambda place: -sums[place])[: (len(left) + 1) // 2]
        return plays[left[0]]

    def keep_words(self, tops, dealt, theirs, state):
        """Exchange cards so that those known to be in a hand, or in the deck, are there."""
        first, ends = len(dealt) - len(self.stock), [0, theirs]
        for pile in range(len(tops)):
            card = self.back(tops, pile)
            if card not in dealt:
                continue
            place = dealt.index(card)
            holders = [
                player
                for player, hand in enumerate(self.hands)
                if player != self.player and card in hand
            ]
            if holders:
                group = int(holders[0] != self.next)
                target = ends[group]
                ends[group] += 1
            elif place < first:
                target = first + ((splitmix((state + pile) & MASK) >> 32) * len(self.stock) >> 32)
            else:
                continue
            dealt[place], dealt[target] = dealt[target], dealt[place]

    def chance(self, play, dealt, theirs):
        """The chance of winning after a play, if the unseen cards lie like this."""
        tops, kept, _ = play
        first = len(dealt) - len(self.stock)
        drawn = dealt[first : first + self.rules.hand - len(kept)]
        next_hand, others = frozenset(dealt[:theirs]), frozenset(dealt[theirs:first])
        value = self.lowered(self.said(tops, [others, kept, frozenset(drawn)]))
        unknown = others | kept | frozenset(dealt[first:])
        deck_left = len(self.stock) - len(drawn)
        least = min(self.rules.minimum if deck_left else 1, theirs)
        rules = replace(self.rules, minimum=least)
        _, best, _ = searched(
            rules, tops, next_hand, unknown, value, self.foresight.ahead.depth, True
        )
        if best is None:
            return 0.0
        alone = max(0, theirs + len(unknown) - SOLO_HAND)
        return chance_by(best[0] / value.scale, alone, self.foresight.chance)

"""A slow, obvious player of The Game that shares no code with the package.

Cards are plain numbers, piles lists of (top, direction), values computed card by card from the
formulas of the slides. Products are cut to 32-bit floats where the package cuts them, because
otherwise the two would order positions of nearly the same value differently.
"""

import math
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations

import numpy as np

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def splitmix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def shuffled(rules, seed, game):
    state = splitmix((splitmix((seed + GOLDEN) & MASK) + game * GOLDEN) & MASK)
    cards = list(range(rules.lowest, rules.highest + 1))
    for i in range(len(cards) - 1, 0, -1):
        state = (state + GOLDEN) & MASK
        j = (splitmix(state) >> 32) * (i + 1) >> 32
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def fits(rules, card, top, up):
    """0 if a card cannot be laid, 1 if it can, 2 if as a backwards trick."""
    if card == (top - rules.trick if up else top + rules.trick):
        return 2
    # The top itself is among the cards left only if somebody has promised to lay it there.
    return int(card >= top if up else card <= top)


# Value functions: of the tops, the hand after and before the turn's plays, the deck


def unplayable(formula):
    """A value function from the penalty of an unplayable card; give it `scale` and `held`."""

    def value(rules, tops, hand, before, deck):
        factors = []
        for card in sorted(hand | deck):
            product = np.float32(1)
            for pile, top in enumerate(tops):
                up = pile < rules.ups
                if not fits(rules, card, top, up):
                    penalty = formula(rules, card, top, up, hand, deck)
                    product = product * np.float32(penalty)
            factors.append((card, product))
        scale = value.scale
        return -sum(
            int(np.float32(scale * value.held if card in before else scale) * product)
            for card, product in factors
        )

    return value


def distance(alpha):
    return lambda rules, card, top, up, hand, deck: alpha - math.exp(-0.03 * (abs(top - card) - 1))


def bridges(alpha, power, own, fallback=None):
    @lru_cache(1 << 14)  # positions of a turn share many; of later ones none
    def formula(rules, card, top, up, hand, deck):
        gap = abs(top - card)
        if gap >= rules.trick:
            return fallback(rules, card, top, up, hand, deck) if fallback else alpha
        back = -rules.trick if up else rules.trick
        if top + back in hand:
            return 1.0
        single, double = int(top + back in deck), 0
        for x in range(rules.lowest, rules.highest + 1):
            beyond = x > top if up else x < top
            # Laid x and x + back, the pile must be below the card; or be the card.
            low = x + back < card if up else x + back > card
            if beyond and (low or (own and x + back == card)):
                pair = {x, x + back}
                single += len(pair & hand) == 1 and len(pair & deck) == 1
                double += len(pair & deck) == 2
        return 1 + (alpha - 1) * (1 - chance(len(deck), single, double) ** power)

    return formula


def chance(deck, single, double):
    if deck == 0:
        return 0.0
    if deck == 1:
        return float(single > 0)
    return (
        single / deck
        + double / deck * (single + 1) / (deck - 1)
        + (deck - single - double) / deck * single / (deck - 1)
    )


def perceived(weight):
    def value(rules, tops, hand, before, deck):
        total = 0.0
        for pile, top in enumerate(tops):
            up = pile < rules.ups
            capacity = rules.highest + 1 - top if up else top - (rules.lowest - 1)
            total += float(weights(rules, weight)[pile]) * capacity
        return total

    return value


def real(weight):
    def value(rules, tops, hand, before, deck):
        total = 0
        for card in sorted(hand | deck):
            added = np.float32(0)
            for pile, top in enumerate(tops):
                if fits(rules, card, top, pile < rules.ups):
                    added = added + weights(rules, weight)[pile]
            total += int(np.float32(2**20) * added)
        return total

    return value


@cache
def weights(rules, first):
    each = [np.float32(first), np.float32(1), np.float32(1), np.float32(1)]
    return each[: rules.ups] + each[: rules.downs]


def turn(rules, tops, hand, deck, value, depth, symmetric):
    """The play of a turn: the position after the minimum, and the tricks on the way.

    Breadth first: all positions by number of cards laid, each once, in the order found.
    """
    levels, best, _ = searched(rules, tops, hand, deck, value, depth, symmetric)
    if best is None:
        last = list(levels[-1].values())[-1][0] if levels else 0
        return None, len(levels), last
    return best[1][1], rules.minimum, best[1][2]


def searched(rules, tops, hand, deck, value, depth, symmetric):
    """The levels of a turn, the best value and position, and what each play promises."""

    def canonical(tops):
        ups, downs = tops[: rules.ups], tops[rules.ups :]
        return (*sorted(ups, reverse=True), *sorted(downs)) if symmetric else tuple(tops)

    level, levels = {(canonical(tops), hand): (0, None)}, []
    best, promises = None, {}
    for count in range(1, min(rules.minimum + depth, len(hand)) + 1):
        found = {}
        for (before, cards), (tricks, root) in level.items():
            for card in sorted(cards):
                for pile, top in enumerate(before):
                    how = fits(rules, card, top, pile < rules.ups)
                    if how:
                        after = list(before)
                        after[pile] = card
                        node = canonical(after), cards - {card}
                        if node not in found:
                            found[node] = tricks + (how == 2), root
                        elif root and root[0] > found[node][1][0]:
                            found[node] = found[node][0], root
        if not found:
            break
        levels.append(found)
        if count == rules.minimum:
            for node, (tricks, _) in list(found.items()):
                worth = value(rules, *node, hand, deck)
                found[node] = tricks, (worth, node, tricks)
        if count >= rules.minimum:
            for node, (_, root) in found.items():
                worth = root[0] if count == rules.minimum else value(rules, *node, hand, deck)
                promises[root] = max(promises.get(root, worth), worth)
                if best is None or (worth, root[0]) > (best[0], best[1][0]):
                    best = worth, root
        level = found
    return levels, best, promises


def foreseen(rules, tops, hand, deck, value, depth, foresight):
    """The play of a turn with foresight; as `turn`."""
    plays, samples, (further, _), numbers = foresight
    _, best, promises = searched(rules, tops, hand, deck, value, depth, True)
    if best is None or not deck:
        return turn(rules, tops, hand, deck, value, depth, True)
    left = sorted(promises, key=lambda root: -promises[root])[:plays]
    state = seed_of(rules, tops, hand, deck)
    order, at = sorted(deck), len(deck)
    sums = dict.fromkeys(left, 0.0)
    while True:
        for _ in range(samples):
            if at + rules.minimum > len(order):
                for i in range(len(order) - 1, 0, -1):
                    state = (state + GOLDEN) & MASK
                    j = (splitmix(state) >> 32) * (i + 1) >> 32
                    order[i], order[j] = order[j], order[i]
                at = 0
            drawn = frozenset(order[at : at + rules.minimum])
            at += rules.minimum
            for root in left:
                after, kept = root[1]
                sums[root] += hope(
                    rules, after, kept | drawn, deck - drawn, value, further, numbers
                )
        left = sorted(left, key=lambda root: -sums[root])[: (len(left) + 1) // 2]
        if len(left) == 1:
            return left[0][1], rules.minimum, left[0][2]


def hope(rules, tops, hand, deck, value, depth, numbers):
    """The chance of winning from the start of a turn, by the best value within it."""
    levels, best, _ = searched(rules, tops, hand, deck, value, depth, True)
    if best is None:
        return float(not deck and len(levels) == len(hand))
    return chance_by(best[0] / value.scale, len(deck), numbers)


def chance_by(worth, deck, numbers):
    """The chance of winning by the best value within a turn and the number of cards in the deck."""
    if worth == 0:
        return 1.0
    a, b, c, e, f, g = numbers
    d = deck / 100
    steepness = e + f * d + g * d**2
    return 1 / (1 + math.exp(steepness * math.log(-worth) - a - b * d - c * d**2))


def seed_of(rules, tops, hand, deck):
    """A number from the heights of four piles and the cards in ascending order, 1 the lowest."""
    ups = [top - rules.lowest + 1 for top in tops[: rules.ups]]
    downs = [rules.highest + 1 - top for top in tops[rules.ups :]]
    heights = [*sorted(ups, reverse=True), *sorted(downs, reverse=True), 0, 0, 0][:4]
    state = splitmix(GOLDEN)
    for cards in (hand, deck):
        heights += [card - rules.lowest + 1 for card in sorted(cards)]
    for number in heights:
        state = splitmix((state + number * GOLDEN) & MASK)
    return state


def play(rules, cards, value, depth=0, symmetric=True, foresight=None):
    """A whole game; gives cards remaining and backwards tricks."""
    look = turn if foresight is None else foreseen
    how = symmetric if foresight is None else foresight
    tops = (rules.lowest - 1,) * rules.ups + (rules.highest + 1,) * rules.downs
    hand, stock = frozenset(cards[: rules.hand]), list(cards[rules.hand :])
    tricks = 0
    while hand:
        after, laid, used = look(rules, tops, hand, frozenset(stock), value, depth, how)
        tricks += used
        if after is None:
            return len(hand) + len(stock) - laid, tricks
        tops, hand = after
        missing = rules.hand - len(hand)
        hand, stock = hand | set(stock[:missing]), stock[missing:]
    return 0, tricks


def optimum(rules):
    """The best probability to win, in fractions."""

    def turns(tops, hand, laid, drawn):
        """Positions after a turn of at least the minimum; all cards are laid once none is left."""
        if laid >= rules.minimum or (not hand and drawn):
            yield tops, hand
        for card in hand:
            for pile, top in enumerate(tops):
                if fits(rules, card, top, pile < rules.ups):
                    after = (*tops[:pile], card, *tops[pile + 1 :])
                    yield from turns(after, hand - {card}, laid + 1, drawn)

    @lru_cache(None)
    def best(tops, hand, stock):
        if not hand and not stock:
            return Fraction(1)
        chances = [Fraction(0)]
        for after, kept in set(turns(tops, hand, 0, not stock)):
            if not kept and not stock:
                return Fraction(1)
            if stock:
                chances.append(mean(after, kept, stock))
        return max(chances)

    def mean(tops, hand, stock):
        draws = list(combinations(sorted(stock), min(rules.hand - len(hand), len(stock))))
        total = sum(best(tops, hand | set(draw), stock - set(draw)) for draw in draws)
        return total / Fraction(len(draws))

    tops = (rules.lowest - 1,) * rules.ups + (rules.highest + 1,) * rules.downs
    cards = frozenset(range(rules.lowest, rules.highest + 1))
    return mean(tops, frozenset(), cards)

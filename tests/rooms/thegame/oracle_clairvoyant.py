"""A slow, obvious player of The Game who sees the deck; shares no code with the package."""

from functools import cache

from rooms.thegame.oracle import fits


def winnable(rules, cards, at_least):
    """Whether all cards can be laid, by trying every way."""

    def turns(tops, hand, laid, last_turn):
        """What a turn can lead to; once the deck is empty, the whole rest of the game is a turn."""
        if not hand or (not last_turn and laid >= rules.minimum):
            yield tops, hand
        if laid == rules.minimum and not (at_least or last_turn):
            return
        for card in hand:
            for pile, top in enumerate(tops):
                if fits(rules, card, top, pile < rules.ups):
                    after = (*tops[:pile], card, *tops[pile + 1 :])
                    yield from turns(after, hand - {card}, laid + 1, last_turn)

    @cache
    def wins(tops, hand, drawn):
        if drawn == len(cards):
            return any(True for _ in turns(tops, hand, 0, True))
        for after, kept in set(turns(tops, hand, 0, False)):
            now = min(len(cards), drawn + rules.hand - len(kept))
            if wins(after, kept | frozenset(cards[drawn:now]), now):
                return True
        return False

    tops = (rules.lowest - 1,) * rules.ups + (rules.highest + 1,) * rules.downs
    return wins(tops, frozenset(cards[: rules.hand]), rules.hand)


def check_win(rules, cards, moves, at_least):
    """Play the moves of a game by the rules and check that it is won."""
    tops = [rules.lowest - 1] * rules.ups + [rules.highest + 1] * rules.downs
    hand, deck, laid = set(cards[: rules.hand]), list(cards[rules.hand :]), 0
    for move in moves:
        if move == "draw":
            assert laid >= rules.minimum if at_least else laid == rules.minimum
            assert deck
            while len(hand) < rules.hand and deck:
                hand.add(deck.pop(0))
            laid = 0
            continue
        kind = "u" if "u" in move else "d"
        card, number = map(int, move.split(kind))
        pile = number - 1 + (0 if kind == "u" else rules.ups)
        assert fits(rules, card, tops[pile], kind == "u"), move
        hand.remove(card)
        tops[pile] = card
        laid += 1
        assert at_least or not deck or laid <= rules.minimum
    assert not hand
    assert not deck

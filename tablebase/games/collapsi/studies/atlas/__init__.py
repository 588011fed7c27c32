"""The atlas: who wins, and how soon, for every deck of A to 4 and every set of joker steps.

Each of the 680 ways to choose 14 cards from A to 4 is dealt with two jokers on the published board;
286 of them have every card. All deals are counted, with perfect play.

    published.py  the decks, the sets of joker steps, and the file
    making.py     every deck counted, in shards of decks that share positions
    ranking.py    games in order, and what exchanging a card does
"""

"""Collapsi, the card-and-pawn game by Mark S. Ball.

Read in this order:

    board.py         the board as a graph of cells
    moves.py         the rule of movement
    deck.py          cards and players by number
    symmetry.py      the board's automorphisms, and the canonical form of a deal
    turns/           what a move does, who is out, who has won: a file for each variant
    rules.py         what makes a variant: board, deck, editions, options
    notation.py      the text of deals and positions
    numeric.py       the published Rust solver's text of positions
    rules_file.py    rules by name, by size, and from TOML
    fast.py          which rules each fast path fits
    legality.py      which deals and positions are possible
    position.py      `Deal` and `Position`, for two to four players
    card_game.py     a deal's cells as slots, and what the games of a deal have in common
    game.py          the game of a deal, as the engine sees it
    deals/           two players: the table of one deal
    duels/           three and four players: the table of one deal
    search/          forward search, without a table
    whole/           every position of every deal at once
    strategy/        rules of thumb as data, scored over every position of every deal
    studies/         many deals, many rules: book, census, statistics, laboratory

    kernels/         legal moves, compiled: for browsers
    path_kernels.py  sets of cells as bits; for `duels` and `search`
    walks.py         simple paths one by one; for the independent checks
    picture.py       positions as SVG, for notebooks
    placings/        three and four players: the places that each can expect
    one_pawn.py      what Solo and the first version share
"""

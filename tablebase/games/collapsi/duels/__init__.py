"""Collapsi for three and four players, each against all the others.

Read in this order: `position` (the rules of being out and of the order of turns), `duel` (one
player against the others, what a table answers), `index` (the rank), `kernels` and `solver` (the
induction), `check` (the independent verification), `game` (all of it as the engine sees it);
then `answers` (what every player can force), `study` (many deals) and `plots`.
"""

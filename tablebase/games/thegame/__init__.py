"""The Game, the card game by Steffen Benndorf: strategies simulated, small decks solved.

Read in this order: `rules`, `position` (with its notation), `strategies` (the value functions),
`evaluation` and `kernels` (how they are computed), `foresight` (plays compared by random draws),
`playing` and `referee` (whole games), `team` and `team_kernels` (games of several players),
`advice`, `simulator`, `study` (a published table beside ours), `optimum` (exact win probabilities
on small decks).
"""

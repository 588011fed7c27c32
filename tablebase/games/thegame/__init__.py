"""The Game, the solitaire card game by Steffen Benndorf: strategies simulated, small decks solved.

Read in this order: `rules`, `position` (with its notation), `strategies` (the value functions),
`evaluation` and `kernels` (how they are computed and games played), `advice`, `simulator`, `study`
(a published table beside ours), `optimum` (exact win probabilities on small decks).
"""

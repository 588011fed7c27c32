"""Large jobs, cut into pieces: `shards`, done by a `pool` of `threads` or of a `cluster`.

`resources` checks memory and disk before the work starts.
"""

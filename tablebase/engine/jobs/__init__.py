"""Large jobs, cut into pieces: `shards`, done by `threads` or a `cluster`.

`resources` checks memory and disk before the work starts.
"""

"""Large jobs, cut into pieces: `shards`, done by threads of the `machine` or by a `cluster`."""

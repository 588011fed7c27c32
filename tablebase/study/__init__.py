"""What studies of all games share: runs that can be continued, and confidence intervals.

`runs` keeps what a run has finished as JSON, and `shelf` shard by shard. Studies compute published
figures. The core imports none of this.
"""

"""What studies of all games share: runs that can be continued, and confidence intervals.

Studies compute published figures. The core imports none of this.
"""

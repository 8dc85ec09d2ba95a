"""What every search has in common, whatever its engine: limits, statuses, verification, counting.

Knows no engine: these register themselves.
"""
